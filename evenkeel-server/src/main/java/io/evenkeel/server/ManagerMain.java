package io.evenkeel.server;

import io.evenkeel.core.log.ByteText;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.http.HttpServerSettings;
import io.evenkeel.manager.Failures;
import io.evenkeel.manager.ManagerSettings;
import io.evenkeel.redis.RedisNodeStore;
import io.evenkeel.redis.RedisSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;

/** The daemon. Its log goes to stderr; stdout has only the line that says that it is ready. */
public final class ManagerMain {
  private static final long MIB = 1 << 20;

  /** Who stops in the middle of a request keeps one of few threads no longer. */
  private static final String REQUEST_SECONDS_PROPERTY = "sun.net.httpserver.maxReqTime";

  /** Who does not read its answer keeps one of few threads no longer. */
  private static final String RESPONSE_SECONDS_PROPERTY = "sun.net.httpserver.maxRspTime";

  private static final String LOG_CONFIGURATION = "log4j.configuration";

  /** Of a stripe, as clients have it by default. */
  private static final int USUAL_DATA_BLOCKS = 4;

  /** A collector that is to keep up needs as much again as what it keeps. */
  private static final long HEAP_PER_BOOK = 2;

  /** Longer than a connection and a request take that come to nothing. */
  private static final Duration NODES_PATIENCE = Duration.ofSeconds(5);

  /** Of this process. */
  private static final Failures FAILURES =
      // Not by a field: the configuration of the log is chosen in main.
      new Failures(what -> LoggerFactory.getLogger(ManagerMain.class).error(what));

  private static final long STOP_MILLIS = TimeUnit.SECONDS.toMillis(5);

  private ManagerMain() {}

  /**
   * Runs until SIGTERM, SIGINT or, if so asked, the end of standard input. Exit status: 0 after the
   * end of input, 1 when it cannot start, 2 for a wrong command line, 3 when it has run out of
   * memory, 143 after SIGTERM.
   */
  public static void main(String[] args) {
    setDefault(LOG_CONFIGURATION, "io/evenkeel/server/log4j.properties");
    setDefault(REQUEST_SECONDS_PROPERTY, "5");
    setDefault(RESPONSE_SECONDS_PROPERTY, "10");
    UncaughtFailures.install(FAILURES);
    int status = ManagerCommand.commandLine().execute(args);
    if (status != 0) {
      System.exit(status);
    }
  }

