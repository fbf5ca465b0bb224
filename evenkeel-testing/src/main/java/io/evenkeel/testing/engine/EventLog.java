package io.evenkeel.testing.engine;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;

/** What happened, in order: its hash tells whether two runs were the same. */
public final class EventLog {
  private static final int KEPT_MAX = 400;

  private final MessageDigest digest;
  private final Deque<String> latest = new ArrayDeque<>();

  public EventLog() {
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  public void add(long nanos, String event) {
    String line = nanos + " " + event + "\n";
    digest.update(line.getBytes(StandardCharsets.UTF_8));
    latest.addLast(line);
    if (latest.size() > KEPT_MAX) {
      latest.removeFirst();
    }
  }

  /** The SHA-256 of all events; ends the log. */
  public String hash() {
    return HexFormat.of().formatHex(digest.digest());
  }

  /** The latest events, for a failure's message. */
  public List<String> latest() {
    return List.copyOf(latest);
  }
}
