package io.evenkeel.manager;

import io.evenkeel.core.model.PathChange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * What clients say of files that were deleted, cut or renamed. Their parity is found by going
 * through all of it, so that is done for many at once. What is said only makes it doubtful: what
 * nobody asks for until it is to be renewed is then given up.
 */
final class ChangedPaths {
  /** More are not remembered; what they are of stays until it is evicted. */
  static final int WAITING_MAX = 4096;

  /** Nor are longer names, all together. */
  static final long WAITING_CHARS_MAX = 4L << 20;

  private static final long LOOK_EVERY_NANOS = Duration.ofSeconds(2).toNanos();

  private static final int LOOKS_PER_LIFE_MIN = 10;

  /** A file that is renamed more often between two looks is somewhere. */
  static final int MOVES_MAX = 8;

  /**
   * Longer paths are not followed: whoever tells of one move may have it be that of all stripes, of
   * which {@link StripeTable} has room for so many characters each.
   */
  static final int MOVED_CHARS_MAX = 400;

  /**
   * Within it a possible duplicate and what is none are the same, one of each: a client tells what
   * the NameNode's edits say, too, and tells again what was not answered. Such a move is still
   * meant for what was published since.
   */
  static final long SAME_NANOS = Duration.ofSeconds(60).toNanos();

  static final int REMEMBERED_MAX = 4 * WAITING_MAX;

  private static final long FOR_ALL = -1;

  /** Where nobody knows. */
  private static final String SOMEWHERE = "";

  private final Encodings encodings;
  private final StripeTable stripes;

  /** When something was told last to be gone. */
  private final Map<String, Long> gone = new HashMap<>();

  /** Where something has moved to, by when that was told. */
  private final Map<String, TreeMap<Long, Move>> moved = new HashMap<>();

  /** The last encoding that was published for a file as it was written. */
  private final Map<String, Written> written = new HashMap<>();

  /** When changes came lately, by a hash of them, the oldest first. */
  private final Map<Long, Telling> remembered = new LinkedHashMap<>();

  private int waiting;

  /** Of what waits, but for what was published: its names are kept elsewhere. */
  private long waitingChars;

  /** All that is told has a number. */
  private long lastTold;

  private long lookedNanos;
  private final long lookEveryNanos;

  private record Written(Encoding encoding, long told) {}

  /**
   * @param told the latest
   * @param unpaired how many have come, possible duplicates or not, that have no counterpart yet
   */
  private record Telling(long atNanos, long told, boolean isDuplicate, int unpaired) {}

  /**
   * @param publishedAfter for what it is meant; {@link #FOR_ALL}
   */
  private record Move(String to, long publishedAfter) {}

  /** Where something is, and when that was told. */
  private record Place(String path, long told) {
    boolean isSomewhere() {
      return path.equals(SOMEWHERE);
    }
  }

  /**
   * @param timeToLive of what is published: where that is short, changes are looked up sooner
   */
  ChangedPaths(Encodings encodings, StripeTable stripes, Duration timeToLive) {
    this.lookEveryNanos = Math.min(LOOK_EVERY_NANOS, timeToLive.toNanos() / LOOKS_PER_LIFE_MIN);
    this.encodings = encodings;
    this.stripes = stripes;
  }

  long lastTold() {
    return lastTold;
  }

  /** Whether it is remembered. */
  boolean changed(long nowNanos, List<PathChange> changes) {
    long chars = changes.stream().mapToLong(c -> c.path().length() + c.movedTo().length()).sum();
    if (waiting + changes.size() > WAITING_MAX || waitingChars + chars > WAITING_CHARS_MAX) {
      return false;
    }
    waitingChars += chars;
    forgetOld(nowNanos);
    for (PathChange change : changes) {
      String path = bare(change.path());
      boolean isGone = change.movedTo().isEmpty();
      String to = isGone ? "" : bare(change.movedTo());
      long told = ++lastTold;
      waiting++;
      Telling before = counterpart(nowNanos, change.isPossibleDuplicate(), path, to, told);
      if (!isGone) {
        moved(path, new Move(to, before == null ? FOR_ALL : before.told()), told);
      } else if (before == null) {
        gone.put(path, told);
      }
    }
    return true;
  }

  private void moved(String path, Move move, long told) {
    TreeMap<Long, Move> moves = moved.computeIfAbsent(path, p -> new TreeMap<>());
    // Those that are not for all are looked through.
    if (move.publishedAfter() == FOR_ALL || moves.size() < MOVES_MAX) {
      moves.put(told, move);
    }
  }

  /** What has come a short while ago and is the same; null for nothing. */
  private Telling counterpart(
      long nowNanos, boolean isDuplicate, String path, String to, long told) {
    long hash = ((long) path.hashCode() << Integer.SIZE) ^ to.hashCode();
    Telling before = remembered.remove(hash);
    boolean isAlike = before == null || before.isDuplicate() == isDuplicate;
    int unpaired = before == null ? 0 : before.unpaired();
    boolean isPaired = !isAlike && unpaired > 0;
    remembered.put(
        hash,
        isPaired
            ? new Telling(nowNanos, told, !isDuplicate, unpaired - 1)
            : new Telling(nowNanos, told, isDuplicate, isAlike ? unpaired + 1 : 1));
    return isPaired ? before : null;
  }

