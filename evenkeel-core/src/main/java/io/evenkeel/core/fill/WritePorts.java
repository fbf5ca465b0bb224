package io.evenkeel.core.fill;

import io.evenkeel.core.model.RandomSource;
import io.evenkeel.core.port.ManagerApi;
import io.evenkeel.core.port.NodeStore;
import io.evenkeel.core.port.Scheduler;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * What encoding needs of the world.
 *
 * @param random thread-safe
 * @param background takes over what the writers hand on; bounded: a file whose event it rejects is
 *     given up
 * @param outcomes hears what became of files that were written, by their paths
 * @param log takes one line for people; must not block
 */
public record WritePorts(
    NodeStore store,
    ManagerApi manager,
    Scheduler scheduler,
    RandomSource random,
    Executor background,
    WriteOutcomes outcomes,
    Consumer<String> log) {
  public WritePorts {
    Objects.requireNonNull(store, "store is null");
    Objects.requireNonNull(manager, "manager is null");
    Objects.requireNonNull(scheduler, "scheduler is null");
    Objects.requireNonNull(random, "random is null");
    Objects.requireNonNull(background, "background is null");
    Objects.requireNonNull(outcomes, "outcomes is null");
    Objects.requireNonNull(log, "log is null");
  }
}
