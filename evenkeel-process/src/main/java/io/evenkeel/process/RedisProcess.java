package io.evenkeel.process;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** One Redis server: no persistence, no eviction, a memory limit, loopback only. */
public final class RedisProcess {
  private static final int ATTEMPTS = 5;

  /** What every Redis and Valkey says when it serves. */
  private static final String SERVES = "Ready to accept connections";

  /**
   * What a server is started with.
   *
   * @param tls whether clients connect by TLS; the options then name its certificate
   * @param options more of its command line, which wins over what is said here
   */
  public record Settings(long memoryBytes, boolean tls, List<String> options) {
    public Settings {
      options = List.copyOf(options);
    }

    /** A plain server with so much memory. */
    public static Settings of(long memoryBytes) {
      return new Settings(memoryBytes, false, List.of());
    }
  }

  private final String name;
  private final Path program;
  private final Path folder;
  private final Settings settings;
  private final Janitor janitor;
  private int port;
  private ChildProcess child;

  /** How long the log was when the process was started that runs now. */
  private long logBytes;

  private RedisProcess(String name, Path program, Path folder, Settings settings, Janitor janitor) {
    this.name = name;
    this.program = program;
    this.folder = folder;
    this.settings = settings;
    this.janitor = janitor;
  }

  /**
   * Starts a server and does not wait for it.
   *
   * @param parent where it gets a folder of its name; that must not exist
   * @param janitor ends it when this JVM ends
   */
  public static RedisProcess start(
      String name, Path program, Path parent, Settings settings, Janitor janitor)
      throws IOException {
    Path folder = Files.createDirectory(parent.resolve(name));
    RedisProcess redis = new RedisProcess(name, program, folder, settings, janitor);
    redis.port = freePort();
    redis.launch();
    return redis;
  }

  /** Waits until this very process serves, with another port if its port was taken meanwhile. */
  public void awaitReady(Deadline deadline) throws IOException {
    for (int attempt = 1; !becomesReady(deadline); attempt++) {
      if (attempt == ATTEMPTS) {
        throw child.failure("ended by itself " + ATTEMPTS + " times");
      }
      port = freePort();
      launch();
    }
  }

  /** Starts it again, empty, on the port it had, and waits until it serves. */
  public void restart(Deadline deadline) throws IOException {
    child.kill();
    launch();
    if (!becomesReady(deadline)) {
      throw child.failure("ended by itself");
    }
  }

  public String name() {
    return name;
  }

  public ChildProcess child() {
    return child;
  }

  /** {@code host:port}. */
  public String address() {
    return "127.0.0.1:" + port;
  }

  private Path log() {
    return ChildProcess.logFile(name, folder);
  }

  private void launch() throws IOException {
    logBytes = Files.exists(log()) ? Files.size(log()) : 0;
    child = ChildProcess.start(name, command(), Map.of(), folder, janitor);
  }

  private List<String> command() {
    String own = Integer.toString(port);
    List<String> command =
        new ArrayList<>(List.of(program.toString(), "--bind", "127.0.0.1", "--dir"));
    command.add(folder.toString());
    command.addAll(
        settings.tls() ? List.of("--port", "0", "--tls-port", own) : List.of("--port", own));
    command.addAll(List.of("--save", "", "--appendonly", "no", "--maxmemory-policy", "noeviction"));
    command.addAll(List.of("--maxmemory", Long.toString(settings.memoryBytes())));
    command.addAll(List.of("--loglevel", "notice", "--logfile", log().toString()));
    command.addAll(settings.options());
    return command;
  }

  private boolean becomesReady(Deadline deadline) throws IOException {
    deadline.await(
        () -> child.state() == OsProcess.State.GONE || serves(),
        () -> child.failure("does not serve at " + address()).getMessage());
    return child.state() != OsProcess.State.GONE;
  }

  /** Its own word: at its port another server may answer, which has taken it first. */
  private boolean serves() throws IOException {
    if (!Files.exists(log())) {
      return false;
    }
    try (RandomAccessFile file = new RandomAccessFile(log().toFile(), "r")) {
      byte[] said = new byte[(int) Math.max(0, file.length() - logBytes)];
      file.seek(logBytes);
      file.readFully(said);
      return new String(said, StandardCharsets.ISO_8859_1).contains(SERVES);
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
