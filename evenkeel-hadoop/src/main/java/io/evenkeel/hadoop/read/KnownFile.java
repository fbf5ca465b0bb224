package io.evenkeel.hadoop.read;

import io.evenkeel.core.model.ByteRange;
import java.io.IOException;
import java.util.Optional;

/** The file behind a stream, found out when it is first asked for. Thread-safe. */
final class KnownFile {
  /** Finds out how to read a file; empty when it is one to read the plain way. */
  @FunctionalInterface
  interface Opener {
    Optional<OpenFile> open() throws IOException;
  }

  private final Opener opener;
  private volatile Optional<OpenFile> known;

  KnownFile(Opener opener) {
    this.opener = opener;
  }

  /** The file, or empty for a plain one; whatever goes wrong here is no reason to fail a read. */
  synchronized Optional<OpenFile> file() {
    if (known == null) {
      try {
        known = opener.open();
      } catch (IOException | RuntimeException e) {
        known = Optional.empty();
      }
    }
    return known;
  }

  /** Whether a range holds bytes that the plain read is known not to have. */
  boolean hasLost(ByteRange range) {
    Optional<OpenFile> now = known;
    return now != null && now.isPresent() && now.get().lost().touch(range);
  }

  /**
   * The plain read has failed. Returns when that tells of a block without a good replica that was
   * not known as such: lanes may have its bytes. Throws the failure otherwise.
   */
  void failed(long at, IOException failure) throws IOException {
    if (!LostBlocks.isLoss(failure) || file().isEmpty() || !file().get().lost().add(at, failure)) {
      throw failure;
    }
  }
}
