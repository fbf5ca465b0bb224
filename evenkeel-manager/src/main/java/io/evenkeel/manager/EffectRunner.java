package io.evenkeel.manager;

import io.evenkeel.core.log.OthersText;
import io.evenkeel.core.model.CatalogueEntry;
import io.evenkeel.core.model.CataloguePage;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.NodeStore;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Does on a node store what the manager wants done, and tells it what came of it. Each cache node
 * has a queue of its own, so that one that hangs keeps no other waiting. Everything but the store's
 * own work happens in the manager's serial context. What a queue has no room for is dropped:
 * renewals and deletions come again.
 */
final class EffectRunner {
  private static final int LINE_CHARS_MAX = 2000;
  private final Manager manager;
  private final NodeStore store;
  private final Executor serial;
  private final LongSupplier nanoTime;
  private final Consumer<String> log;
  private final HeldGrants grants;
  private final Map<NodeId, CacheNodeEffects> queues = new HashMap<>();

  /**
   * @param grants told of deletions
   */
  EffectRunner(
      Manager manager,
      NodeStore store,
      Executor serial,
      LongSupplier nanoTime,
      Consumer<String> log,
      HeldGrants grants) {
    this.grants = grants;
    this.manager = manager;
    this.store = store;
    this.serial = serial;
    this.nanoTime = nanoTime;
    this.log = log;
  }

  void run(List<Effect> effects) {
    for (Effect effect : effects) {
      if (effect instanceof Effect.Log line) {
        log.accept(OthersText.oneLine(line.message(), LINE_CHARS_MAX));
      } else if (effect instanceof Effect.OnNode onNode) {
        if (effect instanceof Effect.Delete delete) {
          grants.deletionDue(delete);
        }
        CacheNodeEffects queue = queues.computeIfAbsent(onNode.node(), n -> new CacheNodeEffects());
        if (!queue.add(onNode)) {
          noRoom(onNode);
        }
        startMore(queue);
      }
    }
  }

  private void noRoom(Effect.OnNode effect) {
    if (effect instanceof Effect.Delete delete) {
      manager.deleteFailed(delete);
      grants.deletionEnded(delete);
    } else if (effect instanceof Effect.Renew renew) {
      manager.renewalHadNoRoom(renew);
    } else if (effect instanceof Effect.ReadCatalogue read) {
      run(manager.unread(nanoTime.getAsLong(), read.node(), "too much is waiting for it"));
    }
  }

  private void startMore(CacheNodeEffects queue) {
    for (Effect.OnNode next = queue.begin(); next != null; next = queue.begin()) {
      start(queue, next);
    }
  }

  private void start(CacheNodeEffects queue, Effect.OnNode effect) {
    if (effect instanceof Effect.Delete delete) {
      delete(queue, delete);
    } else if (effect instanceof Effect.Renew renew) {
      long asked = nanoTime.getAsLong();
      Then<Integer> then =
          new Then<>(
              queue,
              effect,
              found -> manager.renewed(asked, renew.stripe(), renew.node(), found),
              cause -> {
                manager.renewalUnanswered(renew);
                return List.of();
              });
      then.begin(() -> store.renew(renew.node(), renew.keys(), renew.timeToLive(), then));
    } else if (effect instanceof Effect.Enter enter) {
      enter(queue, enter);
    } else if (effect instanceof Effect.ReadCatalogue read) {
      NodeId node = read.node();
      Then<CataloguePage> then =
          new Then<>(
              queue,
              effect,
              page -> manager.adopt(nanoTime.getAsLong(), node, page),
              cause ->
                  manager.unread(nanoTime.getAsLong(), node, String.valueOf(cause.getMessage())));
      then.begin(() -> store.catalogue(node, read.from(), then));
    } else {
      NodeId node = effect.node();
      Then<Long> then =
          new Then<>(
              queue,
              effect,
              used -> manager.toldUsedBytes(node, used),
              cause -> manager.unreachable(node, String.valueOf(cause.getMessage())));
      then.begin(() -> store.usedBytes(node, then));
    }
  }

  /** There is nothing to do any more. */
  private void skip(CacheNodeEffects queue, Effect.OnNode effect) {
    new Then<Void>(queue, effect, done -> List.of(), cause -> List.of()).done(null);
  }

  private void delete(CacheNodeEffects queue, Effect.Delete due) {
    Optional<Effect.Delete> still = manager.stillToDelete(due);
    if (still.isEmpty()) {
      skip(queue, due);
      return;
    }
    Effect.Delete delete = still.get();
    AtomicBoolean isStruck = new AtomicBoolean();
    Then<Integer> then =
        new Then<>(
            queue,
            due,
            count -> {
              if (!isStruck.get()) {
                manager.strikeFailed(delete);
              }
              return List.of();
            },
            cause -> {
              manager.deleteFailed(delete);
              return List.of();
            });
    Consumer<Boolean> next =
        struck -> {
          isStruck.set(struck);
          then.begin(() -> store.delete(delete.node(), delete.keys(), then));
        };
    then.begin(() -> store.strike(delete.node(), delete.stripe(), new Struck(next)));
  }

  /** Goes on, once, whatever has come of striking a claim. */
  private static final class Struck implements Completion<Void> {
    private final Consumer<Boolean> next;
    private final AtomicBoolean ended = new AtomicBoolean();

    Struck(Consumer<Boolean> next) {
      this.next = next;
    }

    @Override
    public void done(Void nothing) {
      end(true);
    }

    @Override
    public void failed(Throwable cause) {
      end(false);
    }

    private void end(boolean isStruck) {
      if (ended.compareAndSet(false, true)) {
        next.accept(isStruck);
      }
    }
  }

  private void enter(CacheNodeEffects queue, Effect.Enter enter) {
    Optional<CatalogueEntry> entry = manager.claim(enter.stripe()).flatMap(Claim::toEntry);
    if (entry.isEmpty()) {
      skip(queue, enter);
      return;
    }
    // It may have been given up meanwhile, and struck on another connection before it was written.
    Then<Void> then =
        new Then<>(queue, enter, done -> manager.entered(enter), cause -> manager.entered(enter));
    then.begin(() -> store.enter(enter.node(), entry.get(), enter.timeToLive(), then));
  }

  private interface Event<T> {
    List<Effect> happen(T value);
  }

  /** What becomes of an effect; whatever the store does, it ends once. */
  private final class Then<T> implements Completion<T> {
    private final CacheNodeEffects queue;
    private final Effect.OnNode effect;
    private final Event<T> done;
    private final Event<Throwable> failed;
    private final AtomicBoolean ended = new AtomicBoolean();

    Then(CacheNodeEffects queue, Effect.OnNode effect, Event<T> done, Event<Throwable> failed) {
      this.queue = queue;
      this.effect = effect;
      this.done = done;
      this.failed = failed;
    }

    void begin(Runnable call) {
      try {
        call.run();
      } catch (Throwable e) {
        // A class that is missing, too: else the queue's place is never free again.
        failed(e);
        if (e instanceof OutOfMemoryError) {
          throw e;
        }
      }
    }

    @Override
    public void done(T value) {
      end(() -> done.happen(value));
    }

    @Override
    public void failed(Throwable cause) {
      end(() -> failed.happen(cause));
    }

    private void end(Supplier<List<Effect>> event) {
      if (ended.compareAndSet(false, true)) {
        serial.execute(
            () -> {
              queue.ended(effect);
              try {
                run(event.get());
              } finally {
                if (effect instanceof Effect.Delete delete) {
                  grants.deletionEnded(delete);
                }
                startMore(queue);
              }
            });
      }
    }
  }
}
