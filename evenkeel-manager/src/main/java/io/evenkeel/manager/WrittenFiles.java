package io.evenkeel.manager;

import io.evenkeel.core.model.Epoch;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.policy.cache.Csac;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Room for the parity of files that are being written (POCache, section 4.2): as nobody knows how
 * long one will be, that of the largest that gets parity is set aside with its first stripe, and
 * what is left of it is free again with its last. A file is what one writer names by one epoch.
 */
final class WrittenFiles {
  private final Csac<Object> csac;
  private final ParitySizes sizes;
  private final long largestFileBytes;
  private final Map<Epoch, WrittenFile> files = new HashMap<>();
  private final Map<Encoding, WrittenFile> fileOf = new HashMap<>();

  private static final class WrittenFile {
    private final Map<Encoding, Long> stripes = new HashMap<>();
    private long heldBytes;
    private long roomBytes;

    WrittenFile(long roomBytes) {
      this.roomBytes = roomBytes;
    }
  }

  WrittenFiles(Csac<Object> csac, ParitySizes sizes, long largestFileBytes) {
    this.csac = csac;
    this.sizes = sizes;
    this.largestFileBytes = largestFileBytes;
  }

  long moreFor(Encoding write, StripeGeometry most) {
    long bytes = sizes.ofGeometry(most);
    WrittenFile file = files.get(write.id().epoch());
    long roomBytes = file == null ? sizes.ofFile(most, largestFileBytes) : file.roomBytes;
    long others = file == null ? 0 : file.heldBytes - file.stripes.getOrDefault(write, 0L);
    if (others + bytes > roomBytes) {
      return Long.MAX_VALUE;
    }
    return file == null ? roomBytes : 0;
  }

  boolean reserve(Encoding write, StripeGeometry most) {
    Epoch epoch = write.id().epoch();
    if (moreFor(write, most) > csac.capacity() - csac.used()) {
      return false;
    }
    if (!files.containsKey(epoch)) {
      WrittenFile begun = new WrittenFile(sizes.ofFile(most, largestFileBytes));
      csac.reserve(begun, begun.roomBytes);
      files.put(epoch, begun);
    }
    put(files.get(epoch), write, sizes.ofGeometry(most));
    return true;
  }

  void grow(Encoding write, StripeGeometry most) {
    put(fileOf.get(write), write, sizes.ofGeometry(most));
  }

  /** Exactly so much, for a stripe that somebody has published before. */
  boolean hold(Encoding encoding, long bytes) {
    WrittenFile alone = new WrittenFile(bytes);
    boolean isThere = csac.reserve(alone, bytes);
    if (isThere) {
      put(alone, encoding, bytes);
    }
    return isThere;
  }

  private void put(WrittenFile file, Encoding write, long bytes) {
    Long before = file.stripes.put(write, bytes);
    file.heldBytes += bytes - (before == null ? 0 : before);
    fileOf.put(write, file);
  }

  void release(Encoding write) {
    WrittenFile file = fileOf.remove(write);
    if (file == null) {
      return;
    }
    file.heldBytes -= file.stripes.remove(write);
    if (file.stripes.isEmpty()) {
      csac.release(file);
      files.remove(write.id().epoch(), file);
    }
  }

  /** A stripe is cached now: what it takes is no longer set aside. */
  void take(Encoding write, long bytes) {
    WrittenFile file = fileOf.get(write);
    release(write);
    file.roomBytes -= bytes;
    if (!file.stripes.isEmpty()) {
      csac.release(file);
      csac.reserve(file, file.roomBytes);
    }
  }

  long unheldBytes() {
    Set<WrittenFile> all = new HashSet<>(fileOf.values());
    return all.stream().mapToLong(file -> file.roomBytes - file.heldBytes).sum();
  }
}
