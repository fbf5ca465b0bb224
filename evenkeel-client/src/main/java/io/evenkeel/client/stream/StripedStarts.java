package io.evenkeel.client.stream;

import io.evenkeel.client.file.StripedFile;
import io.evenkeel.client.process.OnceOnly;
import io.evenkeel.client.read.PlainReader;
import io.evenkeel.client.read.ReadServices;
import io.evenkeel.client.read.ReadSession;
import io.evenkeel.core.model.ByteRange;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts the reads of one stream over an erasure-coded file. Where all buffer memory is in use the
 * stock stream could read at once, and nobody watches it there: it waits for a node that hangs for
 * as long as that does. So memory is waited for ({@link MemoryWait}). Thread-safe.
 */
final class StripedStarts {
  private static final Logger LOG = LoggerFactory.getLogger(StripedStarts.class);

  /** Many turns, and less than the stock client waits for a node. */
  private static final long WAIT_NANOS = TimeUnit.SECONDS.toNanos(20);

  /** Who has waited in vain does not again so soon, unless a node is known to be slow. */
  private static final long WAIT_AGAIN_NANOS = TimeUnit.SECONDS.toNanos(60);

  private final StripedFile file;
  private final ReadServices services;
  private final BooleanSupplier closed;
  private final MemoryWait memoryWait;

  /** When somebody waited in vain; 0 for never. */
  private volatile long inVainNanos;

  /**
   * @param closed whether the stream is: nobody waits then
   */
  StripedStarts(StripedFile file, ReadServices services, BooleanSupplier closed) {
    this.file = file;
    this.services = services;
    this.closed = closed;
    // Who has yielded waits for two steps: others must look as often.
    this.memoryWait = new MemoryWait(services, MemoryWait.STEP_NANOS);
  }

  /**
   * Starts a read of a range, shortened as {@link StripedFile#read} does it.
   *
   * @return empty when it is the stock stream's
   */
  Optional<ReadSession> start(ByteRange range, PlainReader plain) {
    Optional<ReadSession> started = file.read(range, plain);
    if (started.isPresent() || !file.isByLanes(range)) {
      return started;
    }
    long since = services.scheduler().nanoTime();
    boolean waitedLately = inVainNanos != 0 && since - inVainNanos < WAIT_AGAIN_NANOS;
    started =
        memoryWait.again(
            () -> file.read(range, plain),
            this::mayWait,
            () -> waitedLately && !file.isSlow(range.start()) ? 0 : WAIT_NANOS);
    if (started.isEmpty() && mayWait()) {
      inVainNanos = waitedLately ? inVainNanos : services.scheduler().nanoTime();
      tell();
    }
    return started;
  }

  /** Fails where nobody may read on. */
  void requireOpen() throws IOException {
    if (closed.getAsBoolean()) {
      throw new IOException(StockStream.CLOSED);
    }
    if (file.isClosed()) {
      // The stock stream may not know it yet, and would wait for a node that hangs.
      throw new IOException(StockStream.FILE_SYSTEM_CLOSED);
    }
  }

  private boolean mayWait() {
    return !closed.getAsBoolean()
        && !file.isClosed()
        && services.isOn()
        && !Thread.currentThread().isInterrupted();
  }

  /** Who has yielded does not begin again before those that wait have had their chance. */
  void letOthersStart() {
    LockSupport.parkNanos(2 * MemoryWait.STEP_NANOS);
  }

  private void tell() {
    OnceOnly.warn(
        LOG,
        "all buffer memory of reads is in use (%d bytes by %d reads)"
            .formatted(services.budget().reservedBytes(), services.budget().reservations()),
        "Erasure-coded files are also read the stock way, past no slow node (more heap, or"
            + " evenkeel.read.process.bytes, for more reads at once)");
  }
}
