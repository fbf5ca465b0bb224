package io.evenkeel.core.fill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.BlockContents;
import io.evenkeel.core.model.BlockVersion;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.Stripe;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.model.StripeId;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which files get parity; nobody outside hears of the others. */
class WritePolicyTest {
  private static final CodeSpec CODE = CodeSpec.rs(3, 2);

  /** What is written by so much is not gathered first. */
  private static final int SUBBLOCK = 8192;

  private static final int BLOCK = 4 * SUBBLOCK;
  private static final WritePolicy SEVERAL_BLOCKS = new WritePolicy(1, false, List.of(), List.of());

  private final AtomicInteger background = new AtomicInteger();

  private WriteScene scene(WritePolicy policy, long processBytes) {
    return new WriteScene(
        WriteScene.limits(CODE, SUBBLOCK).withPolicy(policy).withProcessBytes(processBytes),
        task -> {
          background.incrementAndGet();
          task.run();
        });
  }

  private WriteScene scene(WritePolicy policy) {
    return scene(policy, 1 << 20);
  }

  private void assertNobodyHeard(WriteScene scene) {
    assertThat(scene.manager.asked).isEmpty();
    assertThat(scene.manager.publishCalls).isZero();
    assertThat(scene.manager.withdrawCalls).isZero();
    assertThat(scene.store.puts).isZero();
    assertThat(scene.log).isEmpty();
    assertThat(background).as("tasks in the background").hasValue(0);
    assertThat(scene.outcomes).isNotEmpty().allMatch("/a 0 0"::equals);
    scene.assertAtRest();
  }

