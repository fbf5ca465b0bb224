package io.evenkeel.testing.log;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * What a class logs from now until this is closed. For modules whose tests bind slf4j to {@code
 * java.util.logging}.
 */
public final class LogLines extends Handler implements AutoCloseable {
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final Logger logger;

  /** Listens to that class's logger. */
  public LogLines(Class<?> of) {
    logger = Logger.getLogger(of.getName());
    logger.addHandler(this);
  }

  /** All lines so far. */
  public List<String> all() {
    return List.copyOf(lines);
  }

  /** Those lines so far that contain a text. */
  public List<String> with(String part) {
    return lines.stream().filter(line -> line.contains(part)).toList();
  }

  @Override
  public void publish(LogRecord line) {
    lines.add(line.getMessage());
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    logger.removeHandler(this);
  }
}
