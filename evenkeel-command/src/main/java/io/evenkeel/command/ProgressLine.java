package io.evenkeel.command;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * What goes on, in one line of a terminal that rewrites itself every second, with the seconds since
 * it was said. What is done soon shows nothing, and when it is closed nothing of it is left. Silent
 * where it is not shown on a terminal.
 */
public final class ProgressLine implements AutoCloseable {
  private static final int WIDTH = 78;
  private static final long QUIET_MILLIS = 500;
  private static final long TICK_MILLIS = 1000;
  private static final Path STDERR = Path.of("/proc/self/fd/2");

  /** The one that is shown: there is one terminal. */
  private static final AtomicReference<ProgressLine> SHOWN = new AtomicReference<>();

  private final PrintStream out;
  private final boolean isShown;
  private final long startNanos = System.nanoTime();
  private String said = "";
  private long saidNanos;
  private boolean isPainted;
  private boolean isClosed;
  private Thread ticker;

  /** For {@code isTerminal} see {@link #onStderr}. */
  ProgressLine(PrintStream out, boolean isTerminal) {
    this.out = out;
    this.isShown = isTerminal;
  }

  /** On standard error, where results do not go. */
  public static ProgressLine onStderr() {
    ProgressLine line = new ProgressLine(System.err, isTerminal());
    SHOWN.set(line);
    return line;
  }

  /** The JVM itself knows only whether input and output are terminals, both. */
  @SuppressWarnings("SystemConsoleNull") // From Java 22 on, where there is no /proc: always.
  private static boolean isTerminal() {
    try {
      String device = Files.readSymbolicLink(STDERR).toString();
      return device.startsWith("/dev/pts/")
          || device.startsWith("/dev/tty")
          || device.equals("/dev/console");
    } catch (IOException e) {
      return System.console() != null;
    }
  }

  /** Takes away the one that is shown, for good. */
  public static void end() {
    ProgressLine line = SHOWN.get();
    if (line != null) {
      line.close();
    }
  }

  /** Says what goes on from now on; nothing when it is empty. */
  public synchronized void say(String what) {
    if (!isShown || isClosed) {
      return;
    }
    said = what;
    saidNanos = System.nanoTime();
    if (ticker == null) {
      ticker = new Thread(this::tick, "evenkeel-progress");
      ticker.setDaemon(true);
      ticker.start();
    }
    paint();
  }

  private void tick() {
    try {
      TimeUnit.MILLISECONDS.sleep(QUIET_MILLIS);
      while (paint()) {
        TimeUnit.MILLISECONDS.sleep(TICK_MILLIS);
      }
    } catch (InterruptedException e) {
      // Closed.
    }
  }

  /** Whether there will be anything more to paint. */
  private synchronized boolean paint() {
    long now = System.nanoTime();
    if (isClosed || now - startNanos < TimeUnit.MILLISECONDS.toNanos(QUIET_MILLIS)) {
      return !isClosed;
    }
    if (said.isEmpty()) {
      erase();
      return true;
    }
    long seconds = TimeUnit.NANOSECONDS.toSeconds(now - saidNanos);
    String time = seconds < 2 ? " ..." : " ... " + seconds + " s";
    int room = WIDTH - time.length();
    String what = said.length() > room ? said.substring(0, room) : said;
    out.printf("\r%-" + WIDTH + "s", what + time);
    out.flush();
    isPainted = true;
    return true;
  }

  private void erase() {
    if (isPainted) {
      out.printf("\r%" + WIDTH + "s\r", "");
      out.flush();
      isPainted = false;
    }
  }

  @Override
  public synchronized void close() {
    isClosed = true;
    erase();
    if (ticker != null) {
      ticker.interrupt();
    }
  }
}
