package io.evenkeel.manager;

import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.port.ManagerApi;
import io.evenkeel.core.port.NodeStore;
import io.evenkeel.policy.cache.Lru;
import io.evenkeel.testing.manager.ManagerApiContract;
import io.evenkeel.testing.store.ClockScheduler;
import java.time.Duration;

class LocalManagerTest extends ManagerApiContract {
  @Override
  protected ManagerApi start(NodeStore over, ClockScheduler time) {
    ManagerSettings settings =
        new ManagerSettings(CAPACITY_BYTES, TIME_TO_LIVE, true, 100, Duration.ofMillis(20));
    Manager manager =
        new Manager(
            settings, over.nodes(), over::allocatedBytes, new Lru<StripeId>(), System::nanoTime);
    return new LocalManager(manager, over, time, 5_000_000, line -> {});
  }

  @Override
  protected void stop() {}
}
