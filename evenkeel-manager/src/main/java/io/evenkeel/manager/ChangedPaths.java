package io.evenkeel.manager;

import io.evenkeel.core.model.PathChange;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What clients say of files that were deleted, cut or renamed. Their parity is found by going
 * through all of it, so that is done for many at once. What is said only makes it doubtful: what
 * nobody asks for until it is to be renewed is then given up.
 */
final class ChangedPaths {
  /** More are not remembered; what they are of stays until it is evicted. */
  static final int WAITING_MAX = 4096;

  static final long LOOK_EVERY_NANOS = Duration.ofSeconds(2).toNanos();

  /** A file that is renamed more often between two looks is found where it was then. */
  static final int MOVES_MAX = 8;

  private final Encodings encodings;
  private final StripeTable stripes;

  /** When something was told last to be gone. */
  private final Map<String, Long> gone = new HashMap<>();

  /** Where something has moved to, by when that was told. */
  private final Map<String, TreeMap<Long, String>> moved = new HashMap<>();

  /** The last encoding that was published for a file as it was written. */
  private final Map<String, Written> written = new HashMap<>();

  private int waiting;
  private long lastTold;
  private long lookedNanos;

  private record Written(Encoding encoding, long told) {}

  /** Where something is, and when that was told. */
  private record Place(String path, long told) {}

  ChangedPaths(Encodings encodings, StripeTable stripes) {
    this.encodings = encodings;
    this.stripes = stripes;
  }

  /** Whether it is remembered. */
  boolean changed(List<PathChange> changes) {
    if (waiting + changes.size() > WAITING_MAX) {
      return false;
    }
    for (PathChange change : changes) {
      String path = bare(change.path());
      long told = ++lastTold;
      waiting++;
      if (change.movedTo().isEmpty()) {
        gone.put(path, told);
      } else {
        moved.computeIfAbsent(path, p -> new TreeMap<>()).put(told, bare(change.movedTo()));
      }
    }
    return true;
  }

  /** What else is published for its path was of a file that it has overwritten. */
  void written(Encoding encoding) {
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

  void tick(long nowNanos) {
    if (waiting == 0 || nowNanos - lookedNanos < LOOK_EVERY_NANOS) {
      return;
    }
    lookedNanos = nowNanos;
    encodings.forEachPublished(this::look);
    gone.clear();
    moved.clear();
    written.clear();
    waiting = 0;
  }

  private void look(Encoding encoding) {
    KnownStripe content = encoding.content;
    Written own = written.get(content.path);
    Place place = placeNow(content.path);
    Written newer = written.get(place.path());
    boolean isOverwritten =
        newer != null && newer.told() > place.told() && !newer.encoding().isOfEpoch(encoding);
    // Where something was written anew, that is there, whatever was gone before.
    boolean isNew = own != null && own.encoding().isOfEpoch(encoding);
    long since = isNew ? Math.max(own.told(), place.told()) : place.told();
    encoding.doubted |= isOverwritten || goneTold(place.path()) > since;
    if (!place.path().equals(content.path)) {
      stripes.moved(content, place.path());
    }
  }

  /**
   * Where a file is now that had this path, and when that was told. Who renames what it has just
   * written may be heard before its publication, so all that waits is meant for it.
   */
  private Place placeNow(String path) {
    Place place = new Place(path, 0);
    for (int moves = 0; moves < MOVES_MAX && !moved.isEmpty(); moves++) {
      Place next = nextMove(place);
      if (next == null || !EventLimits.isPath(next.path())) {
        break;
      }
      place = next;
    }
    return place;
  }

  /** The first that was told since, of the path or of what it is beneath; null for none. */
  private Place nextMove(Place place) {
    String path = place.path();
    Place next = null;
    for (int end = path.length(); end > 0; end = path.lastIndexOf('/', end - 1)) {
      TreeMap<Long, String> moves = moved.get(path.substring(0, end));
      Map.Entry<Long, String> move = moves == null ? null : moves.higherEntry(place.told());
      if (move != null && (next == null || move.getKey() < next.told())) {
        next = new Place(move.getValue() + path.substring(end), move.getKey());
      }
    }
    return next;
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
