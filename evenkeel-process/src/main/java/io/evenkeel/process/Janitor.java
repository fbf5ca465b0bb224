package io.evenkeel.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * One shell in a session of its own that kills the registered processes and removes the registered
 * folders when this JVM closes it or ends in any way, kill -9 included.
 *
 * <p>It waits for the end of its stdin, whose only writer is this JVM. A stopped node cannot notice
 * that its parent is gone, Redis does not care, and nobody else would remove the folder. Its own
 * session keeps it out of reach of Ctrl-C.
 */
public final class Janitor implements AutoCloseable {
  private static final long CLOSE_SECONDS = 30;
  private static final Set<Janitor> OPEN = ConcurrentHashMap.newKeySet();

  private final Process shell;
  private final OutputStream orders;
  private final List<Path> folders = new ArrayList<>();
  private boolean isClosed;

  private Janitor(Process shell) {
    this.shell = shell;
    this.orders = shell.getOutputStream();
  }

  public static Janitor start() throws IOException {
    Process shell =
        new ProcessBuilder("setsid", "sh", "-c", script())
            .directory(Path.of("/").toFile())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    Janitor janitor = new Janitor(shell);
    OPEN.add(janitor);
    return janitor;
  }

  /** A child with the janitor that ends it; where it cannot be started, nothing of both is left. */
  public record Child(Process process, Janitor janitor) implements AutoCloseable {
    /** Starts it. */
    public static Child start(ProcessBuilder builder) throws IOException {
      Janitor janitor = Janitor.start();
      Process process = null;
      try {
        process = builder.start();
        janitor.kill(process);
        return new Child(process, janitor);
      } catch (IOException | RuntimeException | Error e) {
        if (process != null) {
          process.destroyForcibly();
        }
        try (janitor) {
          throw e;
        }
      }
    }

    /** Ends it, whatever it is at. */
    @Override
    public void close() throws IOException {
      janitor.close();
    }
  }

  /** Closes all that are open. */
  public static void closeAll() throws IOException {
    IOException failure = null;
    for (Janitor janitor : OPEN) {
      try {
        janitor.close();
      } catch (IOException e) {
        if (failure == null) {
          failure = e;
        } else {
          failure.addSuppressed(e);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  private static String script() throws IOException {
    try (InputStream script = Janitor.class.getResourceAsStream("janitor.sh")) {
      return new String(script.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Creates {@code folder} for its owner only; it must not exist, and is removed at the end. */
  public synchronized void create(Path folder) throws IOException {
    requireOpen();
    requireRemovable(folder);
    Files.createDirectory(
        folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    remove(folder);
  }

  /** The same of a new one in the system's temporary folder. */
  public synchronized Path createTemporary(String prefix) throws IOException {
    requireOpen();
    Path folder = Files.createTempDirectory(prefix);
    remove(folder);
    return folder;
  }

  private void remove(Path folder) throws IOException {
    folders.add(folder);
    order("dir " + folder.toAbsolutePath());
  }

  private void requireOpen() throws IOException {
    if (isClosed) {
      throw new IOException("what it was started for is being ended");
    }
  }

  private static void requireRemovable(Path folder) throws IOException {
    String path = folder.toAbsolutePath().toString();
    if (path.indexOf('\n') >= 0 || folder.toAbsolutePath().getNameCount() < 2) {
      throw new IOException("will not promise to remove the folder \"" + path + "\"");
    }
  }

  /** Kills {@code process} at the end if it still runs. */
  public void kill(OsProcess process) throws IOException {
    order("pid " + process.pid() + " " + process.startTicks());
  }

  /** The same of a child, which may have ended already. */
  public void kill(Process child) throws IOException {
    try {
      kill(OsProcess.of(child.pid()));
    } catch (IOException e) {
      if (child.isAlive()) {
        throw e;
      }
    }
  }

  private synchronized void order(String line) throws IOException {
    orders.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    orders.flush();
  }

  /**
   * Ends everything registered and returns when it is gone; a second call does nothing.
   *
   * @throws IOException if something of it is left
   */
  @Override
  public synchronized void close() throws IOException {
    if (isClosed && !shell.isAlive()) {
      return;
    }
    isClosed = true;
    orders.close();
    try {
      if (!shell.waitFor(CLOSE_SECONDS, TimeUnit.SECONDS)) {
        throw new IOException(
            "the janitor, process " + shell.pid() + ", is not done after " + CLOSE_SECONDS + " s");
      }
      OPEN.remove(this);
      if (shell.exitValue() != 0) {
        throw new IOException("could not remove all of " + folders);
      }
    } catch (InterruptedException interrupt) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted; the janitor finishes by itself");
    }
  }
}
