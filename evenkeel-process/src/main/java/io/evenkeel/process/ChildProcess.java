package io.evenkeel.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * One child of this JVM: its lines on stdout, its commands on stdin, its log file for the rest.
 *
 * <p>It is registered with the janitor before it runs: a shell waits for the word to become the
 * command, and ends when this JVM dies first. So no child is ever without someone to end it.
 */
public final class ChildProcess {
  private static final String READY = "ready";
  private static final String WAIT_FOR_WORD = "read -r word && exec \"$@\"";
  private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(10);
  private static final Duration KILL_TIMEOUT = Duration.ofSeconds(10);
  private static final int LOG_LINES = 15;

  /** The end of stdout in {@link #lines}; no line of a child contains it. */
  private static final String END = "\n";

  private final String name;
  private final Path log;
  private final Process process;
  private final OsProcess osProcess;
  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

  private ChildProcess(String name, Path log, Process process) throws IOException {
    this.name = name;
    this.log = log;
    this.process = process;
    this.osProcess = OsProcess.of(process.pid());
  }

  /**
   * Starts {@code command} in {@code folder}, which must exist.
   *
   * @param name for errors and the log file's name
   */
  public static ChildProcess start(
      String name,
      List<String> command,
      Map<String, String> environment,
      Path folder,
      Janitor janitor)
      throws IOException {
    Path log = logFile(name, folder);
    List<String> wrapped = new ArrayList<>(List.of("sh", "-c", WAIT_FOR_WORD, name));
    wrapped.addAll(command);
    ProcessBuilder builder =
        new ProcessBuilder(wrapped)
            .directory(folder.toFile())
            .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().putAll(environment);
    ChildProcess child = new ChildProcess(name, log, builder.start());
    janitor.kill(child.osProcess);
    Thread reader = new Thread(child::readLines, name + "-stdout");
    reader.setDaemon(true);
    reader.start();
    child.tell("go");
    return child;
  }

  public static Path logFile(String name, Path folder) {
    return folder.resolve(name + ".log");
  }

  public OsProcess osProcess() {
    return osProcess;
  }

  public OsProcess.State state() {
    return osProcess.state();
  }

  /** Waits for the line {@code ready …} and returns what follows the word. */
  public String awaitReady(Deadline deadline) throws IOException {
    String line = nextLine(deadline, "did not say that it is ready");
    if (!line.equals(READY) && !line.startsWith(READY + " ")) {
      throw failure("expected a ready line, found \"" + line + "\"");
    }
    return line.substring(READY.length()).trim();
  }

  /** Sends one command line and returns its answer without the leading {@code ok}. */
  public synchronized String ask(String command) throws IOException {
    if (state() == OsProcess.State.STOPPED) {
      throw new IOException(name + " is stopped and cannot answer; resume it first");
    }
    if (state() == OsProcess.State.GONE) {
      throw failure("is not running");
    }
    lines.clear();
    tell(command);
    String answer = nextLine(Deadline.after(ANSWER_TIMEOUT), "did not answer \"" + command + "\"");
    if (!answer.startsWith("ok")) {
      throw new IOException(name + " was asked \"" + command + "\" and answered: " + answer);
    }
    return answer.substring("ok".length()).trim();
  }

  /** Stops it as it is; connections to it stay open and are not served. */
  public void stop() throws IOException {
    signal("STOP", OsProcess.State.STOPPED);
    Deadline.after(ANSWER_TIMEOUT)
        .await(osProcess::isStill, () -> name + " still has threads that run after SIGSTOP");
  }

  /** Lets a stopped child run on. */
  public void resume() throws IOException {
    signal("CONT", OsProcess.State.RUNNING);
  }

  /** Kills it, stopped or not, and returns when it is gone; it may be gone already. */
  public void kill() throws IOException {
    process.destroyForcibly();
    Deadline.after(KILL_TIMEOUT)
        .await(() -> !process.isAlive(), () -> name + " is still there after SIGKILL");
  }

  /** An error about this child with the last lines of its log. */
  public IOException failure(String what) {
    return new IOException(
        name + " " + what + "; the end of " + log + ":\n" + String.join("\n", logTail()));
  }

  /** Fails with the log's end if the child does not run any more. */
  public void checkAlive() throws IOException {
    if (state() == OsProcess.State.GONE) {
      throw failure("ended by itself");
    }
  }

  private void signal(String signal, OsProcess.State wanted) throws IOException {
    if (state() == OsProcess.State.GONE) {
      throw new IOException(
          name + " is not running, so it cannot get SIG" + signal + "; restart it first");
    }
    osProcess.signal(signal);
    Deadline.after(ANSWER_TIMEOUT)
        .await(() -> state() == wanted, () -> name + " is " + state() + " after SIG" + signal);
  }

  private void tell(String line) throws IOException {
    OutputStream stdin = process.getOutputStream();
    stdin.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    stdin.flush();
  }

  private String nextLine(Deadline deadline, String otherwise) throws IOException {
    String line;
    try {
      line = lines.poll(deadline.remainingNanos(), TimeUnit.NANOSECONDS);
      if (END.equals(line)) {
        // It may have closed its output before it has said why.
        process.waitFor(ANSWER_TIMEOUT.toNanos(), TimeUnit.NANOSECONDS);
      }
    } catch (InterruptedException interrupt) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while waiting for " + name);
    }
    if (line == null) {
      throw failure(otherwise);
    }
    if (line.equals(END)) {
      throw failure("ended by itself");
    }
    return line;
  }

  private void readLines() {
    try (BufferedReader stdout =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = stdout.readLine(); line != null; line = stdout.readLine()) {
        lines.add(line);
      }
    } catch (IOException | UncheckedIOException closed) {
      // The process was killed; the end is what is to be told.
    }
    lines.add(END);
  }

  private List<String> logTail() {
    try {
      List<String> all = Files.readAllLines(log, StandardCharsets.ISO_8859_1);
      return all.subList(Math.max(0, all.size() - LOG_LINES), all.size());
    } catch (IOException unreadable) {
      return List.of("(no log: " + unreadable + ")");
    }
  }
}
