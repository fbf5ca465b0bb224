package io.evenkeel.process;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A process of the operating system, told from a later one of the same id by its start time.
 *
 * @param startTicks clock ticks from boot to its start, as /proc has it
 */
public record OsProcess(long pid, long startTicks) {
  /** What the kernel says of a process; a zombie is {@link #GONE}. */
  public enum State {
    RUNNING,
    STOPPED,
    GONE
  }

  private static final int STATE_FIELD = 0;
  private static final int START_FIELD = 19;

  /** The live process {@code pid}; throws if there is none. */
  public static OsProcess of(long pid) throws IOException {
    List<String> fields = stat(pid);
    if (fields.isEmpty()) {
      throw new IOException("process " + pid + " is gone");
    }
    return new OsProcess(pid, Long.parseLong(fields.get(START_FIELD)));
  }

  /** What its main thread does; of a stopped one, {@link #isStill} says whether all do. */
  public State state() {
    List<String> fields = stat(pid);
    if (fields.isEmpty() || Long.parseLong(fields.get(START_FIELD)) != startTicks) {
      return State.GONE;
    }
    return switch (fields.get(STATE_FIELD)) {
      case "Z", "X", "x" -> State.GONE;
      default -> isStopped(fields.get(STATE_FIELD)) ? State.STOPPED : State.RUNNING;
    };
  }

  /** Whether every one of its threads is stopped: the signal reaches them one after the other. */
  boolean isStill() throws IOException {
    try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(pid), "task"))) {
      return threads
          .map(thread -> stat(thread.resolve("stat")))
          .allMatch(fields -> !fields.isEmpty() && isStopped(fields.get(STATE_FIELD)));
    }
  }

  private static boolean isStopped(String state) {
    return state.equals("T") || state.equals("t");
  }

  /** Sends a signal such as {@code STOP}, {@code CONT} or {@code KILL}. */
  public void signal(String name) throws IOException {
    if (state() == State.GONE) {
      throw new IOException("cannot send SIG" + name + ": process " + pid + " is gone");
    }
    // The shell's own kill: a minimal system has no kill program.
    Process shell =
        new ProcessBuilder("sh", "-c", "kill -" + name + " " + pid)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      int status = shell.waitFor();
      if (status != 0) {
        throw new IOException("SIG" + name + " to process " + pid + " failed, status " + status);
      }
    } catch (InterruptedException interrupt) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while sending SIG" + name + " to " + pid);
    }
  }

  /** The fields after the command name, or none when there is no such process. */
  private static List<String> stat(long pid) {
    return stat(Path.of("/proc", Long.toString(pid), "stat"));
  }

  private static List<String> stat(Path file) {
    try {
      String text = Files.readString(file);
      // The name is in parentheses and may hold spaces and parentheses itself.
      return List.of(text.substring(text.lastIndexOf(')') + 2).trim().split(" ", -1));
    } catch (IOException gone) {
      return List.of();
    }
  }
}
