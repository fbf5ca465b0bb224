package io.evenkeel.core.fill;

import io.evenkeel.core.model.RandomSource;
import io.evenkeel.core.port.ManagerApi;
import io.evenkeel.core.port.NodeStore;
import io.evenkeel.core.port.Scheduler;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * What encoding needs of the world.
 *
 * @param log takes one line for people; must not block
 */
public record WritePorts(
    NodeStore store,
    ManagerApi manager,
    Scheduler scheduler,
    RandomSource random,
    Consumer<String> log) {
  public WritePorts {
    Objects.requireNonNull(store, "store is null");
    Objects.requireNonNull(manager, "manager is null");
    Objects.requireNonNull(scheduler, "scheduler is null");
    Objects.requireNonNull(random, "random is null");
    Objects.requireNonNull(log, "log is null");
  }
}
