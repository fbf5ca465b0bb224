package io.evenkeel.client.stream;

import io.evenkeel.client.file.ContiguousFile;
import io.evenkeel.client.read.PassingFill;
import io.evenkeel.client.read.ReadServices;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Encoding in passing of what one stream reads in sequence, by the stock stream or by lanes. Costs
 * nothing until it is begun. Thread-safe.
 */
final class SequentialFill implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SequentialFill.class);

  private final StockStream stock;
  private final ReadServices services;
  private volatile PassingFill passing;
  private volatile boolean closed;

  SequentialFill(StockStream stock, ReadServices services) {
    this.stock = stock;
    this.services = services;
  }

  /**
   * Does nothing if it has begun, or if nothing is to be encoded.
   *
   * @param end where the caller stops reading, as far as is known
   */
  void begin(ContiguousFile file, long end) {
    if (passing == null && !closed && services.tickets().isPresent()) {
      try {
        passing = file.passing(end);
      } catch (LinkageError e) {
        LOG.debug("Nothing is encoded in passing", e);
        closed = true;
        return;
      }
      if (closed) {
        passing.close();
      }
    }
  }

  /** The stock stream has brought these bytes, which end where it is now. */
  void stockRead(byte[] bytes, int offset, int length) throws IOException {
    PassingFill fill = passing;
    if (fill != null) {
      feed(fill, ByteBuffer.wrap(bytes, offset, length));
    }
  }

  /** The stock stream has brought a buffer's bytes from a place in it up to its position. */
  void stockRead(ByteBuffer target, int start) throws IOException {
    PassingFill fill = passing;
    if (fill != null) {
      feed(fill, target.duplicate().flip().position(start));
    }
  }

  private void feed(PassingFill fill, ByteBuffer bytes) throws IOException {
    if (stock.verifies()) {
      fill.read(stock.position() - bytes.remaining(), bytes);
    } else {
      fill.giveUp();
    }
  }

  /** Lanes, which verify what they bring, have brought these bytes of the file. */
  void lanesRead(long at, byte[] bytes, int offset, int length) {
    PassingFill fill = passing;
    if (fill != null) {
      fill.read(at, ByteBuffer.wrap(bytes, offset, length));
    }
  }

  /** What comes next is not the next byte, or not ours to look at. */
  void giveUp() {
    PassingFill fill = passing;
    if (fill != null) {
      fill.giveUp();
    }
  }

  /** No more bytes will come. Idempotent. */
  @Override
  public void close() {
    closed = true;
    PassingFill fill = passing;
    if (fill != null) {
      fill.close();
    }
  }
}
