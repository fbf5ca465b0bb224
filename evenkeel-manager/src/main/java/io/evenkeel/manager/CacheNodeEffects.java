package io.evenkeel.manager;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * What is to be done on one cache node, in order, weighed by the heap that it takes. Under way are
 * a few at a time; the node's used bytes are asked for before all else, and once at a time, for by
 * them it is known whether the node is there.
 */
final class CacheNodeEffects {
  /** What may wait: some 25,000 effects. */
  static final long QUEUED_BYTES_MAX = 4L << 20;

  /** What may be under way; whatever is larger is alone. */
  static final long RUNNING_BYTES_MAX = 4L << 20;

  static final int RUNNING_MAX = 8;

  /** What an effect takes while it waits: it makes its keys when they are asked for. */
  static final long EFFECT_BYTES = 160;

  /** What a key takes while it is asked about, as an object and in a request. */
  static final long KEY_BYTES = 160;

  private final Deque<Effect.OnNode> waiting = new ArrayDeque<>();

  /**
   * What is said to be gone is struck, of a folder all at once, when there is nothing else to do.
   */
  private final Deque<Effect.OnNode> strikes = new ArrayDeque<>();

  private int running;
  private long runningBytes;
  private boolean sampling;

  /** Takes an effect in; false when there is no room for it. */
  boolean add(Effect.OnNode effect) {
    if (effect instanceof Effect.AskUsedBytes) {
      if (!sampling) {
        sampling = true;
        waiting.addFirst(effect);
      }
      return true;
    }
    boolean isStrike = effect instanceof Effect.Delete delete && delete.isStrike();
    Deque<Effect.OnNode> queue = isStrike ? strikes : waiting;
    boolean fits = (queue.size() + 1) * EFFECT_BYTES <= QUEUED_BYTES_MAX / (isStrike ? 4 : 1);
    if (fits) {
      queue.addLast(effect);
    }
    return fits;
  }

  /** The next to begin now; null when there is none, or enough is under way. */
  Effect.OnNode begin() {
    Deque<Effect.OnNode> queue = waiting.isEmpty() ? strikes : waiting;
    Effect.OnNode next = queue.peekFirst();
    boolean fits =
        next != null
            && (running == 0
                || (running < RUNNING_MAX && runningBytes + bytes(next) <= RUNNING_BYTES_MAX));
    if (!fits) {
      return null;
    }
    queue.removeFirst();
    running++;
    runningBytes += bytes(next);
    return next;
  }

  /** What had begun is over. */
  void ended(Effect.OnNode effect) {
    running--;
    runningBytes -= bytes(effect);
    sampling &= !(effect instanceof Effect.AskUsedBytes);
  }

  private static long bytes(Effect.OnNode effect) {
    return EFFECT_BYTES + KEY_BYTES * effect.keys().size();
  }
}
