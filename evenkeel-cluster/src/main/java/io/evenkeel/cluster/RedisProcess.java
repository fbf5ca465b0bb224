package io.evenkeel.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** One Redis server: no persistence, no eviction, a memory limit, loopback only. */
final class RedisProcess {
  private static final int ATTEMPTS = 5;
  private static final int PROBE_TIMEOUT_MILLIS = 200;
  private static final int ANSWER_BYTES_MAX = 4096;

  private final String name;
  private final Path program;
  private final Path folder;
  private final long memoryBytes;
  private final Janitor janitor;
  private int port;
  private ChildProcess child;

  private RedisProcess(String name, Path program, Path folder, long memoryBytes, Janitor janitor) {
    this.name = name;
    this.program = program;
    this.folder = folder;
    this.memoryBytes = memoryBytes;
    this.janitor = janitor;
  }

  static String name(int index) {
    return "redis" + index;
  }

  static RedisProcess start(
      int index, Path program, Path clusterFolder, long memoryBytes, Janitor janitor)
      throws IOException {
    Path folder = Files.createDirectory(clusterFolder.resolve(name(index)));
    RedisProcess redis = new RedisProcess(name(index), program, folder, memoryBytes, janitor);
    redis.port = freePort();
    redis.launch();
    return redis;
  }

  /** Waits until this very process answers, with another port if its port was taken meanwhile. */
  void awaitReady(Deadline deadline) throws IOException {
    for (int attempt = 1; !becomesReady(deadline); attempt++) {
      if (attempt == ATTEMPTS) {
        throw child.failure("ended by itself " + ATTEMPTS + " times");
      }
      port = freePort();
      launch();
    }
  }

  /** Starts it again, empty, on the port it had. */
  void restart(Deadline deadline) throws IOException {
    child.kill();
    launch();
    if (!becomesReady(deadline)) {
      throw child.failure("ended by itself");
    }
  }

  ChildProcess child() {
    return child;
  }

  String address() {
    return "127.0.0.1:" + port;
  }

  NodeStatus status() {
    return NodeStatus.of(name, NodeStatus.Kind.REDIS, child, address());
  }

  private void launch() throws IOException {
    child =
        ChildProcess.start(
            name,
            List.of(
                program.toString(),
                "--bind",
                "127.0.0.1",
                "--port",
                Integer.toString(port),
                "--dir",
                folder.toString(),
                "--save",
                "",
                "--appendonly",
                "no",
                "--maxmemory",
                Long.toString(memoryBytes),
                "--maxmemory-policy",
                "noeviction",
                "--loglevel",
                "warning",
                "--logfile",
                ChildProcess.logFile(name, folder).toString()),
            Map.of(),
            folder,
            janitor);
  }

  private boolean becomesReady(Deadline deadline) throws IOException {
    deadline.await(
        () -> child.state() == OsProcess.State.GONE || answers(),
        () -> child.failure("does not answer at " + address()).getMessage());
    return child.state() != OsProcess.State.GONE;
  }

  /** The process id matters: another server may have taken the port first. */
  private boolean answers() {
    try (Socket socket = new Socket()) {
      socket.connect(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), port), PROBE_TIMEOUT_MILLIS);
      socket.setSoTimeout(PROBE_TIMEOUT_MILLIS);
      socket.getOutputStream().write("INFO server\r\n".getBytes(StandardCharsets.US_ASCII));
      InputStream input = socket.getInputStream();
      byte[] answer = new byte[ANSWER_BYTES_MAX];
      int length = 0;
      String wanted = "process_id:" + child.osProcess().pid() + "\r\n";
      for (int read = 0; read >= 0 && length < answer.length; length += Math.max(read, 0)) {
        if (new String(answer, 0, length, StandardCharsets.US_ASCII).contains(wanted)) {
          return true;
        }
        read = input.read(answer, length, answer.length - length);
      }
      return false;
    } catch (IOException notYet) {
      return false;
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
