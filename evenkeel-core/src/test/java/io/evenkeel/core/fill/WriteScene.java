package io.evenkeel.core.fill;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.coding.ErasureCode;
import io.evenkeel.core.model.BlockContents;
import io.evenkeel.core.model.BlockVersion;
import io.evenkeel.core.model.FragmentKey;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.StoredFragment;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.model.SubblockChecksums;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Executor;
import java.util.stream.IntStream;

/** One process that writes files, with a fake store and manager, in virtual time. */
final class WriteScene {
  final VirtualTime time = new VirtualTime();
  final FakeStore store;
  final FakeManager manager;
  final List<String> log = new ArrayList<>();

  /** Of each file that has ended: its path, how many stripes are published, how many are not. */
  final List<String> outcomes = new ArrayList<>();

  final WriteBudget budget;
  final ParityWriters writers;
  private final WriteLimits limits;

  WriteScene(WriteLimits limits) {
    this(limits, Runnable::run);
  }

  WriteScene(WriteLimits limits, Executor background) {
    this.limits = limits;
    List<NodeId> nodes =
        IntStream.range(0, 4).mapToObj(i -> new NodeId("cache:" + (7000 + i))).toList();
    store = new FakeStore(time, nodes);
    manager = new FakeManager(time, nodes);
    budget = new WriteBudget(limits.processBytes());
    Random random = new Random(7);
    WritePorts ports =
        new WritePorts(store, manager, time, random::nextLong, background, this::written, log::add);
    writers = new ParityWriters(ports, limits, budget);
  }

  private void written(String path, int published, int unprotected) {
    outcomes.add("%s %d %d".formatted(path, published, unprotected));
  }

  /** Each substripe's parity is handed over by itself, and retries come soon. */
  static WriteLimits limits(CodeSpec code, int subblockBytes) {
    return limits(code, subblockBytes, 1);
  }

  static WriteLimits limits(CodeSpec code, int subblockBytes, int handOverBytes) {
    WriteLimits usual = WriteLimits.of(code, subblockBytes);
    return new WriteLimits(
        code,
        subblockBytes,
        usual.processBytes(),
        handOverBytes,
        usual.filesInFlight(),
        usual.fragmentsInFlight(),
        1,
        Duration.ofMillis(5),
        usual.timeouts(),
        usual.policy());
  }

  static byte[] bytes(long seed, int length) {
    byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  ParityEncoder open(long blockBytes) {
    return writers.encoder("/a", blockBytes).orElseThrow();
  }

  /** The version of a file of these bytes, cut into blocks as a file system would. */
  static FileVersion version(long fileBytes, long blockBytes) {
    List<BlockVersion> blocks = new ArrayList<>();
    for (long at = 0; at < fileBytes; at += blockBytes) {
      long length = Math.min(blockBytes, fileBytes - at);
      blocks.add(new BlockVersion("pool", 100 + blocks.size(), 1000, length));
    }
    return placed(fileBytes, blocks);
  }

  static FileVersion placed(long fileBytes, List<BlockVersion> blocks) {
    List<NodeId> datanode = List.of(new NodeId("datanode:9866"));
    return new FileVersion("/a", fileBytes, blocks, Collections.nCopies(blocks.size(), datanode));
  }

  /** Writes a whole file in one call, closes it and lets everything come to rest. */
  void writeWhole(byte[] file, long blockBytes) {
    ParityEncoder encoder = open(blockBytes);
    encoder.write(file, 0, file.length);
    close(encoder, file.length, blockBytes);
    time.exhaust();
  }

  static void close(ParityEncoder encoder, long fileBytes, long blockBytes) {
    if (encoder.closed()) {
      encoder.finish(version(fileBytes, blockBytes));
    }
  }

  /** Nothing is held: no memory, no turn, no file. */
  void assertAtRest() {
    assertThat(budget.reservedBytes()).as("reserved memory").isZero();
    assertThat(budget.keptBytes()).as("kept buffers").isZero();
    assertThat(writers.gate().entered()).as("turns taken").isZero();
    assertThat(writers.totals().filesInFlight()).as("files in flight").isZero();
    assertThat(store.outstanding).as("puts under way").isZero();
  }

  void assertNothingStored() {
    assertThat(store.fragments).isEmpty();
    assertThat(manager.published).isEmpty();
    assertThat(manager.reserved).isEmpty();
  }

  /** Exactly the file's stripes are published, with the parity of a reference encoding. */
  void assertPublished(byte[] file, long blockBytes) {
    int k = limits.code().dataCount();
    long stripeBytes = blockBytes * k;
    int stripes = (int) ((file.length + stripeBytes - 1) / stripeBytes);
    assertThat(manager.published.keySet().stream().map(StripeId::stripe))
        .containsExactlyInAnyOrderElementsOf(IntStream.range(0, stripes).boxed().toList());
    int fragments = 0;
    List<BlockVersion> blocks = version(file.length, blockBytes).blocks();
    for (Map.Entry<StripeId, FakeManager.Published> stripe : manager.published.entrySet()) {
      fragments += assertStripe(stripe.getKey(), stripe.getValue(), file, blocks, blockBytes);
    }
    assertThat(store.fragments).hasSize(fragments);
  }

  /** That stripe is published with the parity of a reference encoding, and nothing else is. */
  void assertOnlyPublished(StripeId id, byte[] file, long blockBytes) {
    assertThat(manager.published.keySet()).containsExactly(id);
    List<BlockVersion> blocks = version(file.length, blockBytes).blocks();
    assertThat(store.fragments)
        .hasSize(assertStripe(id, manager.published.get(id), file, blocks, blockBytes));
  }

  private int assertStripe(
      StripeId id,
      FakeManager.Published published,
      byte[] file,
      List<BlockVersion> blocks,
      long blockBytes) {
    int k = limits.code().dataCount();
    int m = limits.code().parityCount();
    int first = id.stripe() * k;
    List<BlockVersion> own = blocks.subList(first, Math.min(first + k, blocks.size()));
    assertThat(published.version()).isEqualTo(BlockContents.of(own));
    assertThat(published.geometry().blockLengthBytes()).isEqualTo(BlockContents.lengthBytes(own));
    int substripes = published.geometry().substripeCount();
    for (int s = 0; s < substripes; s++) {
      ByteBuffer[] data = new ByteBuffer[k];
      List<Integer> lengths = new ArrayList<>();
      int[][] crcs = new int[k][];
      for (int i = 0; i < k; i++) {
        int length = published.geometry().subblockLengthBytes(i, s);
        long at = (first + i) * blockBytes + (long) s * limits.subblockBytes();
        data[i] =
            length == 0 ? ByteBuffer.allocate(0) : ByteBuffer.wrap(file, (int) at, length).slice();
        lengths.add(length);
        crcs[i] = SubblockChecksums.of(data[i]);
      }
      ByteBuffer[] parity = new ByteBuffer[m];
      for (int p = 0; p < m; p++) {
        parity[p] = ByteBuffer.allocate(published.geometry().parityLengthBytes(s));
      }
      ErasureCode.of(limits.code()).encode(data, parity);
      for (int p = 0; p < m; p++) {
        StoredFragment stored = store.fragments.get(new FragmentKey(id, s, k + p));
        assertThat(stored).as("fragment %s of substripe %s", p, s).isNotNull();
        assertThat(stored.code()).isEqualTo(limits.code());
        assertThat(stored.dataLengthBytes()).isEqualTo(lengths);
        assertThat(stored.dataChecksums()).isEqualTo(new SubblockChecksums(crcs));
        assertThat(stored.payload()).isEqualTo(parity[p]);
      }
    }
    return substripes * m;
  }
}
