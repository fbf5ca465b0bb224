package io.evenkeel.manager;

import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.NodeStore;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Does on a node store what the manager wants done, so many at a time, and tells it what came of
 * it. Everything but the store's own work happens in the manager's serial context. What the queue
 * has no room for is dropped: keys that are not removed expire, renewals come again.
 */
final class EffectRunner {
  static final int MAX_RUNNING = 16;
  static final int MAX_QUEUED = 20_000;

  private final Manager manager;
  private final NodeStore store;
  private final Executor serial;
  private final LongSupplier nanoTime;
  private final Consumer<String> log;
  private final Deque<Effect> queue = new ArrayDeque<>();
  private int running;

  EffectRunner(
      Manager manager,
      NodeStore store,
      Executor serial,
      LongSupplier nanoTime,
      Consumer<String> log) {
    this.manager = manager;
    this.store = store;
    this.serial = serial;
    this.nanoTime = nanoTime;
    this.log = log;
  }

  void run(List<Effect> effects) {
    for (Effect effect : effects) {
      if (effect instanceof Effect.Log line) {
        log.accept(line.message());
      } else if (queue.size() < MAX_QUEUED) {
        queue.add(effect);
      } else if (effect instanceof Effect.Delete delete) {
        manager.deleteFailed(delete);
      }
    }
    startMore();
  }

  private void startMore() {
    while (running < MAX_RUNNING && !queue.isEmpty()) {
      running++;
      start(queue.poll());
    }
  }

  private void start(Effect effect) {
    if (effect instanceof Effect.Delete delete) {
      store.delete(
          delete.node(),
          delete.keys(),
          then(
              count -> List.of(),
              cause -> {
                manager.deleteFailed(delete);
                return List.of();
              }));
    } else if (effect instanceof Effect.Renew renew) {
      long asked = nanoTime.getAsLong();
      store.renew(
          renew.node(),
          renew.keys(),
          renew.timeToLive(),
          then(
              found -> manager.renewed(asked, renew.stripe(), renew.node(), found),
              cause -> List.of()));
    } else if (effect instanceof Effect.Sample sample) {
      store.usedBytes(
          sample.node(),
          then(
              used -> manager.sampled(sample.node(), used),
              cause -> manager.unreachable(sample.node(), String.valueOf(cause.getMessage()))));
    }
  }

  private interface Event<T> {
    List<Effect> happen(T value);
  }

  private <T> Completion<T> then(Event<T> done, Event<Throwable> failed) {
    return new Completion<>() {
      @Override
      public void done(T value) {
        ended(() -> done.happen(value));
      }

      @Override
      public void failed(Throwable cause) {
        ended(() -> failed.happen(cause));
      }
    };
  }

  private void ended(Supplier<List<Effect>> event) {
    serial.execute(
        () -> {
          running--;
          run(event.get());
        });
  }
}
