package io.evenkeel.hadoop;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.log4j.AppenderSkeleton;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.spi.LoggingEvent;

/** What a class warns of from now until this is closed. */
public final class LoggedLines extends AppenderSkeleton implements AutoCloseable {
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final Logger logger;
  private final Level before;

  /** Listens to that class's logger. */
  public LoggedLines(Class<?> of) {
    logger = Logger.getLogger(of.getName());
    before = logger.getLevel();
    logger.setLevel(Level.WARN);
    logger.addAppender(this);
  }

  /** All lines so far. */
  public List<String> all() {
    return List.copyOf(lines);
  }

  @Override
  protected void append(LoggingEvent event) {
    lines.add(event.getRenderedMessage());
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
