package io.evenkeel.client.file;

import io.evenkeel.client.process.Interrupts;
import java.io.IOException;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A NameNode that could not say where blocks of a file are is left alone for a while. Thread-safe.
 */
public final class LocateBackOff {
  private static final Duration LOCATE_AGAIN = Duration.ofSeconds(10);
  private static final Logger LOG = LoggerFactory.getLogger(LocateBackOff.class);

  private final String path;
  private final LongSupplier nanoTime;

  private volatile OptionalLong failedNanos = OptionalLong.empty();

  public LocateBackOff(String path, LongSupplier nanoTime) {
    this.path = path;
    this.nanoTime = nanoTime;
  }

  /** Whether it could not say a moment ago. */
  public boolean isOn() {
    OptionalLong failed = failedNanos;
    return failed.isPresent() && nanoTime.getAsLong() - failed.getAsLong() < LOCATE_AGAIN.toNanos();
  }

  /** It could not say where {@code position} is; an interrupt of who asked says nothing of it. */
  public void failed(long position, IOException e) {
    if (!Interrupts.kept(e)) {
      failedNanos = OptionalLong.of(nanoTime.getAsLong());
    }
    LOG.debug("{} of {} and on is left to the stock stream", position, path, e);
  }
}
