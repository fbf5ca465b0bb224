package io.evenkeel.hadoop.read;

import io.evenkeel.core.model.ByteRange;
import java.io.IOException;
import java.util.Optional;
import java.util.function.IntConsumer;

/**
 * Positional reads of one stream: large ones by lanes, small ones the plain way, and those of a
 * block without a good replica by lanes whatever their size. Thread-safe; reads run side by side.
 */
final class PositionalReads {
  /** Throws when the stream is closed. */
  @FunctionalInterface
  interface OpenCheck {
    void require() throws IOException;
  }

  private final PlainReader stock;
  private final KnownFile known;
  private final long lanesFromBytes;
  private final IntConsumer countRead;
  private final OpenCheck open;

  /**
   * @param lanesFromBytes what reads by lanes ask for at least
   * @param countRead told of bytes that did not come through {@code stock}
   */
  PositionalReads(
      PlainReader stock,
      KnownFile known,
      long lanesFromBytes,
      IntConsumer countRead,
      OpenCheck open) {
    this.stock = stock;
    this.known = known;
    this.lanesFromBytes = lanesFromBytes;
    this.countRead = countRead;
    this.open = open;
  }

  /**
   * Reads at least one byte of {@code length > 0}, none beyond the end of the file; -1 where a
   * plain read finds that end to be before {@code at}.
   */
  int read(long at, byte[] target, int offset, int length) throws IOException {
    int done = 0;
    while (done < length) {
      Optional<ReadSession> lanes = lanes(ByteRange.of(at + done, length - done));
      if (lanes.isEmpty()) {
        try {
          int got = stock.read(at + done, target, offset + done, length - done);
          return done == 0 ? got : done + Math.max(0, got);
        } catch (IOException e) {
          known.failed(at + done, e);
          continue;
        }
      }
      int before = done;
      try (ReadSession session = lanes.get();
          PassingFill fill = known.file().orElseThrow().passing(at + length)) {
        while (done < length) {
          int got = session.read(target, offset + done, length - done);
          open.require();
          if (got < 0) {
            // The file has grown since lanes knew it.
            break;
          }
          fill.passed(session, at + done, target, offset + done, got);
          done += got;
        }
      } catch (IOException e) {
        known.failed(at + done, e);
      } finally {
        countRead.accept(done - before);
      }
    }
    return done;
  }

  private Optional<ReadSession> lanes(ByteRange range) {
    boolean worth = range.lengthBytes() >= lanesFromBytes || known.hasLost(range);
    return worth ? known.file().flatMap(f -> f.read(range)) : Optional.empty();
  }
}
