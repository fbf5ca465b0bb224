package io.evenkeel.client.stream;

import io.evenkeel.client.file.StripedFile;
import io.evenkeel.client.read.ArrayReads;
import io.evenkeel.client.read.ReadServices;
import io.evenkeel.client.read.ReadSession;
import io.evenkeel.client.read.TinyReads;
import io.evenkeel.client.read.UntoldFailure;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.policy.reading.ReadRun;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.function.IntConsumer;

/**
 * The reads in sequence of one stream over an erasure-coded file: by lanes from the first byte on,
 * as far ahead as the stream's runs go. What lanes leave over, and what there is no memory for, the
 * stock stream reads.
 */
public final class StripedSequential implements SequentialReader {
  /** Skipping so little within a read is cheaper than starting another. */
  private static final long SKIP_WITHIN_BYTES = 1 << 20;

  /**
   * How far the reads of a stream go at least that others took the memory of: it is one of many
   * that take turns, and what it had read ahead was read for nothing.
   */
  private static final long TURN_BYTES_MIN = 64 << 10;

  /** So much the stock stream reads before lanes are tried again. */
  private static final long STOCK_BYTES = 1 << 20;

  private final StockStream stock;
  private final StripedFile file;
  private final ReadServices services;
  private final IntConsumer laneBytes;
  private final StripedStarts starts;
  private final UntoldFailure untold = new UntoldFailure();
  private final TinyReads tiny = new TinyReads(untold::keep);
  private final TinyReads.Source through = this::readThrough;
  private final ReadRun run;
  private ReadAdvice advice = ReadAdvice.NONE;

  /** The read under way; null for none. */
  private volatile ReadSession session;

  private long position;

  /** Where the read under way, or the one before it, has begun. */
  private long startedAt;

  /** How far one goes at most: as far as one came that lost its memory, and slowly farther. */
  private long turnBytes = Long.MAX_VALUE;

  /** How much more the stock stream is to read. */
  private long byStockBytes;

  /** Whether the stock stream is in use, and so perhaps its lock. */
  private volatile boolean inStock;

  private volatile boolean closed;

  /**
   * @param laneBytes told of what lanes have brought
   */
  public StripedSequential(
      StockStream stock, StripedFile file, ReadServices services, IntConsumer laneBytes) {
    this.stock = stock;
    this.file = file;
    this.services = services;
    this.laneBytes = laneBytes;
    this.starts = new StripedStarts(file, services, () -> closed);
    this.position = stock.position();
    this.run = new ReadRun(services.recentRuns(), file.lengthBytes());
    run.begins(position);
  }

  @Override
  public void advise(ReadAdvice given) {
    advice = given;
  }

  // ---- reading ----

  @Override
  public int read() throws IOException {
    return tiny.readOne(through, closed);
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    if (length == 0) {
      return stock.read(target, offset, length);
    }
    if (target == null || length < 0 || offset < 0 || length > target.length - offset) {
      // The stock stream says what is wrong, which depends on where it is.
      return closed
          ? stock.read(target, offset, length)
          : byStock(() -> stock.read(target, offset, length));
    }
    return tiny.readSome(through, closed, target, offset, length);
  }

  @Override
  public int read(ByteBuffer target) throws IOException {
    if (!closed && target.hasRemaining() && position() < file.lengthBytes()) {
      return ArrayReads.read(this::read, target, untold::keep);
    }
    starts.requireOpen();
    return position() < file.lengthBytes() ? 0 : -1;
  }

  /**
   * As much as was asked for: across cells, as the stock stream reads, and across block groups,
   * where that stops.
   */
  private int readThrough(byte[] target, int offset, int length) throws IOException {
    int done = readPiece(target, offset, length);
    while (done > 0 && done < length && position < file.lengthBytes()) {
      int count;
      try {
        count = readPiece(target, offset + done, length - done);
      } catch (IOException e) {
        untold.keep(e);
        break;
      }
      if (count <= 0) {
        break;
      }
      done += count;
    }
    return done;
  }

  private int readPiece(byte[] target, int offset, int length) throws IOException {
    while (true) {
      if (!services.isOn()) {
        end();
      } else if (session == null && byStockBytes <= 0) {
        start(length);
      }
      ReadSession from = session;
      if (from != null && from.isReleased()) {
        turnEnds(from);
        continue;
      }
      if (from != null && from.isToYield()) {
        turnEnds(from);
        starts.letOthersStart();
        continue;
      }
      int count =
          from == null ? byStock(target, offset, length) : fromLanes(from, target, offset, length);
      if (count > 0) {
        position += count;
        run.read(count);
      }
      if (from == null || count > 0) {
        return count;
      }
      turnEnds(from);
    }
  }

