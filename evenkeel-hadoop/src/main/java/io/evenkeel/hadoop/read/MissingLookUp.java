package io.evenkeel.hadoop.read;

import io.evenkeel.client.file.LookUpTurns;
import io.evenkeel.hadoop.lane.LocatedFile;
import java.io.IOException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks up, in the background, where blocks of one open file are that were nowhere: they are
 * reconstructed, and DataNodes come back, while files stay open for days. Once a minute at most,
 * and not before the other files of the file system let it. Nobody waits for it. Thread-safe.
 */
final class MissingLookUp {
  static final long AGAIN_NANOS = TimeUnit.MINUTES.toNanos(1);

  private static final Logger LOG = LoggerFactory.getLogger(MissingLookUp.class);

  private final LocatedFile located;
  private final LookUpTurns others;
  private final Executor background;
  private final LongSupplier nanoTime;

  /** What the open was told is as good as a look-up. */
  private volatile long lookedUpNanos;

  /**
   * @param others the other files of the file system
   * @param background may reject
   */
  MissingLookUp(
      LocatedFile located, LookUpTurns others, Executor background, LongSupplier nanoTime) {
    this.located = located;
    this.others = others;
    this.background = background;
    this.nanoTime = nanoTime;
    this.lookedUpNanos = nanoTime.getAsLong();
  }

  /** Some block of the group that begins there is nowhere. */
  void missed(long fileOffset) {
    long now = nanoTime.getAsLong();
    if (now - lookedUpNanos < AGAIN_NANOS || !others.begins(now)) {
      return;
    }
    lookedUpNanos = now;
    try {
      background.execute(() -> lookUp(fileOffset));
    } catch (RejectedExecutionException | OutOfMemoryError e) {
      others.ends();
      LOG.debug("{} is looked up later: there is no thread for it", located.src(), e);
    }
  }

  private void lookUp(long fileOffset) {
    try {
      located.locateAgain(fileOffset);
    } catch (IOException | RuntimeException e) {
      LOG.debug("Where blocks of {} are could not be asked", located.src(), e);
    } finally {
      others.ends();
    }
  }
}
