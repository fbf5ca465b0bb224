package io.evenkeel.redis;

import io.evenkeel.core.model.NodeId;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One server, as its URI names it.
 *
 * @param user empty for the default one
 * @param password empty for none
 */
record RedisAddress(
    boolean tls, String user, String password, String host, int port, int database) {
  private static final int PORT_DEFAULT = 6379;
  private static final int PORT_MAX = 65_535;
  private static final String MASK = "***";

  /** What kind of error it is, which is asked for. */
  private static final Pattern CODE = Pattern.compile("[A-Z]+(?= )");

  private static final Pattern URI =
      Pattern.compile(
          "(?:(?<scheme>rediss?)://)?(?:(?<user>[^:@/]*)(?::(?<password>[^@/]*))?@)?"
              + "(?<host>\\[[0-9a-fA-F:.]+]|[^:,@/?#\\[\\]\\s]+)(?::(?<port>\\d{1,5}))?"
              + "(?:/(?<database>\\d{0,4}))?");

  /** Reads {@code host:port} or {@code redis[s]://[user:password@]host:port[/database]}. */
  static RedisAddress parse(String uri) {
    Matcher found = URI.matcher(uri);
    int port = -1;
    if (found.matches()) {
      port = found.group("port") == null ? PORT_DEFAULT : Integer.parseInt(found.group("port"));
    }
    if (port < 0 || port > PORT_MAX) {
      throw new IllegalArgumentException(
          "a Redis server is named host:port, redis://[user:password@]host:port[/database] or"
              + " rediss://..., with a port of 0 to "
              + PORT_MAX
              + "; found "
              + RedisSettings.masked(uri));
    }
    // A password alone may stand with or without the colon before it.
    boolean named = found.group("password") != null;
    String database = found.group("database");
    return new RedisAddress(
        "rediss".equals(found.group("scheme")),
        named ? decoded(found.group("user")) : "",
        decoded(named ? found.group("password") : found.group("user")),
        found.group("host"),
        port,
        database == null || database.isEmpty() ? 0 : Integer.parseInt(database));
  }

  private static String decoded(String part) {
    return part == null ? "" : URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  NodeId node() {
    return new NodeId(host + ":" + port);
  }

  /** What may be shown of a refusal, read one character for each byte: nothing of the login. */
  String withoutLogin(String refusal) {
    Matcher code = CODE.matcher(refusal);
    int start = code.lookingAt() && !code.group().equals(password) ? code.end() : 0;
    String said = refusal.substring(start);
    if (!password.isEmpty()) {
      said = said.replace(asReceived(password), MASK);
    }
    if (!user.isEmpty()) {
      String word = "(?<!\\w)" + Pattern.quote(asReceived(user)) + "(?!\\w)";
      said = said.replaceAll(word, MASK);
    }
    return refusal.substring(0, start) + said;
  }

  private static String asReceived(String sent) {
    return new String(sent.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
  }

  /** Without user and password. */
  @Override
  public String toString() {
    return (tls ? "rediss://" : "redis://") + host + ":" + port + "/" + database;
  }
}
