package io.evenkeel.testing.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.CachedFragments;
import io.evenkeel.core.model.FragmentKey;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.StoredFragment;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.model.SubblockChecksums;
import io.evenkeel.core.port.BufferPool;
import io.evenkeel.core.port.CorruptFragmentException;
import io.evenkeel.core.port.ForeignFragmentException;
import io.evenkeel.core.port.Lane;
import io.evenkeel.core.port.LaneSource;
import io.evenkeel.core.port.MissingFragmentException;
import io.evenkeel.core.port.NodeStore;
import io.evenkeel.core.port.Slice;
import io.evenkeel.core.store.CacheLaneSource;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a lane over any {@link NodeStore} does. A stripe of ten substripes, the last ones short. */
public abstract class CacheLaneContract {
  private static final int SUBBLOCK_BYTES = 100_000;
  private static final int SUBSTRIPES = 10;
  private static final Duration LONG = Duration.ofMinutes(10);
  private static final StripeGeometry GEOMETRY =
      new StripeGeometry(CodeSpec.rs(3, 2), SUBBLOCK_BYTES, List.of(950_000L, 950_000L, 123_456L));

  private final BufferPool buffers = new BufferPool(64L << 20, SUBBLOCK_BYTES);
  private final StripeId stripe = Fragments.key(System.nanoTime(), 0, 0).stripe();
  private final Map<Integer, StoredFragment> stored = new HashMap<>();
  private final Recorder recorder = new Recorder();

  /** The store under test, its node empty. */
  protected abstract NodeStore store();

  protected abstract NodeId node();

  /** Flips a bit of a stored body. */
  protected abstract void corrupt(FragmentKey key);

  /** Makes a stored head one of another format version, as whole as it was. */
  protected abstract void makeForeign(FragmentKey key);

  /** A head with another format version and the checksum that goes with it. */
  protected static byte[] ofAnotherVersion(byte[] head) {
    ByteBuffer all = ByteBuffer.wrap(head.clone());
    all.put(4, (byte) (all.get(4) + 1));
    int length = all.getInt(68);
    CRC32C crc = new CRC32C();
    crc.update(all.array(), 0, length - 4);
    return all.putInt(length - 4, (int) crc.getValue()).array();
  }

  /** Makes the node silent, or no longer. */
  protected abstract void setHung(boolean hung);

  /** What one lane delivered, in order; owns its buffers until the test ends. */
  private final class Recorder implements LaneSource.Receiver {
    final List<String> events = new ArrayList<>();
    final List<ByteBuffer> bytes = new ArrayList<>();
    final List<SubblockChecksums> proofs = new ArrayList<>();
    final List<Throwable> causes = new ArrayList<>();
    long receivedBytes;
    private boolean inside;

    private void one(Runnable event) {
      synchronized (this) {
        assertThat(inside).as("calls overlap").isFalse();
        inside = true;
      }
      synchronized (this) {
        event.run();
        inside = false;
      }
    }

    @Override
    public void arrived(Slice slice, ByteBuffer payload, SubblockChecksums proof) {
      one(
          () -> {
            events.add("arrived " + slice.ordinal());
            bytes.add(payload);
            proofs.add(proof);
          });
    }

    @Override
    public void missed(Slice slice, Throwable cause) {
      one(
          () -> {
            events.add("missed " + slice.ordinal());
            causes.add(cause);
          });
    }

    @Override
    public void failed(Throwable cause) {
      one(
          () -> {
            events.add("failed");
            causes.add(cause);
          });
    }

    @Override
    public void received(int count) {
      one(() -> receivedBytes += count);
    }

    synchronized int count() {
      return events.size();
    }

    synchronized List<String> events() {
      return List.copyOf(events);
    }

    synchronized void giveBack() {
      bytes.forEach(buffers::give);
      bytes.clear();
    }
  }

  @BeforeEach
  final void storeStripe() {
    Answer.until(
        "the node answers",
        () -> Answer.<Long>of(then -> store().usedBytes(node(), then)).succeeded());
    for (int substripe = 0; substripe < SUBSTRIPES; substripe++) {
      stored.put(substripe, put(substripe, lengths(GEOMETRY, substripe)));
    }
  }