  private static void setDefault(String property, String value) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, value);
    }
  }

  /** Runs a manager until it is told to end; the exit status of the process. */
  static int run(ManagerCommand arguments, RedisSettings redis) throws InterruptedException {
    try (RedisNodeStore store = new RedisNodeStore(redis);
        ClientSwitch clients = new ClientSwitch(!arguments.off(), arguments.switchFile())) {
      ManagerServer server;
      try {
        server = start(arguments, store, clients);
      } catch (IOException | IllegalArgumentException e) {
        System.err.println(
            "evenkeel manager: cannot listen on %s:%d: %s (--bind and --port say where)"
                .formatted(arguments.bindAddress(), arguments.port(), e.getMessage()));
        return CommandLine.ExitCode.SOFTWARE;
      }
      serve(server, store, arguments);
      return CommandLine.ExitCode.OK;
    }
  }

  private static ManagerServer start(
      ManagerCommand arguments, RedisNodeStore store, ClientSwitch clients) throws IOException {
    ManagerServer server =
        new ManagerServer(
            store,
            arguments.settings(),
            HttpServerSettings.loopback(arguments.port()).withBindAddress(arguments.bindAddress()),
            clients::isOn,
            FAILURES);
    arguments.nameNode().ifPresent(server::watchDataNodesOf);
    return server;
  }

  private static void serve(ManagerServer server, RedisNodeStore store, ManagerCommand arguments)
      throws InterruptedException {
    // Not a field: the configuration of the log is chosen in main.
    Logger log = LoggerFactory.getLogger(ManagerMain.class);
    CountDownLatch end = new CountDownLatch(1);
    endWithTheProcess(end);
    try (server;
        CacheNodes nodes = new CacheNodes(store, arguments.capacityBytes(), owner(server.uri()))) {
      if (store.nodes().isEmpty()) {
        log.info("Manager at {}; no cache nodes, so that nothing is cached", server.uri());
      } else {
        log.info(
            "Manager at {}; cache nodes {}, up to {} on each; cached parity outlives it by {} s at least",
            server.uri(),
            store.nodes(),
            ByteText.of(arguments.capacityBytes()),
            arguments.timeToLive().toSeconds() * 2 / 3);
      }
      if (server.isOnLoopback()) {
        log.info("It listens on this machine only: clients on other hosts need --bind");
      }
      warnOfSmallHeap(log, arguments);
      warnOfSmallCache(log, arguments);
      warnOfShownPassword(log, arguments);
      System.out.println("ready " + server.uri() + without(nodes.awaitFirstLook(NODES_PATIENCE)));
      if (System.out.checkError()) {
        log.warn("It is ready, and cannot say so: standard output cannot be written");
      }
      if (arguments.endOnStdinEof()) {
        endWithStandardInput(end);
      }
      end.await();
      log.info("Stopping");
    }
    log.info("Stopped");
  }

  /** The same for every start of it: where it is, and on which host that is. */
  private static String owner(URI uri) {
    try {
      return uri + " on " + InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return uri.toString();
    }
  }

  private static String without(Set<NodeId> silent) {
    String nodes = silent.stream().map(NodeId::address).collect(Collectors.joining(" "));
    return silent.isEmpty() ? "" : " without " + nodes;
  }

  private static void warnOfShownPassword(Logger log, ManagerCommand arguments) {
    if (arguments.redisUris().stream().anyMatch(RedisSettings::hasLogin)) {
      log.warn(
          "Every user of this machine can see the password in --redis: use --redis-user and"
              + " --redis-password-file");
    }
  }

  /** What the JVM of a manager with these settings should have as its heap. */
  static long heapBytesWanted(ManagerSettings settings) {
    return HEAP_PER_BOOK * settings.heapBytes();
  }

  private static void warnOfSmallHeap(Logger log, ManagerCommand arguments) {
    long wanted = heapBytesWanted(arguments.settings());
    long heap = Runtime.getRuntime().maxMemory();
    if (heap < wanted) {
      log.warn(
          "A heap of {} is little for {} stripes, if it comes to know so many: give it -Xmx{}m"
              + " or let it know fewer (--max-stripes)",
          ByteText.of(heap),
          arguments.settings().maxStripes(),
          (wanted + MIB - 1) / MIB);
    }
  }

  /** By files, a write has room only where one as long as may be has. */
  private static void warnOfSmallCache(Logger log, ManagerCommand arguments) {
    ManagerSettings settings = arguments.settings();
    long capacity = settings.capacityBytes() * arguments.redisUris().size();
    long parity = settings.largestFileBytes() / USUAL_DATA_BLOCKS;
    // Parity takes a little more of the cache than its bytes.
    if (capacity > 0 && parity >= capacity) {
      log.warn(
          "Files get no parity as they are written: {} are set aside for each, with a parity block"
              + " for {}, and the cache has {} (--largest-file-bytes, --capacity-bytes)",
          ByteText.of(parity),
          USUAL_DATA_BLOCKS,
          ByteText.of(capacity));
    }
  }

  /** A signal ends the process when the hooks are done: this one waits for the end in order. */
  private static void endWithTheProcess(CountDownLatch end) {
    Thread serving = Thread.currentThread();
    Thread hook =
        new Thread(
            () -> {
              end.countDown();
              try {
                serving.join(STOP_MILLIS);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            },
            "evenkeel-manager-stop");
    Runtime.getRuntime().addShutdownHook(hook);
  }

  private static void endWithStandardInput(CountDownLatch end) {
    Thread reader =
        new Thread(
            () -> {
              byte[] ignored = new byte[256];
              try {
                while (System.in.read(ignored) >= 0) {
                  // Only its end matters.
                }
              } catch (IOException e) {
                // That is its end too.
              }
              end.countDown();
            },
            "evenkeel-manager-stdin");
    reader.setDaemon(true);
    reader.start();
  }
}
