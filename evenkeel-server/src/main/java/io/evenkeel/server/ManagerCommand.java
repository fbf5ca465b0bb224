package io.evenkeel.server;

import io.evenkeel.command.Bounds;
import io.evenkeel.command.ByteSize;
import io.evenkeel.command.ShortErrors;
import io.evenkeel.manager.ManagerSettings;
import io.evenkeel.redis.RedisSettings;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code evenkeel manager}: what its command line says, and the manager that it describes. */
@Command(
    name = ManagerCommand.NAME,
    mixinStandardHelpOptions = true,
    resourceBundle = ManagerCommand.COMPUTED,
    sortOptions = false,
    abbreviateSynopsis = true,
    header = "Runs the manager by itself, for clients of an existing cluster.",
    description =
        "It decides which parity is cached on which Redis, and says which DataNodes are slow.",
    footer = {
      "",
      "BYTES are plain, or with a unit as in 512m, 8g.",
      "",
      "Prints one line \"ready http://ADDRESS:PORT\" when it answers requests and all cache nodes"
          + " have answered; those that do not follow as \" without HOST:PORT ...\". The log goes to"
          + " stderr (-Dlog4j.configuration=URL for another). SIGTERM ends it. GET /healthz answers"
          + " 200 while it works, else 503. Exit status: 1 when it cannot start, 2 for a wrong"
          + " command line, 3 when it has run out of memory."
    })
public final class ManagerCommand implements Callable<Integer> {
  /** What the launcher calls it. */
  public static final String NAME = "manager";

  /** What the help takes from the settings. */
  static final String COMPUTED = "io.evenkeel.server.ComputedHelp";

  private static final String PASSWORD_VARIABLE = "EVENKEEL_REDIS_PASSWORD";
  private static final int PORT_MAX = 65535;

  /** Of less, who says gigabytes by a number alone has forgotten the unit. */
  private static final long CAPACITY_BYTES_MIN = 1 << 20;

  private static final int TIME_TO_LIVE_SECONDS_MAX = 30 * 24 * 3600;

  @Spec private CommandSpec spec;

  @Option(
      names = "--redis",
      split = ",",
      paramLabel = "URI",
      description =
          "The cache nodes: host:port, or a URI of redis: or, with TLS, rediss:. Without any nothing"
              + " is cached; clients are told what waits at the DataNodes, which of them are slow,"
              + " and whether to be on.")
  private List<String> redisUris = List.of();

  @Option(
      names = "--capacity-bytes",
      paramLabel = "BYTES",
      converter = ByteSize.class,
      description =
          "Memory that each of these servers may hold for this manager, not all together. Required"
              + " with --redis.")
  private Long capacityBytes;

  @Option(
      names = "--redis-user",
      paramLabel = "NAME",
      description = "The user of those whose URI names none.")
  private String redisUser = "";

  @Option(
      names = "--redis-password-file",
      paramLabel = "FILE",
      description =
          "A file whose first line is the password of those whose URI names none; without it"
              + " EVENKEEL_REDIS_PASSWORD is, if set. Every user of the machine can see what stands"
              + " in a URI here.")
  private String redisPasswordFile = "";

  @Option(
      names = "--redis-tls-ca",
      paramLabel = "FILE",
      description =
          "PEM file with the authorities that rediss: servers are trusted by. Default: the JVM's.")
  private String redisTlsCa = "";

  @Option(
      names = "--namenode",
      paramLabel = "URI",
      description =
          "Web address of the NameNode, http://HOST:9870: its DataNodes' own counters are looked at"
              + " too.")
  private String nameNode;

  @Option(
      names = "--port",
      paramLabel = "N",
      defaultValue = "8460",
      description = "Where to listen, 0 for any free port. Default: ${DEFAULT-VALUE}.")
  private int port;

  @Option(
      names = "--bind",
      paramLabel = "ADDRESS",
      defaultValue = "127.0.0.1",
      description =
          "The address to listen on. Default: ${DEFAULT-VALUE}. There is no authentication: keep it"
              + " on a trusted network.")
  private String bindAddress;

  @Option(
      names = "--off",
      description = "Tell all clients to work as without Evenkeel, for as long as it runs.")
  private boolean off;

  @Option(
      names = "--switch-file",
      paramLabel = "FILE",
      description =
          "Tell them so while this file holds the word off; looked at every 5 s, and clients know"
              + " within 30 s.")
  private String switchFile = "";