  private static List<Integer> lengths(StripeGeometry geometry, int substripe) {
    return IntStream.range(0, geometry.code().dataCount())
        .mapToObj(i -> geometry.subblockLengthBytes(i, substripe))
        .toList();
  }

  private StoredFragment put(int substripe, List<Integer> lengths) {
    StoredFragment fragment =
        Fragments.of(
            new FragmentKey(stripe, substripe, 4),
            GEOMETRY.code(),
            lengths,
            GEOMETRY.parityLengthBytes(substripe));
    Answer.<Void>of(then -> store().put(node(), fragment, LONG, then)).value();
    return fragment;
  }

  @AfterEach
  final void everyBufferIsBack() {
    recorder.giveBack();
    Answer.until(
        "all buffers given back",
        () -> {
          recorder.giveBack();
          return buffers.takenBytes() == 0;
        });
  }

  private Lane open(int window) {
    return open(window, recorder);
  }

  private Lane open(int window, Recorder to) {
    LaneSource source = new CacheLaneSource(store(), window);
    CachedFragments fragments = new CachedFragments(stripe, 4, GEOMETRY, node());
    return source.open(fragments, 950_000, buffers, to);
  }

  private static Slice whole(int substripe) {
    return new Slice(
        substripe, (long) substripe * SUBBLOCK_BYTES, GEOMETRY.parityLengthBytes(substripe));
  }

  private void awaitEvents(int count) {
    Answer.until(count + " deliveries", () -> recorder.count() >= count);
    assertThat(recorder.count()).isEqualTo(count);
  }

  private void requireBytes(int event, int substripe, int from, int length) {
    ByteBuffer payload = recorder.bytes.get(event);
    assertThat(payload.position()).isZero();
    assertThat(payload.remaining()).isEqualTo(length);
    assertThat(payload).isEqualTo(stored.get(substripe).payload().slice(from, length));
    assertThat(recorder.proofs.get(event)).isEqualTo(stored.get(substripe).dataChecksums());
  }

  @Test
  void slices_arriveWholeAndInOrder() {
    for (int window : new int[] {1, 3, 100}) {
      Lane lane = open(window);
      for (int substripe = 0; substripe < SUBSTRIPES; substripe++) {
        lane.request(whole(substripe));
      }
      awaitEvents(SUBSTRIPES);
      for (int substripe = 0; substripe < SUBSTRIPES; substripe++) {
        assertThat(recorder.events().get(substripe)).isEqualTo("arrived " + substripe);
        requireBytes(substripe, substripe, 0, GEOMETRY.parityLengthBytes(substripe));
      }
      assertThat(recorder.receivedBytes).isEqualTo(950_000);
      recorder.giveBack();
      recorder.events.clear();
      recorder.proofs.clear();
      recorder.receivedBytes = 0;
      lane.abort();
    }
  }

  @Test
  void partsOfFragments_areDeliveredExactly() {
    Lane lane = open(4);
    lane.request(new Slice(1, SUBBLOCK_BYTES + 10, 77));
    lane.request(new Slice(1, SUBBLOCK_BYTES + 65_536, SUBBLOCK_BYTES - 65_536));
    lane.request(new Slice(9, 9 * SUBBLOCK_BYTES, 1));
    awaitEvents(3);
    requireBytes(0, 1, 10, 77);
    requireBytes(1, 1, 65_536, SUBBLOCK_BYTES - 65_536);
    requireBytes(2, 9, 0, 1);
    lane.abort();
  }