  private void forgetOld(long nowNanos) {
    Iterator<Telling> oldest = remembered.values().iterator();
    while (oldest.hasNext()) {
      boolean isOld = nowNanos - oldest.next().atNanos() > SAME_NANOS;
      if (!isOld && remembered.size() < REMEMBERED_MAX) {
        return;
      }
      oldest.remove();
    }
  }

  /** What else is published for its path was of a file that it has overwritten. */
  void written(Encoding encoding) {
    encoding.publishedTold = lastTold;
    if (waiting < WAITING_MAX) {
      waiting++;
      written.put(encoding.content.path, new Written(encoding, ++lastTold));
    }
  }

  private static String bare(String path) {
    int end = path.length();
    while (end > 1 && path.charAt(end - 1) == '/') {
      end--;
    }
    return path.substring(0, end);
  }

  /** Looks what was told of, now and then; gives what is to be made and is gone. */
  List<KnownStripe> tick(long nowNanos, Fills fills, List<Effect> effects) {
    forgetOld(nowNanos);
    if (waiting == 0 || nowNanos - lookedNanos < lookEveryNanos) {
      return List.of();
    }
    long lookedBefore = lookedNanos;
    lookedNanos = nowNanos;
    List<Encoding> doubtful = new ArrayList<>();
    PathHashes told = new PathHashes();
    List.of(gone, moved, written).forEach(paths -> paths.keySet().forEach(told::add));
    encodings.forEachPublished(
        encoding -> {
          if (told.mayHaveOneOf(encoding.content.path) && isDoubtful(encoding)) {
            doubtful.add(encoding);
          }
        });
    encodings.forEachFill(
        fill -> {
          if (told.mayHaveOneOf(fill.content.path)) {
            fill.goneMeanwhile |= isDoubtful(fill);
          }
        });
    doubtful.forEach(encoding -> encodings.doubt(encoding, nowNanos, effects));
    List<KnownStripe> goneWanted = fills.open();
    goneWanted.removeIf(
        wanted -> goneTold(wanted.path) == 0 || isWantedSince(wanted.fill, lookedBefore));
    gone.clear();
    moved.clear();
    written.clear();
    waiting = 0;
    waitingChars = 0;
    return goneWanted;
  }

  /** What has been asked for since the look before may be there anew; an order was given before. */
  private static boolean isWantedSince(Fill fill, long lookedBefore) {
    return fill.state == Fill.State.QUEUED && fill.nanos - lookedBefore > 0;
  }

  /** Whether its content is said to be gone; finds out where it is. */
  private boolean isDoubtful(Encoding encoding) {
    if (encoding.moved) {
      return false;
    }
    KnownStripe content = encoding.content;
    Place place = placeNow(encoding);
    encoding.moved =
        place.isSomewhere()
            || (!place.path().equals(content.path) && !stripes.moved(content, place.path()));
    if (encoding.moved) {
      return false;
    }
    Written newer = written.get(place.path());
    boolean isOverwritten =
        newer != null && newer.told() > place.told() && !newer.encoding().isOfEpoch(encoding);
    return isOverwritten || goneTold(place.path()) > since(encoding, place);
  }

  /** Where something was written anew, that is there, whatever was gone before. */
  private long since(Encoding encoding, Place place) {
    Written own = written.get(place.path());
    boolean isNew = own != null && own.encoding().isOfEpoch(encoding);
    return isNew ? Math.max(own.told(), place.told()) : place.told();
  }

  /**
   * Where a file is now. Who renames what it has just written may be heard before its publication,
   * so all that waits is meant for it.
   */
  private Place placeNow(Encoding encoding) {
    Place place = new Place(encoding.content.path, encoding.askedTold);
    for (int moves = 0; !moved.isEmpty(); moves++) {
      Place next = nextMove(place, encoding.publishedTold);
      if (next == null) {
        return place;
      }
      if (next.isSomewhere() || moves == MOVES_MAX) {
        return new Place(SOMEWHERE, next.told());
      }
      place = next;
    }
    return place;
  }

  /** The first that was told since, of the path or of what it is beneath; null for none. */
  private Place nextMove(Place place, long publishedTold) {
    String path = place.path();
    Place next = null;
    for (int end = path.length(); end > 0; end = path.lastIndexOf('/', end - 1)) {
      TreeMap<Long, Move> moves = moved.get(path.substring(0, end));
      Map.Entry<Long, Move> move =
          moves == null ? null : firstMeant(moves, place.told(), publishedTold);
      if (move != null && (next == null || move.getKey() < next.told())) {
        String to = move.getValue().to();
        boolean isKnown = to.length() + path.length() - end <= MOVED_CHARS_MAX;
        next = new Place(isKnown ? to + path.substring(end) : SOMEWHERE, move.getKey());
      }
    }
    return next;
  }

  private static Map.Entry<Long, Move> firstMeant(
      NavigableMap<Long, Move> moves, long told, long publishedTold) {
    Map.Entry<Long, Move> move = moves.higherEntry(told);
    while (move != null && publishedTold < move.getValue().publishedAfter()) {
      move = moves.higherEntry(move.getKey());
    }
    return move;
  }

  /**
   * When it was told last that this path or what it is beneath is gone; 0 for never. The root is
   * too much to be claimed at once.
   */
  private long goneTold(String path) {
    long last = 0;
    for (int end = path.length();
        end > 0 && !gone.isEmpty();
        end = path.lastIndexOf('/', end - 1)) {
      last = Math.max(last, gone.getOrDefault(path.substring(0, end), 0L));
    }
    return last;
  }
}
