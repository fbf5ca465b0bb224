package io.evenkeel.manager;

import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.policy.cache.Csac;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Room for the parity of files that are being written, by file (POCache, section 4.2): as nobody
 * knows how long one will be, as much is set aside with its first stripe as the largest takes that
 * gets parity, and more where its blocks are so long that this is too little; what is left is free
 * again as soon as it has no stripe that is being written. A file is what one writer names by one
 * epoch.
 */
final class WriteRoom {
  private final Csac<Object> csac;
  private final ParitySizes sizes;
  private final SecretHash hash;
  private final long largestFileBytes;

  /** By what the first stripe of its epoch would be: its hash is secret. */
  private final Map<Encoding, BeingWritten> files = new HashMap<>();

  private final Map<Encoding, BeingWritten> fileOf = new HashMap<>();

  /** What a stripe takes, or several. */
  private record Amount(long dataBytes, long parityBytes) {
    private static final Amount NONE = new Amount(0, 0);

    Amount plus(Amount other) {
      return new Amount(dataBytes + other.dataBytes, parityBytes + other.parityBytes);
    }

    Amount minus(Amount other) {
      return new Amount(dataBytes - other.dataBytes, parityBytes - other.parityBytes);
    }
  }

  private static final class BeingWritten {
    private final Map<Encoding, Amount> stripes = new HashMap<>();
    private Amount all = Amount.NONE;
    private long roomBytes;

    BeingWritten(long roomBytes) {
      this.roomBytes = roomBytes;
    }

    /** All its stripes, one of which is, or is to be, like this. */
    Amount with(Encoding write, Amount like) {
      return all.minus(stripes.getOrDefault(write, Amount.NONE)).plus(like);
    }

    void put(Encoding write, Amount stripe) {
      all = with(write, stripe);
      stripes.put(write, stripe);
    }

    void remove(Encoding write) {
      all = all.minus(stripes.remove(write));
    }
  }

  WriteRoom(Csac<Object> csac, ParitySizes sizes, SecretHash hash, long largestFileBytes) {
    this.csac = csac;
    this.sizes = sizes;
    this.hash = hash;
    this.largestFileBytes = largestFileBytes;
  }

  private Encoding ofEpoch(Encoding write) {
    return new Encoding(new StripeId(write.id().epoch(), 0), hash);
  }

  private Amount stripe(StripeGeometry geometry) {
    return new Amount(geometry.lengthBytes(), sizes.of(geometry));
  }

  /** As {@link CacheUnits#moreFor}. */
  long moreFor(Encoding write, StripeGeometry most) {
    BeingWritten file = files.get(ofEpoch(write));
    Amount all = file == null ? stripe(most) : file.with(write, stripe(most));
    if (all.dataBytes > largestFileBytes) {
      return CacheUnits.NEVER;
    }
    return file == null
        ? Math.max(all.parityBytes, sizes.ofFile(most, largestFileBytes))
        : Math.max(0, all.parityBytes - file.roomBytes);
  }

  boolean reserve(Encoding write, StripeGeometry most) {
    long more = moreFor(write, most);
    if (more > csac.capacity() - csac.used()) {
      return false;
    }
    BeingWritten file = files.computeIfAbsent(ofEpoch(write), any -> new BeingWritten(0));
    setAside(file, file.roomBytes + more);
    put(file, write, stripe(most));
    return true;
  }

  void grow(Encoding write, StripeGeometry most) {
    if (!reserve(write, most)) {
      throw new IllegalStateException("the room of stripe " + write + " is not there");
    }
  }

  /** For a stripe that is published already, by whatever writer. */
  boolean reserveExactly(Encoding encoding, StripeGeometry geometry) {
    BeingWritten alone = new BeingWritten(sizes.of(geometry));
    boolean isThere = csac.reserve(alone, alone.roomBytes);
    if (isThere) {
      put(alone, encoding, stripe(geometry));
    }
    return isThere;
  }

  private void put(BeingWritten file, Encoding write, Amount stripe) {
    file.put(write, stripe);
    fileOf.put(write, file);
  }

  /** There is room for it. */
  private void setAside(BeingWritten file, long bytes) {
    csac.release(file);
    file.roomBytes = bytes;
    if (!csac.reserve(file, bytes)) {
      throw new IllegalStateException("the room of " + bytes + " bytes is not there");
    }
  }

  void release(Encoding write) {
    BeingWritten file = fileOf.remove(write);
    if (file != null) {
      file.remove(write);
      if (file.stripes.isEmpty()) {
        csac.release(file);
        files.remove(ofEpoch(write), file);
      }
    }
  }

  /** A stripe is published: what it takes is no longer set aside. */
  void published(Encoding write, long bytes) {
    BeingWritten file = fileOf.get(write);
    release(write);
    if (!file.stripes.isEmpty()) {
      setAside(file, file.roomBytes - bytes);
    }
  }

  /** What is set aside and no stripe has. */
  long unheldBytes() {
    Set<BeingWritten> all = new HashSet<>(fileOf.values());
    return all.stream().mapToLong(file -> file.roomBytes - file.all.parityBytes).sum();
  }

  /** Throws unless each file has the room that its stripes take. */
  void check() {
    Set<BeingWritten> known = new HashSet<>(fileOf.values());
    long stripes = 0;
    for (BeingWritten file : known) {
      stripes += file.stripes.size();
      Amount all = file.stripes.values().stream().reduce(Amount.NONE, Amount::plus);
      if (!all.equals(file.all) || all.parityBytes > file.roomBytes) {
        throw new IllegalStateException(
            "a file has %s of room of %d bytes, not %s".formatted(file.all, file.roomBytes, all));
      }
    }
    if (stripes != fileOf.size() || !known.containsAll(files.values())) {
      throw new IllegalStateException(fileOf.size() + " writes, not " + stripes);
    }
  }
}
