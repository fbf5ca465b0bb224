package io.evenkeel.cli.doctor;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.log4j.AppenderSkeleton;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.spi.LoggingEvent;

/** What Evenkeel warns of in this process from now until this is closed. */
final class ProductLines extends AppenderSkeleton implements AutoCloseable {
  private static final int KEPT_MAX = 20;

  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final Logger logger = Logger.getLogger("io.evenkeel");
  private final Level before = logger.getLevel();

  ProductLines() {
    if (!logger.isEnabledFor(Level.WARN)) {
      logger.setLevel(Level.WARN);
    }
    logger.addAppender(this);
  }

  /** All of them so far, the first first. */
  String text() {
    return String.join("\n", lines);
  }

  @Override
  protected void append(LoggingEvent event) {
    if (event.getLevel().isGreaterOrEqual(Level.WARN) && lines.size() < KEPT_MAX) {
      lines.add(event.getRenderedMessage());
    }
  }

  @Override
  public boolean requiresLayout() {
    return false;
  }

  @Override
  public void close() {
    logger.removeAppender(this);
    logger.setLevel(before);
  }
}
