package io.evenkeel.redis;

import io.evenkeel.core.model.FragmentKey;
import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.Pending;
import java.util.List;

/**
 * One operation on many keys, in parts, one after the other: a stripe may have so many fragments
 * that a server is not done with all of them within the time of one request, and others wait behind
 * each. Ends with the number of keys that were there, or with the first failure.
 */
final class KeysCall implements Completion<Integer>, Pending {
  /** Of one request. */
  static final int PART_KEYS = 2048;

  /** Asks for one part. */
  interface Part {
    Pending ask(List<FragmentKey> keys, Completion<Integer> then);
  }

  private final List<FragmentKey> keys;
  private final boolean untilMissing;
  private final Part part;
  private final Completion<Integer> then;
  private Pending latest = Pending.DONE;
  private int asked;
  private int missing;
  private boolean cancelled;

  /**
   * Asks for nothing yet.
   *
   * @param untilMissing whether nothing more is asked for once a key is not there; the keys that
   *     were not asked for then count as there
   */
  KeysCall(List<FragmentKey> keys, boolean untilMissing, Part part, Completion<Integer> then) {
    this.keys = List.copyOf(keys);
    this.untilMissing = untilMissing;
    this.part = part;
    this.then = then;
  }

  /** Asks for the next part. */
  void askNext() {
    int from;
    int to;
    synchronized (this) {
      if (cancelled) {
        return;
      }
      from = asked;
      to = Math.min(from + PART_KEYS, keys.size());
      asked = to;
    }
    Pending call;
    try {
      call = part.ask(keys.subList(from, to), this);
    } catch (Throwable e) {
      // Or nobody would be told: a part is asked for by the thread that has had the one before.
      then.failed(e);
      return;
    }
    boolean unwanted;
    synchronized (this) {
      // It may be over already, and the one after it under way.
      latest = asked == to ? call : latest;
      unwanted = cancelled;
    }
    if (unwanted) {
      call.cancel();
    }
  }

  private synchronized int partKeys() {
    return asked % PART_KEYS == 0 ? PART_KEYS : asked % PART_KEYS;
  }

  @Override
  public void done(Integer found) {
    boolean isOver;
    int there;
    synchronized (this) {
      missing += partKeys() - found;
      isOver = asked == keys.size() || (untilMissing && missing > 0);
      there = keys.size() - missing;
    }
    if (isOver) {
      then.done(there);
    } else {
      askNext();
    }
  }

  @Override
  public void failed(Throwable cause) {
    then.failed(cause);
  }

  @Override
  public void cancel() {
    Pending call;
    synchronized (this) {
      cancelled = true;
      call = latest;
    }
    call.cancel();
  }
}
