package io.evenkeel.manager;

import io.evenkeel.manager.KnownFile.Part;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Which known stripe is of which file. A file is what has one path, whatever contents it has had;
 * when a stripe of it is found elsewhere it has been renamed, or another file that is there already
 * has the stripe.
 */
final class KnownFiles {
  /** What the maps of a file take of the heap, with compressed references, at most. */
  static final int BYTES_PER_FILE = 1600;

  private final SecretHash hash;
  private final Map<Part, KnownFile> byPart = new HashMap<>();
  private final Map<KnownStripe, KnownFile> fileOf = new HashMap<>();
  private final Consumer<KnownFile> forgotten;

  /**
   * @param forgotten told of each file of which nothing is known any more
   */
  KnownFiles(SecretHash hash, Consumer<KnownFile> forgotten) {
    this.hash = hash;
    this.forgotten = forgotten;
  }

  /** The file of a stripe; null when it is of none yet. */
  KnownFile find(KnownStripe stripe) {
    return fileOf.get(stripe);
  }

  /** The file of a stripe where it is now. */
  KnownFile at(KnownStripe stripe) {
    KnownFile before = fileOf.get(stripe);
    Part part = partOf(stripe);
    if (before != null && part.equals(before.part)) {
      return before;
    }
    KnownFile there = byPart.get(part);
    boolean isFull = there != null && there.stripes.size() >= KnownFile.STRIPES_MAX;
    if (before != null && (there == null || before.isCached(stripe))) {
      rename(before, part);
      return before;
    }
    if (before != null && before.part == null && isFull) {
      return before;
    }
    if (before != null) {
      leave(before, stripe);
    }
    KnownFile file = there;
    if (there == null || isFull) {
      file = new KnownFile(isFull ? null : part, part.hash());
      byPart.putIfAbsent(part, file);
    }
    file.stripes.add(stripe);
    fileOf.put(stripe, file);
    return file;
  }

  private Part partOf(KnownStripe stripe) {
    int number = stripe.number / KnownFile.STRIPES_MAX;
    int ofPath = hash.of(stripe.path.getBytes(StandardCharsets.UTF_8));
    return new Part(stripe.path, number, ofPath + number);
  }

  /** What comes to its old path is another file; where there is one at the new path both stay. */
  private void rename(KnownFile file, Part part) {
    byPart.remove(file.part, file);
    file.part = byPart.putIfAbsent(part, file) == null ? part : null;
  }

  /** Nothing is known of a stripe any more, of which nothing is cached. */
  void forget(KnownStripe stripe) {
    KnownFile file = fileOf.get(stripe);
    if (file != null) {
      leave(file, stripe);
    }
  }

  private void leave(KnownFile file, KnownStripe stripe) {
    file.stripes.remove(stripe);
    fileOf.remove(stripe);
    if (file.stripes.isEmpty()) {
      byPart.remove(file.part, file);
      forgotten.accept(file);
    }
  }

  /** All files; throws unless each stripe is of the one that has it, and each has its own name. */
  Set<KnownFile> check() {
    Set<KnownFile> all = new HashSet<>(fileOf.values());
    long stripes = 0;
    long named = 0;
    for (KnownFile file : all) {
      file.check();
      stripes += file.stripes.size();
      named += file.part != null && file.equals(byPart.get(file.part)) ? 1 : 0;
    }
    if (stripes != fileOf.size() || named != byPart.size()) {
      throw new IllegalStateException(
          "%d files have %d stripes, not %d, and %d have names, not %d"
              .formatted(all.size(), stripes, fileOf.size(), named, byPart.size()));
    }
    return all;
  }
}
