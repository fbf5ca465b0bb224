package io.evenkeel.client.stream;

import io.evenkeel.client.watch.CutException;
import io.evenkeel.client.watch.PeerWatch;
import io.evenkeel.client.watch.WaitJudge;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The stock stream's reads on the caller's thread, with somebody looking at what they wait for: one
 * that was ended from outside answers {@link #CUT}, and the stream is as if it had not been called.
 *
 * <p>The sequential methods are called with the stream's lock held, as the stock stream does it.
 */
final class WatchedStock {
  /** The read was ended while it waited; none of its bytes count. */
  static final int CUT = -2;

  private final StockStream stock;
  private final WaitJudge sequential;

  /**
   * Whose thread is in a sequential read. Who closes reads it without the lock: what it misses then
   * is only that a reader is about to leave by itself, and it waits that long for the lock.
   */
  private PeerWatch reader;

  /**
   * @param sequential who looks at what the sequential reads wait for
   */
  WatchedStock(StockStream stock, WaitJudge sequential) {
    this.stock = stock;
    this.sequential = sequential;
  }

  int read(byte[] target, int offset, int length) throws IOException {
    PeerWatch watch = begin();
    try {
      return stock.read(target, offset, length);
    } catch (CutException e) {
      return recover();
    } finally {
      end(watch);
    }
  }

  /** Moves the target's position by what it answers. */
  int read(ByteBuffer target) throws IOException {
    int start = target.position();
    PeerWatch watch = begin();
    try {
      return stock.read(target);
    } catch (CutException e) {
      target.position(start);
      return recover();
    } finally {
      end(watch);
    }
  }

  /** Within a block this may read over bytes, and so wait. */
  void seek(long target) throws IOException {
    PeerWatch watch = begin();
    try {
      stock.seek(target);
    } catch (CutException e) {
      putTo(target);
    } finally {
      end(watch);
    }
  }

  /**
   * Any other call. Only a close cuts its waits.
   *
   * @throws IOException "Stream closed" when it was cut, besides what the call throws
   */
  <T> T call(StockStream.Call<T> something) throws IOException {
    PeerWatch watch = begin();
    try {
      return something.call();
    } catch (CutException e) {
      recover();
      throw new IOException(StockStream.CLOSED, e);
    } finally {
      end(watch);
    }
  }

  private PeerWatch begin() {
    PeerWatch watch = PeerWatch.ofThread();
    watch.begin(sequential);
    reader = watch;
    return watch;
  }

  private void end(PeerWatch watch) {
    reader = null;
    watch.end();
  }

  /** A positional read; may run beside others and beside a sequential one. */
  static int read(StockStream stock, long at, byte[] target, int offset, int length, WaitJudge by)
      throws IOException {
    PeerWatch watch = PeerWatch.ofThread();
    watch.begin(by);
    try {
      return stock.read(at, target, offset, length);
    } catch (CutException e) {
      return CUT;
    } finally {
      watch.end();
    }
  }

  /** As the other, into a buffer whose position moves by what it answers. */
  static int read(StockStream stock, long at, ByteBuffer target, WaitJudge by) throws IOException {
    int start = target.position();
    PeerWatch watch = PeerWatch.ofThread();
    watch.begin(by);
    try {
      return stock.read(at, target);
    } catch (CutException e) {
      target.position(start);
      return CUT;
    } finally {
      watch.end();
    }
  }

  /** The stock stream has been left in the middle: lets go of the connection, keeps the place. */
  private int recover() throws IOException {
    putTo(stock.position());
    return CUT;
  }

  private void putTo(long position) throws IOException {
    stock.unbuffer();
    // By way of the end, for it takes a place in the block that it began to open for one in reach.
    stock.seek(stock.lengthBytes());
    stock.seek(position);
  }

  /**
   * Ends a sequential wait under way, if there is one; the read must be one to be abandoned.
   *
   * @return whether a thread was in a read
   */
  boolean cut() {
    PeerWatch reading = reader;
    if (reading == null) {
      return false;
    }
    reading.cut(sequential);
    return true;
  }
}