  private void turnEnds(ReadSession from) {
    if (from.isReleased() || from.isToYield()) {
      turnBytes = Math.max(TURN_BYTES_MIN, position - startedAt);
    } else {
      turnBytes += Math.min(turnBytes / 4, Long.MAX_VALUE - turnBytes);
    }
    end();
  }

  private int fromLanes(ReadSession from, byte[] target, int offset, int length)
      throws IOException {
    int count;
    try {
      count = from.read(target, offset, length);
    } catch (IOException e) {
      starts.requireOpen();
      if (from.isReleased()) {
        return 0;
      }
      throw e;
    }
    if (count > 0 && !from.lastWasPlain()) {
      laneBytes.accept(count);
    }
    return count;
  }

  private int byStock(byte[] target, int offset, int length) throws IOException {
    int count = plain(position, target, offset, length);
    byStockBytes -= Math.max(0, count);
    return count;
  }

  /** As a stream, for pieces of one follow each other. */
  private int plain(long at, byte[] target, int offset, int length) throws IOException {
    // First, so that whoever closes sees it, or this sees that it is closed.
    inStock = true;
    try {
      starts.requireOpen();
      return toldWhy(
          () -> {
            if (stock.position() != at) {
              stock.seek(at);
            }
            return stock.read(target, offset, length);
          });
    } finally {
      inStock = false;
    }
  }

  /** A call of the stock stream, which says why it fails also when it has failed before. */
  private <T> T toldWhy(StockStream.Call<T> something) throws IOException {
    T answer;
    try {
      answer = something.call();
    } catch (IOException e) {
      throw closed ? e : untold.insteadOf(e);
    }
    untold.forget();
    return answer;
  }

  /** Starts lanes, or leaves some bytes to the stock stream. */
  private void start(int length) throws IOException {
    inStock = true;
    try {
      starts.requireOpen();
      startLanes(length);
    } finally {
      inStock = false;
    }
  }

  private void startLanes(int length) throws IOException {
    byStockBytes = STOCK_BYTES;
    if (position < file.lengthBytes()) {
      long most = advice.sessionEnd(position, length, file.lengthBytes());
      long ahead = advice.isCertain() ? Long.MAX_VALUE : run.reachBytes();
      long reach = Math.max(length, Math.min(ahead, turnBytes));
      long end = reach < most - position ? position + reach : Math.max(position + 1, most);
      Optional<ReadSession> started = starts.start(new ByteRange(position, end), this::plain);
      if (started.isPresent()) {
        byStockBytes = 0;
        startedAt = position;
        session = started.get();
        session.allowRelease();
        if (closed) {
          end();
          starts.requireOpen();
        }
        // It would go on holding what it had read ahead.
        stock.unbuffer();
      }
    }
  }

  private void end() {
    ReadSession ending = session;
    session = null;
    if (ending != null) {
      ending.close();
    }
  }

  // ---- moving, and the rest of what a stock stream does ----

  @Override
  public long position() {
    return position - tiny.ahead();
  }

  @Override
  public void seek(long target) throws IOException {
    if (tiny.ahead() > 0 && tiny.move(target - position())) {
      return;
    }
    tiny.forget();
    long ahead = target - position;
    if (ahead == 0) {
      return;
    }
    if (ahead > 0 && ahead <= SKIP_WITHIN_BYTES && skipTo(target)) {
      return;
    }
    starts.requireOpen();
    end();
    byStockBytes = 0;
    if (run.bytes() == 0 || ahead < 0 || ahead > SKIP_WITHIN_BYTES) {
      run.sought();
      run.begins(target);
    }
    position = target;
  }

  private boolean skipTo(long target) {
    ReadSession from = session;
    if (from == null || !from.skipTo(target)) {
      return false;
    }
    position = target;
    return true;
  }

  @Override
  public <T> T byStock(StockStream.Call<T> something) throws IOException {
    starts.requireOpen();
    position = position();
    tiny.forget();
    end();
    inStock = true;
    try {
      starts.requireOpen();
      T answer =
          toldWhy(
              () -> {
                if (stock.position() != position) {
                  stock.seek(position);
                }
                return something.call();
              });
      position = stock.position();
      return answer;
    } finally {
      inStock = false;
      byStockBytes = 0;
      run.sought();
      run.begins(position);
    }
  }

  @Override
  public void unbuffer() {
    if (closed) {
      // Nothing is left to let go of, and the place stays.
      return;
    }
    position = position();
    tiny.forget();
    end();
    stock.unbuffer();
  }

  @Override
  public boolean close() {
    if (!closed) {
      run.sought();
    }
    closed = true;
    ReadSession ending = session;
    if (ending != null) {
      ending.close();
    }
    return inStock;
  }
}