  /** Two chunks of a fragment of 128: the others are not fetched for it. */
  @Test
  void smallParts_areFetchedWithoutTheRest() {
    int subblock = 1 << 20;
    int chunk = SubblockChecksums.CHUNK_BYTES;
    StripeGeometry geometry =
        new StripeGeometry(CodeSpec.rs(3, 2), subblock, List.of(2L * subblock, 2L * subblock));
    StripeId large = Fragments.key(System.nanoTime(), 0, 0).stripe();
    StoredFragment fragment =
        Fragments.of(new FragmentKey(large, 1, 4), geometry.code(), lengths(geometry, 1), subblock);
    Answer.<Void>of(then -> store().put(node(), fragment, LONG, then)).value();
    LaneSource source = new CacheLaneSource(store(), 2);
    Lane lane =
        source.open(
            new CachedFragments(large, 4, geometry, node()), 2L * subblock, buffers, recorder);
    lane.request(new Slice(1, subblock + 3L * chunk + 5, 1000));
    lane.request(new Slice(1, subblock + 15L * chunk, chunk));
    awaitEvents(2);
    assertThat(recorder.bytes.get(0)).isEqualTo(fragment.payload().slice(3 * chunk + 5, 1000));
    assertThat(recorder.bytes.get(1)).isEqualTo(fragment.payload().slice(15 * chunk, chunk));
    assertThat(recorder.proofs).containsOnly(fragment.dataChecksums());
    assertThat(recorder.receivedBytes).isEqualTo(2L * chunk);
    lane.abort();
  }

  @Test
  void missingAndCorrupt_areMissed_andTheLaneGoesOn() {
    FragmentKey gone = stored.get(2).key();
    Answer.<Integer>of(then -> store().delete(node(), List.of(gone), then)).value();
    corrupt(stored.get(4).key());
    Lane lane = open(3);
    for (int substripe = 0; substripe < 6; substripe++) {
      lane.request(whole(substripe));
    }
    awaitEvents(6);
    assertThat(recorder.events())
        .containsExactly(
            "arrived 0", "arrived 1", "missed 2", "arrived 3", "missed 4", "arrived 5");
    assertThat(recorder.causes.get(0)).isInstanceOf(MissingFragmentException.class);
    assertThat(recorder.causes.get(1)).isInstanceOf(CorruptFragmentException.class);
    lane.abort();
  }

  @Test
  void fragmentOfAnotherRelease_isMissed_andTheLaneGoesOn() {
    makeForeign(stored.get(2).key());
    Lane lane = open(3);
    for (int substripe = 1; substripe < 4; substripe++) {
      lane.request(whole(substripe));
    }
    awaitEvents(3);
    assertThat(recorder.events()).containsExactly("arrived 1", "missed 2", "arrived 3");
    assertThat(recorder.causes.get(0)).isInstanceOf(ForeignFragmentException.class);
    lane.abort();
  }

  @Test
  void fragmentOfAnotherShape_isMissed() {
    put(3, List.of(SUBBLOCK_BYTES, SUBBLOCK_BYTES, 5));
    Lane lane = open(4);
    lane.request(whole(3));
    lane.request(whole(5));
    awaitEvents(2);
    assertThat(recorder.events()).containsExactly("missed 3", "arrived 5");
    assertThat(recorder.causes.get(0))
        .isInstanceOf(CorruptFragmentException.class)
        .hasMessageContaining("[100000, 100000, 5]");
    lane.abort();
  }

  @Test
  void hungNode_failsTheLaneOnce() {
    setHung(true);
    try {
      Lane lane = open(4);
      lane.request(whole(0));
      lane.request(whole(1));
      awaitEvents(1);
      lane.request(whole(2));
      assertThat(recorder.events()).containsExactly("failed");
    } finally {
      setHung(false);
    }
  }

  @Test
  void aborted_deliversNothingMore() {
    setHung(true);
    Lane lane = open(4);
    lane.request(whole(0));
    lane.abort();
    lane.abort();
    setHung(false);
    lane.request(whole(1));
    Answer.until(
        "the node answers",
        () -> Answer.<Long>of(then -> store().usedBytes(node(), then)).succeeded());
    assertThat(recorder.events()).isEmpty();
  }

  @Test
  void aborted_atAnyTime_keepsNoBuffer() {
    List<Recorder> recorders = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      // One each: what a lane was delivering when it was aborted may overlap with the next lane.
      Recorder own = new Recorder();
      recorders.add(own);
      Lane lane = open(3, own);
      for (int substripe = 0; substripe < SUBSTRIPES; substripe++) {
        lane.request(whole(substripe));
      }
      for (int spin = 0; spin < i * 100 && own.count() < 5; spin++) {
        Thread.onSpinWait();
      }
      lane.abort();
    }
    Answer.until(
        "every aborted lane's buffers given back",
        () -> {
          recorders.forEach(Recorder::giveBack);
          return buffers.takenBytes() == 0;
        });
  }
}
