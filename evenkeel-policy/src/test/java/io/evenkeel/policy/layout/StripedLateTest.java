package io.evenkeel.policy.layout;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.engine.ReadLimits;
import io.evenkeel.core.engine.ReadRequest;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.ClusterView;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.plan.Knowledge;
import io.evenkeel.core.port.BufferPool;
import io.evenkeel.policy.scheme.Schemes;
import io.evenkeel.testing.engine.LaneBehaviour;
import io.evenkeel.testing.engine.ReadTrial;
import io.evenkeel.testing.engine.SimulatedFile;
import io.evenkeel.testing.engine.SimulatedStripedFile;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * What hung nodes cost the read of an erasure-coded file, in virtual time and with the limits that
 * are the default: RS-6-3, 48 MiB in cells of 64 KiB, whose healthy read takes an eighth of a
 * second.
 */
class StripedLateTest {
  private static final long MILLI = 1_000_000;
  private static final int CELL = 64 << 10;
  private static final int ROWS = 128;
  private static final int K = 6;

  /** So that a band of a MiB takes as long as at 64 MiB a second. */
  private static final double NANOS_PER_BYTE = 1e9 / (64 << 20);

  private final SimulatedStripedFile file =
      new SimulatedStripedFile(1, CodeSpec.rs(K, 3), ROWS * K * CELL, ROWS * K * CELL, CELL, 9);
  private final Map<NodeId, LaneBehaviour> odd = new HashMap<>();

  private ReadTrial.Outcome read() {
    ByteRange range = new ByteRange(0, file.bytes().length);
    ReadRequest request =
        new ReadRequest(
            range,
            new StripedPlanner(
                file.groups(),
                range,
                Schemes.named("adaptive"),
                Verification.SAMPLE,
                group -> Optional.empty(),
                Direction.OFF,
                64 << 20),
            Knowledge.SETTLED,
            ClusterView::unknown,
            ReadLimits.defaults().withGrowthAtLeast(K));
    ReadTrial trial =
        new ReadTrial(
            1,
            file,
            new BufferPool(256 << 20, 1 << 20),
            source -> odd.getOrDefault(source.node(), LaneBehaviour.steady().pace(NANOS_PER_BYTE)));
    return trial.read(request, ReadTrial.Calls.EAGER, 600_000 * MILLI);
  }

  private static LaneBehaviour hung() {
    return LaneBehaviour.steady().open(600_000 * MILLI);
  }

  @Test
  void healthy_isReadOnceAndAtTheNodesPace() {
    ReadTrial.Outcome outcome = read();
    assertThat(outcome.report().receivedBytes()).isEqualTo(file.bytes().length);
    assertThat(outcome.report().ledgers()).isEmpty();
    long pace = (long) (NANOS_PER_BYTE * file.bytes().length / K);
    assertThat(outcome.nanos()).isBetween(pace, pace + 50 * MILLI);
  }

  @Test
  void asManyHungAsThereIsParity_costAMomentOnce() {
    long healthy = read().nanos();
    for (int hung = 1; hung <= 3; hung++) {
      odd.put(SimulatedFile.dataNode(hung), hung());
      ReadTrial.Outcome outcome = read();
      assertThat(outcome.plainBytes()).isZero();
      assertThat(outcome.nanos() - healthy).as("%s hung", hung).isBetween(0L, 300 * MILLI);
    }
  }
}