  @Option(
      names = "--time-to-live-seconds",
      paramLabel = "N",
      defaultValue = "600",
      description =
          "How long cached parity lives that nobody renews; two thirds of it at least after the"
              + " manager's end. Default: ${DEFAULT-VALUE}.")
  private long timeToLiveSeconds;

  @Option(names = "--end-on-stdin-eof", description = "End when standard input ends.")
  private boolean endOnStdinEof;

  @Mixin private DecisionOptions decisions;

  /** The command line of a manager that is a process of its own. */
  static CommandLine commandLine() {
    return ShortErrors.in(new CommandLine(new ManagerCommand())).setCommandName("evenkeel " + NAME);
  }

  /** Runs it until it is told to end. */
  @Override
  public Integer call() throws InterruptedException {
    RedisSettings redis;
    try {
      check();
      redis = redis(System.getenv());
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
    return ManagerMain.run(this, redis);
  }

  /**
   * Whether all of it can be.
   *
   * @throws IllegalArgumentException when it cannot; the message says how
   */
  void check() {
    requireText("--redis", redisUris);
    requireText("--bind", List.of(bindAddress));
    Bounds.require("--port", port, 0, PORT_MAX);
    Bounds.require("--time-to-live-seconds", timeToLiveSeconds, 1, TIME_TO_LIVE_SECONDS_MAX);
    if (capacityBytes != null) {
      Bounds.requireBytes("--capacity-bytes", capacityBytes, CAPACITY_BYTES_MIN, Long.MAX_VALUE);
    }
    if (!redisUris.isEmpty() && capacityBytes == null) {
      throw new IllegalArgumentException(
          "--redis takes --capacity-bytes too: what each of the servers may hold, such as 512m");
    }
    boolean isOfCache =
        capacityBytes != null || !(redisTlsCa + redisUser + redisPasswordFile).isEmpty();
    if (redisUris.isEmpty() && isOfCache) {
      throw new IllegalArgumentException(
          "--capacity-bytes, --redis-user, --redis-password-file and --redis-tls-ca are of cache"
              + " nodes: name them by --redis, or leave these out");
    }
    nameNode();
    settings();
  }

  private static void requireText(String option, List<String> values) {
    if (values.stream().anyMatch(String::isBlank)) {
      throw new IllegalArgumentException(option + " needs a value, got an empty one");
    }
  }

  int port() {
    return port;
  }

  String bindAddress() {
    return bindAddress;
  }

  /** The cache nodes; none for a manager that caches nothing. */
  List<String> redisUris() {
    return redisUris;
  }

  boolean off() {
    return off;
  }

  /** Empty where none is looked at. */
  String switchFile() {
    return switchFile;
  }

  /** The allocated bytes that each Redis may hold; 0 without any. */
  long capacityBytes() {
    return capacityBytes == null ? 0 : capacityBytes;
  }

  Duration timeToLive() {
    return Duration.ofSeconds(timeToLiveSeconds);
  }

  boolean endOnStdinEof() {
    return endOnStdinEof;
  }

  /** What the manager is to go by. */
  ManagerSettings settings() {
    return decisions.settings(capacityBytes(), timeToLive());
  }

  /** Where the NameNode shows itself, if that was said. */
  Optional<URI> nameNode() {
    if (nameNode == null) {
      return Optional.empty();
    }
    try {
      URI uri = URI.create(nameNode);
      if (uri.getHost() != null && List.of("http", "https").contains(uri.getScheme())) {
        return Optional.of(uri);
      }
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "--namenode takes http://HOST:PORT, got '" + nameNode + "'", e);
    }
    throw new IllegalArgumentException("--namenode takes http://HOST:PORT, got '" + nameNode + "'");
  }

  /**
   * The cache nodes with whatever password is theirs.
   *
   * @param environment of the process
   * @throws IllegalArgumentException when the password cannot be had
   */
  RedisSettings redis(Map<String, String> environment) {
    String password =
        redisPasswordFile.isEmpty()
            ? environment.getOrDefault(PASSWORD_VARIABLE, "")
            : passwordIn(Path.of(redisPasswordFile));
    return RedisSettings.of(RedisSettings.withLogin(redisUris, redisUser, password))
        .withAuthorities(redisTlsCa);
  }

  private static String passwordIn(Path file) {
    try {
      return RedisSettings.passwordIn(file);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "--redis-password-file " + file + ": " + e.getMessage(), e);
    }
  }
}
