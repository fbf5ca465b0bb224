package io.evenkeel.redis;

import io.evenkeel.core.log.ByteText;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a server says of itself.
 *
 * @param version as {@code 7.2.4}
 * @param maxMemoryBytes how much it may hold; 0 for no limit
 * @param policy what it does at that limit, as {@code noeviction}
 */
public record RedisFacts(String version, long maxMemoryBytes, String policy) {
  private static final int OLDEST_MAJOR_VERSION = 6;
  private static final String KEEPS_ALL = "noeviction";

  /**
   * What is wrong with the server as a cache node, to be said after its name.
   *
   * @param capacityBytes what a manager may store there; 0 when that is not known
   */
  public List<String> doubts(long capacityBytes) {
    boolean limited = maxMemoryBytes > 0;
    String evicts =
        "evicts by itself (maxmemory-policy "
            + policy
            + "): set noeviction, or parity that the manager counts on vanishes";
    String small =
        "may hold less, maxmemory "
            + ByteText.exactly(maxMemoryBytes)
            + " and not --capacity-bytes "
            + ByteText.exactly(capacityBytes)
            + ": give it a tenth more than that";
    String old =
        "is Redis " + version + ", older than any that Evenkeel is made for: take 6 or newer";
    return Stream.of(
            limited && !policy.equals(KEEPS_ALL) ? evicts : "",
            limited && maxMemoryBytes < capacityBytes ? small : "",
            majorVersion() < OLDEST_MAJOR_VERSION ? old : "")
        .filter(doubt -> !doubt.isEmpty())
        .toList();
  }

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
