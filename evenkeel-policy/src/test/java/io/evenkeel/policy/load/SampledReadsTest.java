package io.evenkeel.policy.load;

import static io.evenkeel.testing.engine.LaneBehaviour.slow;
import static io.evenkeel.testing.engine.LaneBehaviour.steady;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.engine.ReadLimits;
import io.evenkeel.core.engine.ReadRequest;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.Source;
import io.evenkeel.core.plan.Knowledge;
import io.evenkeel.core.port.BufferPool;
import io.evenkeel.policy.layout.ContiguousPlanner;
import io.evenkeel.policy.layout.Direction;
import io.evenkeel.policy.scheme.Schemes;
import io.evenkeel.testing.engine.LaneBehaviour;
import io.evenkeel.testing.engine.ReadTrial;
import io.evenkeel.testing.engine.SimulatedFile;
import java.time.Duration;
import java.util.function.Function;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * From the engine's reads by each scheme to the straggler's name: six nodes, files of eight blocks
 * of 1000 bytes, five reads between two evaluations. A healthy node takes 10 ms for a block.
 */
class SampledReadsTest {
  private static final int NODES = 6;
  private static final int SUBBLOCK_BYTES = 50;
  private static final int BLOCK_BYTES = 1000;
  private static final int FILE_BYTES = 8 * BLOCK_BYTES;
  private static final int READS = 5;
  private static final int STEPS_IN_A_WINDOW = 12;
  private static final long MILLI = Duration.ofMillis(1).toNanos();
  private static final long STEP_NANOS = 5000 * MILLI;
  private static final NodeId STRAGGLER = SimulatedFile.dataNode(2);
  private static final ReadLimits LIMITS =
      new ReadLimits(
          4 * BLOCK_BYTES,
          4,
          3,
          2,
          3 * MILLI,
          2 * MILLI,
          20_000,
          100 * MILLI,
          2000 * MILLI,
          1,
          FILE_BYTES,
          1,
          Long.MAX_VALUE >> 8,
          Long.MAX_VALUE >> 8,
          1,
          0);

  private final ServiceRateEstimator estimator =
      new ServiceRateEstimator(new RateSettings(12 * STEP_NANOS, 12, 100, 16, 50, 200, 2 * MILLI));
  private final StragglerWatch watch =
      new StragglerWatch(estimator, StragglerDetectors.defaultDetector(), WatchSettings.defaults());
  private final SimulatedFile file =
      new SimulatedFile(
          1, CodeSpec.parse("xor-4-1"), FILE_BYTES, BLOCK_BYTES, SUBBLOCK_BYTES, NODES, 1);
  private long nowNanos;
  private int reads;
  private StragglerView view = watch.evaluate(0);

  private void read(
      String scheme,
      ByteRange range,
      long reservedBytes,
      ReadTrial.Calls calls,
      Function<Source, LaneBehaviour> behaviours) {
    ReadTrial trial = new ReadTrial(reads++, file, new BufferPool(1 << 20, 1), behaviours);
    trial.lanes().allowSharedSlices();
    ReadRequest request =
        new ReadRequest(
            range,
            new ContiguousPlanner(
                file.stripes(),
                range,
                file::ticket,
                Schemes.named(scheme),
                Direction.OFF,
                reservedBytes),
            Knowledge.SETTLED,
            () -> Rates.told(view),
            LIMITS.withReservedBytes(reservedBytes));
    for (NodeSample sample : trial.read(request, calls, 60_000 * MILLI).samples()) {
      estimator.observe(nowNanos, reads % 2 == 0 ? Rates.A : Rates.B, sample);
    }
  }

  private void readWhole(
      String scheme, ReadTrial.Calls calls, Function<Source, LaneBehaviour> behaviours) {
    for (int i = 0; i < READS; i++) {
      read(scheme, new ByteRange(0, FILE_BYTES), LIMITS.reservedBytes(), calls, behaviours);
    }
  }

  private void evaluate() {
    nowNanos += STEP_NANOS;
    view = watch.evaluate(nowNanos);
  }

  private static Function<Source, LaneBehaviour> straggling(LaneBehaviour how) {
    return source -> source.node().equals(STRAGGLER) ? how : steady().jitter(0.5);
  }

  private static ReadTrial.Calls keepingEachPieceFor(long millis) {
    return new ReadTrial.Calls(millis * MILLI, -1, -1);
  }

  @ParameterizedTest
  @MethodSource("io.evenkeel.policy.scheme.Schemes#names")
  void healthyNodes_areNotAccused(String scheme) {
    for (int i = 0; i < STEPS_IN_A_WINDOW; i++) {
      readWhole(scheme, keepingEachPieceFor(5L * (i % 3)), s -> steady().jitter(0.5));
      evaluate();
      assertThat(view.stragglers()).as("step %d", i).isEmpty();
    }
    assertThat(view.judgedNodes()).isEqualTo(NODES);
  }

  @ParameterizedTest
  @MethodSource("io.evenkeel.policy.scheme.Schemes#names")
  void nodeThatOnlySlowReadersRead_isNotAccused(String scheme) {
    ByteRange blockOfTheNode = ByteRange.of(2L * BLOCK_BYTES, BLOCK_BYTES);
    for (int i = 0; i < 4; i++) {
      for (int block = 0; block < NODES; block++) {
        for (int r = 0; r < READS; r++) {
          ByteRange range = ByteRange.of((long) block * BLOCK_BYTES, BLOCK_BYTES);
          boolean slowly = range.equals(blockOfTheNode);
          ReadTrial.Calls calls = keepingEachPieceFor(slowly ? 50 : 0);
          read(scheme, range, 4 * SUBBLOCK_BYTES, calls, s -> steady().jitter(0.5));
        }
      }
      evaluate();
      assertThat(view.stragglers()).as("step %d", i).isEmpty();
    }
    assertThat(view.judgedNodes()).isEqualTo(NODES);
  }

  @ParameterizedTest
  @CsvSource({
    "adaptive,4",
    "adaptive,8",
    "adaptive,50",
    "pocache,4",
    "pocache,8",
    "pocache,50",
    "parallel,8"
  })
  void straggler_isNamedThoughItsReadsAreGivenUp(String scheme, double factor) {
    for (int i = 0; i < 2; i++) {
      readWhole(scheme, ReadTrial.Calls.EAGER, straggling(slow(factor)));
      evaluate();
    }
    assertThat(view.stragglers()).containsOnlyKeys(STRAGGLER);
  }

  @ParameterizedTest
  @MethodSource("io.evenkeel.policy.scheme.Schemes#names")
  void nodeThatHangsAfterAHealthyWindow_isNamedWithinTheNext(String scheme) {
    for (int i = 0; i < STEPS_IN_A_WINDOW; i++) {
      readWhole(scheme, ReadTrial.Calls.EAGER, straggling(steady()));
      evaluate();
    }
    assertThat(view.stragglers()).isEmpty();
    for (int i = 0; i < STEPS_IN_A_WINDOW && view.stragglers().isEmpty(); i++) {
      readWhole(scheme, ReadTrial.Calls.EAGER, straggling(steady().stallAt(0)));
      evaluate();
    }
    assertThat(view.stragglers()).containsOnlyKeys(STRAGGLER);
  }
}
