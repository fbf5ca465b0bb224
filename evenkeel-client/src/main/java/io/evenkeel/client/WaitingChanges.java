package io.evenkeel.client;

import io.evenkeel.core.model.PathChange;
import io.evenkeel.core.port.ManagerApi;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The changes that the manager is to be told, in their order, and those that it is being told. Not
 * thread-safe.
 */
final class WaitingChanges {
  static final int WAITING_MAX = 10_000;

  /** Of what goes along only, the latest: what makes a request has room with it. */
  static final int ALONG_MAX = ManagerApi.PATHS_PER_REQUEST_MAX - 1;

  /** Where a file was created so long ago another may be by now. */
  static final long ALONG_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** A request that cannot be understood is not told for ever. */
  static final int TELLINGS_MAX = 3;

  private final Deque<Telling> waiting = new ArrayDeque<>();
  private List<Telling> underWay = List.of();

  /** How many of those that wait go along only. */
  private int along;

  private static final class Telling {
    /** Whether it is of a file that was created, and may be in the place of another. */
    final boolean isOfCreated;

    final long atNanos;
    PathChange change;
    int tellings;
    boolean goesAlong;

    Telling(PathChange change, boolean isOfCreated, boolean goesAlong, long nowNanos) {
      this.change = change;
      this.isOfCreated = isOfCreated;
      this.goesAlong = goesAlong;
      this.atNanos = nowNanos;
    }

    boolean isOfCreated(String path) {
      return isOfCreated && change.path().equals(path);
    }
  }

  /** Takes one in that is to be told; false when too many wait. */
  boolean add(long nowNanos, PathChange change) {
    return add(new Telling(change, false, false, nowNanos));
  }

  private boolean add(Telling telling) {
    boolean fits = count() < WAITING_MAX;
    if (fits) {
      waiting.add(telling);
    }
    return fits;
  }

  /**
   * A file was created that gets no parity: it goes along.
   *
   * @param hasEnded whether all is known of its parity, so that a later publication there is of
   *     what has overwritten it, and says so
   */
  void addPlain(long nowNanos, String path, boolean hasEnded) {
    if (along == ALONG_MAX) {
      Iterator<Telling> oldest = waiting.iterator();
      while (!oldest.next().goesAlong) {}
      oldest.remove();
      along--;
    }
    waiting.add(new Telling(PathChange.gone(path), hasEnded, true, nowNanos));
    along++;
  }

  /** A file was created that was to get parity, and gets none; false when too many wait. */
  boolean addRefused(long nowNanos, String path) {
    return add(new Telling(PathChange.gone(path), true, false, nowNanos));
  }

  /** What could not get parity is overwritten by what is to, of which more will be said. */
  void dropPlain(String path) {
    int before = waiting.size();
    waiting.removeIf(
        each -> each.goesAlong && !each.isOfCreated && each.change.path().equals(path));
    along -= before - waiting.size();
  }

  /** What is published says what is to be said of files that were created there. */
  void published(String path) {
    // What is under way is not told again.
    underWay.stream().filter(each -> each.isOfCreated(path)).forEach(each -> each.goesAlong = true);
    long gone = waiting.stream().filter(each -> each.goesAlong && each.isOfCreated(path)).count();
    waiting.removeIf(each -> each.isOfCreated(path));
    along -= (int) gone;
  }

  /** The next that are told at once, if there is anything that does not go along only. */
  List<PathChange> take(long nowNanos) {
    int before = waiting.size();
    waiting.removeIf(each -> each.goesAlong && nowNanos - each.atNanos > ALONG_NANOS);
    along -= before - waiting.size();
    underWay = new ArrayList<>();
    while (underWay.size() < ManagerApi.PATHS_PER_REQUEST_MAX && count() > 0) {
      Telling next = waiting.remove();
      along -= next.goesAlong ? 1 : 0;
      next.tellings++;
      underWay.add(next);
    }
    return underWay.stream().map(each -> each.change).toList();
  }

  /** They are told. */
  void told() {
    underWay = List.of();
  }

  /**
   * They are not, and wait before those that came meanwhile; what goes along does not.
   *
   * @param perhaps whether they may have been all the same
   */
  void notTold(boolean perhaps) {
    for (int i = underWay.size() - 1; i >= 0; i--) {
      Telling each = underWay.get(i);
      if (each.tellings < TELLINGS_MAX && !each.goesAlong && count() < WAITING_MAX) {
        each.change = perhaps ? each.change.asPossibleDuplicate() : each.change;
        waiting.addFirst(each);
      }
    }
    underWay = List.of();
  }

  /** How many wait that do not go along only. */
  int count() {
    return waiting.size() - along;
  }

  void clear() {
    waiting.clear();
    underWay = List.of();
    along = 0;
  }
}
