package io.evenkeel.client;

import io.evenkeel.core.log.ByteText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** What a configuration says that is not wrong, but hardly what was meant. */
public final class DoubtfulKeys {
  /** All keys begin so. */
  public static final String PREFIX = "evenkeel.";

  private DoubtfulKeys() {}

  /**
   * One line for each doubt.
   *
   * @param set the names of the keys that are set, without {@link #PREFIX}
   */
  public static List<String> of(Set<String> set, ClientSettings settings) {
    List<String> doubts = new ArrayList<>(unknown(set));
    if (!settings.hasManager() && !settings.redisNodes().isEmpty()) {
      doubts.add(
          "without %s nothing is known of the parity in %s: set it, too, or unset that"
              .formatted(EvenkeelKeys.MANAGER_URI.name(), EvenkeelKeys.REDIS_NODES.name()));
    }
    long group = (long) settings.code().dataCount() * settings.subblockBytes();
    if (Math.min(settings.limits().reservedBytes(), settings.processBytes()) < group) {
      doubts.add(
          "%s or %s is less than the %s of one subblock of each block: no read of a replicated file goes past a node by parity"
              .formatted(
                  EvenkeelKeys.STREAM_BYTES.name(),
                  EvenkeelKeys.PROCESS_BYTES.name(),
                  ByteText.of(group)));
    }
    return doubts;
  }

  /**
   * One line for each key that does not exist, with the nearest that does.
   *
   * @param set the names of the keys that are set, without {@link #PREFIX}
   */
  public static List<String> unknown(Set<String> set) {
    List<String> unknown = new ArrayList<>();
    Set<String> known = new LinkedHashSet<>();
    EvenkeelKeys.all().forEach(key -> known.add(key.name()));
    PlacementKeys.all().forEach(key -> known.add(key.name()));
    for (String rest : new TreeSet<>(set)) {
      String name = PREFIX + rest;
      if (!known.contains(name)) {
        unknown.add("there is no key " + name + "; the nearest is " + nearest(name, known));
      }
    }
    return unknown;
  }

  private static String nearest(String name, Set<String> known) {
    return known.stream()
        .min(Comparator.comparingInt((String key) -> distance(name, key)))
        .orElseThrow();
  }

  /** Levenshtein's: characters to insert, delete or replace. */
  private static int distance(String a, String b) {
    int[] before = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      before[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] now = new int[b.length() + 1];
      now[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = before[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        now[j] = Math.min(replaced, 1 + Math.min(now[j - 1], before[j]));
      }
      before = now;
    }
    return before[b.length()];
  }
}
