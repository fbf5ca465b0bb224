package io.evenkeel.server;

import io.evenkeel.manager.ManagerSettings;
import io.evenkeel.redis.RedisSettings;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the command line says.
 *
 * @param redisUris the cache nodes; none for a manager that caches nothing
 * @param capacityBytes the allocated bytes that each Redis may hold; 0 without any
 */
record ManagerArguments(
    int port,
    String bindAddress,
    List<String> redisUris,
    String redisTlsCa,
    String redisUser,
    String redisPasswordFile,
    boolean off,
    String switchFile,
    long capacityBytes,
    Duration timeToLive,
    Optional<URI> nameNode,
    DecisionArguments decisions,
    boolean endOnStdinEof,
    boolean help) {
  static final String HELP =
      """
      Runs an Evenkeel manager: it decides which parity is cached on which Redis, and says which
      DataNodes are slow.

        --redis URI[,URI...]    the cache nodes: host:port, redis://... or rediss://... Without any
                                nothing is cached; clients are told what waits at the DataNodes,
                                which of them are slow, and whether to be on
        --redis-user NAME       the user of those whose URI names none
        --redis-password-file FILE
                                a file whose first line is the password of those whose URI names
                                none; without it $EVENKEEL_REDIS_PASSWORD is, if set. Every user
                                of the machine can see what stands in a URI here
        --redis-tls-ca FILE     PEM file with the authorities that rediss:// servers are trusted
                                by (default: the JVM's)
        --capacity-bytes N      memory that each of them may hold for this manager, also as 64g or
                                512m (required with --redis)
        --namenode URI          web address of the NameNode, http://HOST:9870: its DataNodes' own
                                counters are looked at too
        --port N                where to listen, 0 for any free port (default 8460)
        --bind ADDRESS          the address to listen on (default 127.0.0.1; there is no
                                authentication: keep it on a trusted network)
        --off                   tell all clients to work as without Evenkeel, for as long as it runs
        --switch-file FILE      tell them so while this file holds the word off; looked at every 5 s,
                                and clients know within 30 s
        --time-to-live-seconds N
                                how long cached parity outlives the manager (default 600)
        --end-on-stdin-eof      end when standard input ends
        --help                  print this

      %s
      Prints one line "ready http://ADDRESS:PORT" when it answers requests and all cache nodes have
      answered; those that do not follow as " without HOST:PORT ...". The log goes to
      stderr (-Dlog4j.configuration=URL for another). SIGTERM ends it. GET /healthz answers 200
      while it works, else 503. Exit status: 1 when it cannot start, 2 for a wrong command line,
      3 when it has run out of memory.
      """
          .formatted(DecisionArguments.HELP);

  private static final String PASSWORD_VARIABLE = "EVENKEEL_REDIS_PASSWORD";
  private static final int DEFAULT_PORT = 8460;
  private static final String UNITS = "kmgt";
  private static final int BITS_PER_UNIT = 10;

  private static final int MAX_PORT = 65535;
  private static final int DEFAULT_TIME_TO_LIVE_SECONDS = 600;
  private static final int MAX_TIME_TO_LIVE_SECONDS = 30 * 24 * 3600;

  /**
   * Reads a command line.
   *
   * @throws IllegalArgumentException when it is wrong; the message says how
   */
  static ManagerArguments parse(String... args) {
    Deque<String> rest = new ArrayDeque<>(List.of(args));
    int port = DEFAULT_PORT;
    String bind = "127.0.0.1";
    List<String> redis = List.of();
    String tlsCa = "";
    String user = "";
    String passwordFile = "";
    boolean off = false;
    String switchFile = "";
    long capacity = 0;
    long seconds = DEFAULT_TIME_TO_LIVE_SECONDS;
    Optional<URI> nameNode = Optional.empty();
    boolean endOnEof = false;
    boolean help = false;
    Map<String, String> decisions = new HashMap<>();
    while (!rest.isEmpty()) {
      String name = rest.poll();
      switch (name) {
        case "--port" -> port = (int) number(name, rest.poll(), 0, MAX_PORT);
        case "--bind" -> bind = text(name, rest.poll());
        case "--redis" -> redis = List.of(text(name, rest.poll()).split(",", -1));
        case "--redis-tls-ca" -> tlsCa = text(name, rest.poll());
        case "--redis-user" -> user = text(name, rest.poll());
        case "--redis-password-file" -> passwordFile = text(name, rest.poll());
        case "--off" -> off = true;
        case "--switch-file" -> switchFile = text(name, rest.poll());
        case "--namenode" -> nameNode = Optional.of(webAddress(name, rest.poll()));
        case "--capacity-bytes" -> capacity = bytes(name, rest.poll());
        case "--time-to-live-seconds" ->
            seconds = number(name, rest.poll(), 1, MAX_TIME_TO_LIVE_SECONDS);
        case "--end-on-stdin-eof" -> endOnEof = true;
        case "--help" -> help = true;
        default -> {
          if (!DecisionArguments.isKnown(name)) {
            throw new IllegalArgumentException("unknown argument " + name);
          }
          decisions.put(name, text(name, rest.poll()));
        }
      }
    }
    if (!help && !redis.isEmpty() && capacity == 0) {
      throw new IllegalArgumentException("--capacity-bytes is required with --redis");
    }
    boolean isOfCache = capacity != 0 || !(tlsCa + user + passwordFile).isEmpty();
    if (!help && redis.isEmpty() && isOfCache) {
      throw new IllegalArgumentException(
          "--capacity-bytes, --redis-user, --redis-password-file and --redis-tls-ca are of cache"
              + " nodes: name them by --redis, or leave these out");
    }
    ManagerArguments arguments =
        new ManagerArguments(
            port,
            bind,
            redis,
            tlsCa,
            user,
            passwordFile,
            off,
            switchFile,
            capacity,
            Duration.ofSeconds(seconds),
            nameNode,
            new DecisionArguments(decisions),
            endOnEof,
            help);
    if (!help) {
      // What is wrong with it is told as the rest is.
      arguments.settings();
    }
    return arguments;
  }

  /** What the manager is to go by. */
  ManagerSettings settings() {
    return decisions.settings(capacityBytes, timeToLive);
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

  private static URI webAddress(String name, String value) {
    String text = text(name, value);
    try {
      URI uri = URI.create(text);
      if (uri.getHost() != null && List.of("http", "https").contains(uri.getScheme())) {
        return uri;
      }
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(name + " needs http://HOST:PORT, got '" + text + "'", e);
    }
    throw new IllegalArgumentException(name + " needs http://HOST:PORT, got '" + text + "'");
  }

  private static String text(String name, String value) {
    if (value == null || value.isEmpty() || value.startsWith("--")) {
      throw new IllegalArgumentException(name + " needs a value");
    }
    return value;
  }

  /** As in the clients' configuration: a number, or one with k, m, g or t. */
  private static long bytes(String name, String value) {
    String text = text(name, value);
    int unit = 1 + UNITS.indexOf(Character.toLowerCase(text.charAt(text.length() - 1)));
    String digits = text.substring(0, text.length() - Math.min(unit, 1));
    if (!digits.matches("\\d{1,18}")) {
      throw new IllegalArgumentException(
          name + " needs a whole number, got '" + text + "'; k, m, g or t may follow it");
    }
    return number(name, digits, 1, Long.MAX_VALUE >> (BITS_PER_UNIT * unit))
        << (BITS_PER_UNIT * unit);
  }

  static long number(String name, String value, long least, long most) {
    String text = text(name, value);
    try {
      long number = Long.parseLong(text);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(name + " needs a whole number, got '" + text + "'", e);
    }
    throw new IllegalArgumentException(
        "%s must be in [%d, %d], got %s".formatted(name, least, most, text));
  }
}