  /** Written in one call or byte by byte, which is gathered first. */
  private static void write(WriteScene scene, int length, int step) {
    byte[] file = WriteScene.bytes(length, length);
    ParityEncoder encoder = scene.open(BLOCK);
    for (int at = 0; at < length; at += step) {
      encoder.write(file, at, Math.min(step, length - at));
    }
    assertThat(encoder.closed()).isFalse();
    scene.time.exhaust();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 100_000})
  void filesOfUpToABlock_areNobodysBusiness(int step) {
    WriteScene scene = scene(SEVERAL_BLOCKS);
    for (int length : new int[] {0, 1, SUBBLOCK, BLOCK - 1, BLOCK}) {
      write(scene, length, step);
    }
    assertNobodyHeard(scene);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 100_000})
  void shorterFiles_areNobodysBusiness(int step) {
    WriteScene scene = scene(new WritePolicy(2 * BLOCK, true, List.of(), List.of()));
    for (int length : new int[] {0, 1, BLOCK, 2 * BLOCK - 1}) {
      write(scene, length, step);
    }
    assertNobodyHeard(scene);
  }

  @Test
  void abandonedBeforeItIsWanted_isNobodysBusinessEither() {
    WriteScene scene = scene(SEVERAL_BLOCKS);
    ParityEncoder encoder = scene.open(BLOCK);
    encoder.write(new byte[BLOCK], 0, BLOCK);
    encoder.abandon("the close failed");
    scene.time.exhaust();
    assertNobodyHeard(scene);
  }

  @ParameterizedTest
  @ValueSource(ints = {BLOCK + 1, 2 * BLOCK, 3 * BLOCK, 5 * BLOCK + 17})
  void longerFiles_areProtectedWhole(int length) {
    WriteScene scene = scene(SEVERAL_BLOCKS);
    byte[] file = WriteScene.bytes(1, length);
    scene.writeWhole(file, BLOCK);
    scene.assertPublished(file, BLOCK);
    scene.assertAtRest();
    assertThat(scene.outcomes).singleElement().asString().matches("/a [1-9] 0");
  }

  @Test
  void lastBlockThatStandsAlone_getsNone_andNobodyIsTold() {
    WriteScene scene = scene(SEVERAL_BLOCKS);
    byte[] file = WriteScene.bytes(1, 3 * BLOCK + 500);
    scene.writeWhole(file, BLOCK);
    StripeId first = scene.manager.published.keySet().iterator().next();
    scene.assertOnlyPublished(first, file, BLOCK);
    assertThat(first.stripe()).isZero();
    assertThat(scene.writers.totals()).isEqualTo(new WriteTotals(1, 1, 0, 0));
    assertThat(scene.log).isEmpty();
    scene.assertAtRest();
  }

  /** So much, and no more, is set aside: neither memory here nor room in a cache node. */
  @Test
  void whatIsReserved_growsWithTheFile() {
    WriteScene scene = scene(SEVERAL_BLOCKS);
    ParityEncoder encoder = scene.open(BLOCK);
    byte[] file = WriteScene.bytes(1, 2 * BLOCK);
    for (int subblocks = 1; subblocks <= 4; subblocks++) {
      encoder.write(file, (subblocks - 1) * SUBBLOCK, SUBBLOCK);
      assertThat(scene.budget.reservedBytes()).isEqualTo(2L * subblocks * SUBBLOCK);
    }
    scene.time.settle();
    assertThat(scene.manager.asked).isEmpty();
    encoder.write(file, BLOCK, SUBBLOCK);
    scene.time.settle();
    assertThat(scene.budget.reservedBytes()).isEqualTo(2L * BLOCK);
    assertThat(scene.manager.asked.values())
        .singleElement()
        .satisfies(g -> assertThat(g.parityLengthBytes(3)).isEqualTo(SUBBLOCK));
    encoder.write(file, BLOCK + SUBBLOCK, 3 * SUBBLOCK);
    WriteScene.close(encoder, file.length, BLOCK);
    scene.time.exhaust();
    scene.assertPublished(file, BLOCK);
    scene.assertAtRest();
  }

  @Test
  void manyFilesThatBegin_takeTheMemoryOfWhatTheyHaveWritten() {
    WriteScene scene = scene(SEVERAL_BLOCKS, 4L * BLOCK);
    byte[] file = WriteScene.bytes(1, 2 * BLOCK);
    ParityEncoder[] begun = new ParityEncoder[4];
    for (int i = 0; i < begun.length; i++) {
      begun[i] = scene.open(BLOCK);
      begun[i].write(new byte[SUBBLOCK], 0, SUBBLOCK);
    }
    scene.writeWhole(file, BLOCK);
    scene.assertPublished(file, BLOCK);
    for (ParityEncoder encoder : begun) {
      encoder.abandon("enough");
    }
    scene.time.exhaust();
    scene.assertAtRest();
  }

  @Test
  void memoryThatEndsWithinAStripe_leavesThatOneUnprotected_andSaysSo() {
    WriteScene scene = scene(SEVERAL_BLOCKS, 2L * BLOCK - 1);
    scene.writeWhole(WriteScene.bytes(1, 2 * BLOCK), BLOCK);
    scene.assertNothingStored();
    scene.assertAtRest();
    assertThat(scene.writers.totals()).isEqualTo(new WriteTotals(1, 0, 1, 0));
    assertThat(scene.log).singleElement().asString().contains("limit for parity being written");
  }

  /** A log that grows by a line an hour is not to hold what others need. */
  @Test
  void slowWriter_holdsMemoryForSoLongAtMost() {
    WriteScene scene = scene(SEVERAL_BLOCKS);
    ParityEncoder encoder = scene.open(BLOCK);
    encoder.write(new byte[BLOCK], 0, BLOCK - 1);
    scene.time.advance(WriteLimits.Timeouts.DEFAULT.stripe().toNanos() + 1);
    assertThat(scene.budget.reservedBytes()).isZero();
    encoder.write(new byte[2 * BLOCK], 0, 2 * BLOCK);
    assertThat(encoder.closed()).isFalse();
    scene.time.exhaust();
    scene.assertNothingStored();
    scene.assertAtRest();
    assertThat(scene.log).singleElement().asString().contains("was not written within");
  }

  @Test
  void rowsThatAreWholeBeforeTheFileIsLongEnough_areStoredThen() {
    WriteScene scene = scene(new WritePolicy(9 * SUBBLOCK, false, List.of(), List.of()));
    CellCut cut = new CellCut(CODE, SUBBLOCK, BLOCK);
    byte[] file = WriteScene.bytes(1, 9 * SUBBLOCK);
    ParityEncoder encoder = scene.writers.encoder("/a", cut).orElseThrow();
    encoder.write(file, 0, 9 * SUBBLOCK - 1);
    scene.time.advance(1_000_000_000);
    assertThat(scene.store.puts).isZero();
    encoder.write(new byte[SUBBLOCK], 0, SUBBLOCK);
    scene.time.advance(1_000_000_000);
    assertThat(scene.store.puts).isEqualTo(3 * CODE.parityCount());
    encoder.abandon("seen");
    scene.time.exhaust();
    scene.assertAtRest();
  }

  @Test
  void excludedPaths_areNotFilledEither() {
    WriteScene scene = scene(new WritePolicy(1, false, List.of(), List.of("/a")));
    WriteScene other = scene(new WritePolicy(1, false, List.of(), List.of("/b")));
    List<BlockVersion> blocks = WriteScene.version(2 * BLOCK, BLOCK).blocks();
    List<NodeId> node = List.of(new NodeId("datanode:9866"));
    StripeGeometry geometry = new StripeGeometry(CODE, SUBBLOCK, BlockContents.lengthBytes(blocks));
    PlacedStripe content =
        new PlacedStripe(
            "/a", new Stripe(0, 0, geometry, BlockContents.of(blocks), List.of(node, node)));
    assertThat(scene.writers.stripeEncoder(content, end -> {})).isEmpty();
    assertThat(scene.writers.totals().filesInFlight()).isZero();
    assertThat(other.writers.stripeEncoder(content, end -> {})).isPresent();
  }

  @ParameterizedTest
  @CsvSource({
    "/tmp, /tmp, true",
    "/tmp, /tmp/a/b, true",
    "/tmp/, /tmp/a, true",
    "/tmp, /tmpfile, false",
    "/tmp, /a/tmp, false",
    "/user/*/.staging, /user/me/.staging/job_1/job.jar, true",
    "/user/*/.staging, /user/me/data, false",
    "/user/*/.staging, /user/.staging, false",
    "/a/_temp*, /a/_temporary/0, true",
    "/a/*.tmp, /a/b.tmp, true",
    "/a/*.tmp, /a/b.tmp2, false",
    "/a/*b*c, /a/abxbyc, true",
    "/a/*b*c, /a/abxbyd, false",
    "/*, /a, true",
    "/, /a/b, true",
  })
  void path_isATree(String path, String file, boolean isIn) {
    List<String> paths = List.of(path);
    assertThat(new WritePolicy(0, true, paths, List.of()).covers(file)).isEqualTo(isIn);
    assertThat(new WritePolicy(0, true, List.of(), paths).covers(file)).isEqualTo(!isIn);
    assertThat(new WritePolicy(0, true, List.of("/"), paths).covers(file)).isEqualTo(!isIn);
    assertThat(new WritePolicy(0, true, paths, List.of("/")).covers(file)).isFalse();
  }

  @Test
  void pathsThatAreNotAbsolute_areRefused() {
    for (String wrong : List.of("tmp", "hdfs://nn/tmp", "")) {
      assertThatThrownBy(() -> new WritePolicy(0, true, List.of(), List.of(wrong)))
          .hasMessageContaining("starts with /");
    }
  }
}
