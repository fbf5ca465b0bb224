package io.evenkeel.client.stream;

import io.evenkeel.client.file.Around;
import io.evenkeel.client.file.ContiguousFile;
import io.evenkeel.client.file.LazyFile;
import io.evenkeel.client.read.PlainReader;
import io.evenkeel.client.read.ReadServices;
import io.evenkeel.client.read.ReadSession;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.NodeId;
import java.io.IOException;
import java.util.Optional;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;

/**
 * The lanes that read in a stream's place, while they do. All but {@link #cut} and {@link
 * #positionOr} is called by one thread at a time.
 */
final class StreamLanes {
  /** What {@link #read} answers when the stock stream is to go on. */
  static final int OVER = 0;

  private final LazyFile known;
  private final ReadServices services;
  private final IntConsumer laneBytes;
  private final SequentialFill fill;
  private final PlainReader plain;
  private volatile ReadSession session;
  private Optional<NodeId> around = Optional.empty();
  private boolean isLeftOver;

  /**
   * @param laneBytes told of what lanes have brought
   * @param fill shown what they have brought
   * @param plain how what they leave over is read, unless they read around a node; may throw {@link
   *     LeftOver}
   */
  StreamLanes(
      LazyFile known,
      ReadServices services,
      IntConsumer laneBytes,
      SequentialFill fill,
      PlainReader plain) {
    this.known = known;
    this.services = services;
    this.laneBytes = laneBytes;
    this.fill = fill;
    this.plain = plain;
  }

  boolean areReading() {
    return session != null;
  }

  /** Where the next byte is; they must be reading. */
  long position() {
    return session.position();
  }

  /**
   * Where the next byte is, from any thread.
   *
   * @param otherwise while they do not read
   */
  long positionOr(LongSupplier otherwise) {
    ReadSession current = session;
    return current == null ? otherwise.getAsLong() : current.position();
  }

  /**
   * Begins to read a range.
   *
   * @param around a node not to ask
   * @return false when they cannot be had now
   */
  boolean start(ContiguousFile file, ByteRange range, Optional<NodeId> around) {
    // A stream is late with its opening alone: of what it reads then it has asked nobody before.
    Optional<Around> off = around.map(node -> file.waysAround().around(range.start(), node, false));
    session = file.read(range, around.isPresent() ? LeftOver.READER : plain, off).orElse(null);
    this.around = around;
    isLeftOver = false;
    return session != null;
  }

  /** Whether the latest ones have left bytes over that cannot be read in their place. */
  boolean isLeftOver() {
    return isLeftOver;
  }

  /** The node that the latest ones were to read around. */
  Optional<NodeId> around() {
    return around;
  }

  /**
   * Reads up to {@code length} bytes; {@link #OVER} when they cannot go on.
   *
   * @throws IOException of a failure that the stock stream cannot mend
   */
  int read(byte[] target, int offset, int length) throws IOException {
    ReadSession from = session;
    long at = from.position();
    int count;
    try {
      count = from.read(target, offset, length);
    } catch (IOException e) {
      if (from.isClosed()) {
        // So is the file system; the stock stream may not know it yet, and would read on.
        throw new IOException(StockStream.FILE_SYSTEM_CLOSED);
      }
      isLeftOver = e instanceof LeftOver;
      if (!isLeftOver) {
        known.lanesFailed(at, e);
      }
      return OVER;
    }
    if (count > 0 && !from.lastWasPlain()) {
      laneBytes.accept(count);
      fill.lanesRead(at, target, offset, count);
    } else {
      fill.giveUp();
    }
    if (at / SequentialPlan.LOOK_BYTES != from.position() / SequentialPlan.LOOK_BYTES) {
      // Lanes are ahead of the caller, and need to know of parity when they get there.
      long ahead = from.position() + services.limits().reservedBytes();
      known.now().ifPresent(file -> file.needs(Math.min(from.end() - 1, ahead)));
    }
    return Math.max(OVER, count);
  }

  /** Reads over what is before a place; false when that cannot be. */
  boolean skipTo(long target) {
    return session.skipTo(target);
  }

  /** They read no more. */
  void end() {
    cut();
    session = null;
  }

  /** Ends what they wait for, from any thread. */
  void cut() {
    ReadSession current = session;
    if (current != null) {
      current.close();
    }
  }
}
