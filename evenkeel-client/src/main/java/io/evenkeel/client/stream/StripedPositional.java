package io.evenkeel.client.stream;

import io.evenkeel.client.file.StripedFile;
import io.evenkeel.client.read.ReadServices;
import io.evenkeel.client.read.ReadSession;
import io.evenkeel.core.model.ByteRange;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.function.IntConsumer;

/**
 * Positional reads of an erasure-coded file: by lanes, and what these leave over by the stock
 * stream.
 */
public final class StripedPositional implements PositionalReader {
  private final StockStream stock;
  private final StripedFile file;
  private final ReadServices services;
  private final IntConsumer laneBytes;
  private final StripedStarts starts;
  private volatile boolean closed;

  /**
   * @param laneBytes told of what lanes have brought
   */
  public StripedPositional(
      StockStream stock, StripedFile file, ReadServices services, IntConsumer laneBytes) {
    this.stock = stock;
    this.file = file;
    this.services = services;
    this.laneBytes = laneBytes;
    this.starts = new StripedStarts(file, services, () -> closed);
  }

  @Override
  public int read(long at, byte[] target, int offset, int length) throws IOException {
    if (isByStock(at, length)) {
      return stock.read(at, target, offset, length);
    }
    return byLanes(at, ByteBuffer.wrap(target, offset, length));
  }

  @Override
  public int read(long at, ByteBuffer target) throws IOException {
    if (isByStock(at, target.remaining())) {
      return stock.read(at, target);
    }
    return byLanes(at, target);
  }

  /** Off, or something of which the stock stream says what there is to say. */
  private boolean isByStock(long at, int length) {
    return length <= 0 || at < 0 || at >= file.lengthBytes() || !services.isOn();
  }

  private int byLanes(long at, ByteBuffer target) throws IOException {
    int wanted = (int) Math.min(target.remaining(), file.lengthBytes() - at);
    int done = 0;
    while (done < wanted) {
      int count = piece(ByteRange.of(at + done, wanted - done), target);
      if (count <= 0) {
        break;
      }
      done += count;
    }
    return done == 0 ? -1 : done;
  }

  /** Reads from a range's start on, as far as it goes. */
  private int piece(ByteRange range, ByteBuffer target) throws IOException {
    Optional<ReadSession> started = starts.start(range, stock::read);
    if (started.isEmpty()) {
      starts.requireOpen();
      ByteBuffer part = target.duplicate().limit(target.position() + (int) range.lengthBytes());
      int count = stock.read(range.start(), part);
      target.position(part.position());
      return count;
    }
    int start = target.position();
    try (ReadSession session = started.get()) {
      while (session.position() < session.end()) {
        step(session, target);
      }
    } catch (IOException e) {
      starts.requireOpen();
      throw e;
    }
    return target.position() - start;
  }

  private void step(ReadSession session, ByteBuffer target) throws IOException {
    int got = session.read(target);
    starts.requireOpen();
    if (!session.lastWasPlain()) {
      laneBytes.accept(got);
    }
  }

  @Override
  public void close() {
    closed = true;
  }
}
