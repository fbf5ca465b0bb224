package io.evenkeel.client.stream;

import io.evenkeel.client.file.StripedFile;
import io.evenkeel.client.process.OnceOnly;
import io.evenkeel.client.read.PlainReader;
import io.evenkeel.client.read.ReadServices;
import io.evenkeel.client.read.ReadSession;
import io.evenkeel.core.model.ByteRange;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts the reads of one stream over an erasure-coded file. Where all buffer memory is in use the
 * stock stream could read at once, and nobody watches it there: it waits for a node that hangs for
 * as long as that does. So memory is waited for first, which others give back soon: long where a
 * node is known to be slow, and elsewhere now and then, for that one hangs may not be known yet.
 * Thread-safe.
 */
final class StripedStarts {
  private static final Logger LOG = LoggerFactory.getLogger(StripedStarts.class);

  /** Less than the stock client waits for a node. */
  private static final long SLOW_WAIT_NANOS = TimeUnit.SECONDS.toNanos(20);

  /** Longer than it takes to find out that a node hangs. */
  private static final long WAIT_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Who has waited for nothing does not again so soon, unless a node is slow. */
  private static final long WAIT_AGAIN_NANOS = TimeUnit.SECONDS.toNanos(30);

  private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(3);

  private final StripedFile file;
  private final ReadServices services;
  private final BooleanSupplier closed;

  /** When somebody waited in vain; 0 for never. */
  private volatile long inVainNanos;

  /**
   * @param closed whether the stream is: nobody waits then
   */
  StripedStarts(StripedFile file, ReadServices services, BooleanSupplier closed) {
    this.file = file;
    this.services = services;
    this.closed = closed;
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
    while (!closed.getAsBoolean() && services.isOn() && !Thread.currentThread().isInterrupted()) {
      boolean isSlow = file.isSlow(range.start());
      long most = isSlow ? SLOW_WAIT_NANOS : waitedLately ? 0 : WAIT_NANOS;
      long now = services.scheduler().nanoTime();
      if (now - since >= most) {
        inVainNanos = isSlow || most > 0 ? now : inVainNanos;
        tell();
        return Optional.empty();
      }
      LockSupport.parkNanos(STEP_NANOS);
      started = file.read(range, plain);
      if (started.isPresent()) {
        return started;
      }
    }
    return Optional.empty();
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
