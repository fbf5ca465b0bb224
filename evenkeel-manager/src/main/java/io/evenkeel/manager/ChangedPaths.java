package io.evenkeel.manager;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What clients say of files that were deleted, cut or renamed. Their parity is found by going
 * through all of it, so that is done for many at once. What is said only makes it doubtful: what
 * nobody asks for until it is to be renewed is then given up.
 */
final class ChangedPaths {
  /** More are not remembered; what they are of stays until it is evicted. */
  static final int WAITING_MAX = 4096;

  static final long LOOK_EVERY_NANOS = Duration.ofSeconds(2).toNanos();

  private final Encodings encodings;
  private final Set<String> gone = new HashSet<>();
  private final Set<String> moved = new HashSet<>();

  /** The last encoding that was published for a file as it was written. */
  private final Map<String, Encoding> written = new HashMap<>();

  private long lookedNanos;

  ChangedPaths(Encodings encodings) {
    this.encodings = encodings;
  }

  /** Whether it is remembered. */
  boolean changed(List<String> nowGone, List<String> nowMoved) {
    if (waiting() + nowGone.size() + nowMoved.size() > WAITING_MAX) {
      return false;
    }
    Set<String> trees = new HashSet<>();
    nowGone.forEach(path -> trees.add(bare(path)));
    // What was written there before is gone with all else.
    written.keySet().removeIf(path -> isIn(trees, path));
    gone.addAll(trees);
    nowMoved.forEach(path -> moved.add(bare(path)));
    return true;
  }

  /** What else is published for its path was of a file that it has overwritten. */
  void written(Encoding encoding) {
    if (waiting() < WAITING_MAX) {
      written.put(encoding.content.path, encoding);
    }
  }

  private int waiting() {
    return gone.size() + moved.size() + written.size();
  }

  private static String bare(String path) {
    int end = path.length();
    while (end > 1 && path.charAt(end - 1) == '/') {
      end--;
    }
    return path.substring(0, end);
  }

  void tick(long nowNanos) {
    if (waiting() == 0 || nowNanos - lookedNanos < LOOK_EVERY_NANOS) {
      return;
    }
    lookedNanos = nowNanos;
    encodings.forEachPublished(this::look);
    gone.clear();
    moved.clear();
    written.clear();
  }

  private void look(Encoding encoding) {
    String path = encoding.content.path;
    if (isIn(moved, path)) {
      encoding.moved = true;
    }
    if (encoding.moved) {
      return;
    }
    // Where something was written anew, that is there, whatever was gone before.
    Encoding newer = written.get(path);
    encoding.doubted |= newer == null ? isIn(gone, path) : !newer.isOfEpoch(encoding);
  }

  /** By all that the path is beneath; the root is too much to be claimed at once. */
  private static boolean isIn(Set<String> trees, String path) {
    if (trees.isEmpty()) {
      return false;
    }
    for (int end = path.length(); end > 0; end = path.lastIndexOf('/', end - 1)) {
      if (trees.contains(path.substring(0, end))) {
        return true;
      }
    }
    return false;
  }
}
