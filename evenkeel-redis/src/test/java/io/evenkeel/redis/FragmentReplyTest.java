package io.evenkeel.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.FragmentKey;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.StoredFragment;
import io.evenkeel.core.port.BufferPool;
import io.evenkeel.core.port.CorruptFragmentException;
import io.evenkeel.core.port.MissingFragmentException;
import io.evenkeel.core.store.FragmentAssembly;
import io.evenkeel.core.store.FragmentCodec;
import io.evenkeel.testing.manager.Stripes;
import io.evenkeel.testing.store.Fragments;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** One thread takes a reply in while another gives the read up. */
class FragmentReplyTest {
  private static final int ROUNDS = 20_000;
  private static final int PAYLOAD_BYTES = 20_000;

  @Test
  void releasedWhileWritten_keepsNoBuffer() throws Exception {
    FragmentKey key = new FragmentKey(Stripes.id(1), 0, 2);
    FragmentCodec.Parts parts =
        FragmentCodec.encode(Fragments.full(key, CodeSpec.xor(2), PAYLOAD_BYTES));
    byte[] wire = replyOf(parts);
    BufferPool buffers = new BufferPool(1 << 20, PAYLOAD_BYTES);
    ExecutorService other = Executors.newSingleThreadExecutor();
    try {
      for (int round = 0; round < ROUNDS; round++) {
        FragmentReply reply =
            new FragmentReply(new FragmentAssembly(new NodeId("a:1"), key, buffers));
        CountDownLatch start = new CountDownLatch(1);
        int spins = round % 200;
        Future<?> release =
            other.submit(
                () -> {
                  start.countDown();
                  for (int i = 0; i < spins; i++) {
                    Thread.onSpinWait();
                  }
                  reply.release();
                });
        start.await();
        reply.readBoth(new RespReader(new ByteArrayInputStream(wire)));
        takeAndGiveBack(reply, buffers);
        release.get();
        assertThat(buffers.takenBytes()).as("taken after round %d", round).isZero();
      }
    } finally {
      other.shutdownNow();
    }
  }

  private static byte[] replyOf(FragmentCodec.Parts parts) throws IOException {
    ByteArrayOutputStream wire = new ByteArrayOutputStream();
    RespWriter out = new RespWriter(wire);
    // A request is an array of values, as this reply is.
    out.command(Command.of(RespReader::status, parts.head(), parts.body()));
    out.flush();
    return wire.toByteArray();
  }

  private static void takeAndGiveBack(FragmentReply reply, BufferPool buffers) {
    try {
      StoredFragment fragment = reply.result(FragmentAssembly::fragment);
      buffers.give(fragment.payload());
    } catch (IOException e) {
      assertThat(e).hasMessageContaining("withdrawn");
    }
  }

  @Test
  void moreHeadsThanWereAskedFor_keepNoBuffer() throws Exception {
    FragmentKey key = new FragmentKey(Stripes.id(1), 0, 2);
    FragmentCodec.Parts parts =
        FragmentCodec.encode(Fragments.full(key, CodeSpec.xor(2), PAYLOAD_BYTES));
    ByteArrayOutputStream wire = new ByteArrayOutputStream();
    RespWriter out = new RespWriter(wire);
    out.command(Command.of(RespReader::status, parts.head(), parts.head(), parts.head()));
    out.flush();
    BufferPool buffers = new BufferPool(1 << 20, PAYLOAD_BYTES);
    FragmentReply reply =
        new FragmentReply(FragmentAssembly.ofRange(new NodeId("a:1"), key, buffers, 0, 8192));
    reply.readHeadAlone(new RespReader(new ByteArrayInputStream(wire.toByteArray())));
    reply.release();
    assertThat(buffers.takenBytes()).isZero();
  }

  @Test
  void headOfAnImpossibleLength_isCorrupt_andCostsNoMemory() {
    FragmentKey key = new FragmentKey(Stripes.id(1), 0, 2);
    FragmentReply reply =
        new FragmentReply(
            new FragmentAssembly(new NodeId("a:1"), key, new BufferPool(1 << 20, PAYLOAD_BYTES)));
    byte[] wire = "*2\r\n$2147483647\r\n".getBytes(StandardCharsets.US_ASCII);
    assertThatThrownBy(() -> reply.readBoth(new RespReader(new ByteArrayInputStream(wire))))
        .isInstanceOf(CorruptFragmentException.class);
  }

  @Test
  void bodyWithoutAHead_isMissing_andTheConnectionGoesOn() throws Exception {
    FragmentKey key = new FragmentKey(Stripes.id(1), 0, 2);
    FragmentReply reply =
        new FragmentReply(
            FragmentAssembly.ofRange(
                new NodeId("a:1"), key, new BufferPool(1 << 20, PAYLOAD_BYTES), 0, 4));
    RespReader in =
        new RespReader(
            new ByteArrayInputStream(
                "-ERR no\r\n$4\r\nabcd\r\n+next\r\n".getBytes(StandardCharsets.US_ASCII)));
    assertThatThrownBy(() -> reply.readHeadAlone(in)).isInstanceOf(RefusedException.class);
    reply.readRangeOfBody(in);
    assertThatThrownBy(() -> reply.result(FragmentAssembly::range))
        .isInstanceOf(MissingFragmentException.class);
    assertThat(in.status()).isEqualTo("next");
  }
}
