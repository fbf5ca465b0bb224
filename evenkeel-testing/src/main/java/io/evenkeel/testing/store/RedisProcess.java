package io.evenkeel.testing.store;

import io.evenkeel.testing.Await;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A real Redis server on a free loopback port, without persistence. A shell stands between it and
 * us and kills it when our end of a pipe closes, however this process ends.
 */
public final class RedisProcess implements AutoCloseable {
  private static final int START_ATTEMPTS = 5;
  private static final String GUARD =
      "\"$@\" </dev/null & pid=$!; echo guarded $pid; read -r line; kill -9 $pid; wait $pid";

  private final Path binary;
  private final long maxMemoryBytes;
  private final boolean tls;
  private final List<String> options;
  private int port;
  private Process guard;
  private long pid;

  /**
   * @param binary the redis-server to run
   */
  public RedisProcess(Path binary, long maxMemoryBytes) {
    this(binary, maxMemoryBytes, false, List.of());
  }

  /**
   * @param tls whether clients connect by TLS; the options then name its certificate
   * @param options more of the server's command line
   */
  public RedisProcess(Path binary, long maxMemoryBytes, boolean tls, List<String> options) {
    this.tls = tls;
    this.options = List.copyOf(options);
    this.binary = binary;
    this.maxMemoryBytes = maxMemoryBytes;
    for (int attempt = 1; ; attempt++) {
      port = freePort();
      if (run()) {
        return;
      }
      if (attempt == START_ATTEMPTS) {
        throw new IllegalStateException(binary + " did not start on a free port");
      }
    }
  }

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts it again, empty, on the same port. */
  public void start() {
    if (!run()) {
      throw new IllegalStateException("Redis did not start again on port " + port);
    }
  }

  private boolean run() {
    List<String> command = new ArrayList<>(List.of("sh", "-c", GUARD, "sh", binary.toString()));
    command.addAll(List.of("--bind", "127.0.0.1", "--port", tls ? "0" : Integer.toString(port)));
    command.addAll(tls ? List.of("--tls-port", Integer.toString(port)) : List.of());
    command.addAll(List.of("--save", "", "--appendonly", "no", "--maxmemory-policy", "noeviction"));
    command.addAll(List.of("--maxmemory", Long.toString(maxMemoryBytes)));
    command.addAll(options);
    try {
      guard = new ProcessBuilder(command).redirectErrorStream(true).start();
      BufferedReader out =
          new BufferedReader(new InputStreamReader(guard.getInputStream(), StandardCharsets.UTF_8));
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        if (line.startsWith("guarded ")) {
          pid = Long.parseLong(line.substring("guarded ".length()));
        }
        if (line.contains("Ready to accept connections")) {
          return true;
        }
        if (line.contains("Failed listening") || line.contains("in use")) {
          break;
        }
      }
      kill();
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** {@code host:port}. */
  public String address() {
    return "127.0.0.1:" + port;
  }

  /**
   * Stops it from running until {@link #resume}; the kernel still accepts connections for it.
   * Returns when it stands still: the signal takes a moment to arrive.
   */
  public void pause() {
    signal("-STOP");
    try {
      Await.until(this::isStopped);
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted while Redis was being stopped", e);
    }
  }

  /** All of its threads: of each the state follows the name in brackets. */
  private boolean isStopped() {
    try (Stream<Path> threads = Files.list(Path.of("/proc/" + pid + "/task"))) {
      for (Path thread : threads.toList()) {
        String stat = Files.readString(thread.resolve("stat"));
        if (stat.charAt(stat.lastIndexOf(')') + 2) != 'T') {
          return false;
        }
      }
      return true;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public void resume() {
    signal("-CONT");
  }

  private void signal(String signal) {
    try {
      new ProcessBuilder("sh", "-c", "kill " + signal + " " + pid).inheritIO().start().waitFor();
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException("cannot send " + signal + " to Redis", e);
    }
  }

  /** Ends it at once. */
  public void kill() {
    try {
      guard.getOutputStream().close();
      if (!guard.waitFor(Answer.PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new IllegalStateException("Redis process " + pid + " does not end");
      }
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException("cannot end Redis process " + pid, e);
    }
  }

  @Override
  public void close() {
    kill();
  }
}
