package io.evenkeel.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.port.ManagerApi;
import io.evenkeel.core.port.NodeStore;
import io.evenkeel.testing.manager.ManagerApiContract;
import io.evenkeel.testing.store.ClockScheduler;
import java.time.Duration;

class LocalManagerTest extends ManagerApiContract {
  private Failures failures;

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
    return new LocalManager(manager, over, time, 5_000_000, line -> {}, failures);
  }

  @Override
  protected void stop() {
    assertThat(failures.last()).isEmpty();
  }
}
