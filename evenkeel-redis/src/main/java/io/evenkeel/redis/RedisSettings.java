package io.evenkeel.redis;

import io.evenkeel.core.model.NodeId;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Which Redis servers, and the limits of their use. Limits are per server.
 *
 * @param uris none, or each {@code host:port}, {@code redis://[user:password@]host:port[/database]}
 *     or the same with {@code rediss://} for TLS
 * @param authorities a PEM file with the certificates of the authorities that servers with TLS are
 *     trusted by; empty for those of the JVM
 * @param connections how many connections are opened, each when first needed, with a thread each
 * @param connectTimeout for one connection, its handshake included
 * @param requestTimeout for one request, waiting for its connection included
 * @param maxRequests requests under way; one more is refused
 * @param maxPutBytes bytes of puts under way; a put that does not fit is refused
 * @param failuresToOpen how many failures in a row open the circuit breaker
 * @param probeDelay how long it stays open before one request probes the server
 */
public record RedisSettings(
    List<String> uris,
    String authorities,
    int connections,
    Duration connectTimeout,
    Duration requestTimeout,
    int maxRequests,
    long maxPutBytes,
    int failuresToOpen,
    Duration probeDelay) {
  private static final int PASSWORD_FILE_BYTES_MAX = 4096;

  public RedisSettings {
    uris = List.copyOf(uris);
    if (!authorities.isEmpty() && !Files.isReadable(Path.of(authorities))) {
      throw new IllegalArgumentException(
          "the certificates of the Redis servers' authorities are to be in "
              + authorities
              + ", which cannot be read: name a PEM file, or none for those of the JVM");
    }
    requirePositive("connections", connections);
    requirePositive("connectTimeout", connectTimeout.toNanos());
    requirePositive("requestTimeout", requestTimeout.toNanos());
    requirePositive("maxRequests", maxRequests);
    requirePositive("maxPutBytes", maxPutBytes);
    requirePositive("failuresToOpen", failuresToOpen);
    requirePositive("probeDelay", probeDelay.toNanos());
    Set<NodeId> nodes = new HashSet<>();
    for (String uri : uris) {
      NodeId node = checked(uri, uris);
      if (!nodes.add(node)) {
        throw new IllegalArgumentException("a Redis server is named twice: " + node);
      }
    }
  }

  /** What is none may be a part of a password, which a comma has cut. */
  private static NodeId checked(String uri, List<String> uris) {
    try {
      return node(uri);
    } catch (IllegalArgumentException e) {
      if (hasLogin(uri) || uris.stream().noneMatch(RedisSettings::hasLogin)) {
        throw e;
      }
      throw cutPassword();
    }
  }

  private static IllegalArgumentException cutPassword() {
    return new IllegalArgumentException(
        "a Redis server is named host:port or redis[s]://[user:password@]host:port, and one of these"
            + " is not; a comma in a password is percent-encoded");
  }

  /** The defaults for these servers. */
  public static RedisSettings of(List<String> uris) {
    return new RedisSettings(
        uris,
        "",
        2,
        Duration.ofSeconds(1),
        Duration.ofMillis(500),
        512,
        64L << 20,
        3,
        Duration.ofSeconds(1));
  }

  /** These settings with other time limits. */
  public RedisSettings withTimes(
      Duration newConnectTimeout, Duration newRequestTimeout, Duration newProbeDelay) {
    return new RedisSettings(
        uris,
        authorities,
        connections,
        newConnectTimeout,
        newRequestTimeout,
        maxRequests,
        maxPutBytes,
        failuresToOpen,
        newProbeDelay);
  }

  /** These settings with a PEM file of the authorities that servers are trusted by. */
  public RedisSettings withAuthorities(String pemFile) {
    return new RedisSettings(
        uris,
        pemFile,
        connections,
        connectTimeout,
        requestTimeout,
        maxRequests,
        maxPutBytes,
        failuresToOpen,
        probeDelay);
  }

  /** These settings with another number of connections. */
  public RedisSettings withConnections(int newConnections) {
    return withBounds(newConnections, maxRequests, maxPutBytes);
  }

  /** These settings with other bounds on what is under way. */
  public RedisSettings withBounds(int newConnections, int newMaxRequests, long newMaxPutBytes) {
    return new RedisSettings(
        uris,
        authorities,
        newConnections,
        connectTimeout,
        requestTimeout,
        newMaxRequests,
        newMaxPutBytes,
        failuresToOpen,
        probeDelay);
  }

  private static void requirePositive(String name, long value) {
    if (value <= 0) {
      throw new IllegalArgumentException(name + " must be > 0, got " + value);
    }
  }

  /** The name of the node behind a URI: its {@code host:port}. */
  public static NodeId node(String uri) {
    return RedisAddress.parse(uri).node();
  }

  /**
   * The same servers, with this user and password wherever a URI has none of its own.
   *
   * @param user empty for the default one
   * @param password empty for none: then nothing changes
   */
  public static List<String> withLogin(List<String> uris, String user, String password) {
    if (password.isEmpty()) {
      return uris;
    }
    String login = encoded(user) + ":" + encoded(password) + "@";
    return uris.stream().map(uri -> hasLogin(uri) ? uri : withLogin(uri, login)).toList();
  }

  /**
   * The password in the first line of a file.
   *
   * @throws IOException saying so when it cannot be read, has none, or is too long for one
   */
  public static String passwordIn(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(PASSWORD_FILE_BYTES_MAX + 1);
      if (bytes.length > PASSWORD_FILE_BYTES_MAX) {
        throw new IOException("it is too long to hold a password");
      }
      String text = new String(bytes, StandardCharsets.UTF_8);
      String line = text.lines().findFirst().orElse("").trim();
      if (line.isEmpty()) {
        throw new IOException("its first line has no password");
      }
      return line;
    } catch (NoSuchFileException e) {
      throw new IOException("it cannot be read: there is no such file", e);
    } catch (AccessDeniedException e) {
      throw new IOException("it cannot be read: this user may not", e);
    }
  }

  private static String withLogin(String uri, String login) {
    int host = uri.indexOf("://") < 0 ? 0 : uri.indexOf("://") + "://".length();
    String scheme = host == 0 ? "redis://" : uri.substring(0, host);
    return scheme + login + uri.substring(host);
  }

  private static String encoded(String part) {
    return URLEncoder.encode(part, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** Whether a URI says who asks. */
  public static boolean hasLogin(String uri) {
    return uri.indexOf('@') >= 0;
  }

  /** What may be shown of one or more URIs, whatever they look like: nothing before the last @. */
  public static String masked(String uris) {
    return uris.replaceAll("(?s).*@", "***@");
  }

  /** Without user names and passwords. */
  @Override
  public String toString() {
    return "RedisSettings"
        + uris.stream().map(RedisSettings::node).toList()
        + "[connections="
        + connections
        + ", requestTimeout="
        + requestTimeout
        + "]";
  }
}
