package io.evenkeel.redis;

import java.io.IOException;

/**
 * What a server says of itself.
 *
 * @param version as {@code 7.2.4}
 * @param maxMemoryBytes how much it may hold; 0 for no limit
 * @param policy what it does at that limit, as {@code noeviction}
 */
public record RedisFacts(String version, long maxMemoryBytes, String policy) {
  /** The part of the version before the first dot; 0 where there is none. */
  public int majorVersion() {
    String major = version.replaceFirst("\\..*", "");
    return major.matches("\\d{1,6}") ? Integer.parseInt(major) : 0;
  }

  /** Of the server's answers to {@code INFO memory} and {@code INFO server}. */
  static RedisFacts of(String info) throws IOException {
    return new RedisFacts(
        field(info, "redis_version"), number(info, "maxmemory"), field(info, "maxmemory_policy"));
  }

  static long number(String info, String name) throws IOException {
    String text = field(info, name);
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new IOException("the server's INFO has " + name + ":" + text, e);
    }
  }

  private static String field(String info, String name) throws IOException {
    for (String line : info.split("\r\n", -1)) {
      if (line.startsWith(name + ":")) {
        return line.substring(name.length() + 1);
      }
    }
    throw new IOException("the server's INFO has no " + name);
  }
}
