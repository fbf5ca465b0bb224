package io.evenkeel.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.Witness;
import io.evenkeel.core.port.ManagerApi;
import io.evenkeel.core.port.NodeStore;
import io.evenkeel.testing.manager.ManagerApiContract;
import io.evenkeel.testing.store.Answer;
import io.evenkeel.testing.store.ClockScheduler;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.Isolated;

/** By a clock: what runs beside it could make it wait for too long. */
@Isolated("real time")
@Execution(ExecutionMode.SAME_THREAD)
class LocalManagerTest extends ManagerApiContract {
  private Failures failures;
  private LocalManager local;

  static ManagerSettings settings(long capacityBytes, Duration timeToLive) {
    return ManagerSettings.of(capacityBytes, timeToLive)
        .withLimits(100, Duration.ofMillis(20))
        .withDetector("ratio-to-median", Duration.ofSeconds(60), Duration.ofMillis(20))
        .withFills(Duration.ofMillis(50), 64L << 20, timeToLive);
  }

  @Override
  protected ManagerApi start(NodeStore over, ClockScheduler time) {
    Manager manager =
        new Manager(
            settings(CAPACITY_BYTES, TIME_TO_LIVE),
            over.nodes(),
            over::allocatedBytes,
            System::nanoTime);
    failures = new Failures(line -> {});
    local = new LocalManager(manager, over, time, 5_000_000, line -> {}, failures);
    return local;
  }

  @Override
  protected void observeElsewhere(List<NodeSample> samples) {
    Answer.<ManagerApi.Answer>of(
            then -> local.observe(new Witness("10.0.0.2"), samples, List.of(), then))
        .value();
  }

  @Override
  protected void stop() {
    assertThat(failures.last()).isEmpty();
  }
}
