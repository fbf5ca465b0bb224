package io.evenkeel.client;

import io.evenkeel.policy.scheme.Schemes;
import io.evenkeel.redis.RedisSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Keys that are set and that nothing looks at, for others are set otherwise. */
public final class IdleKeys {
  /** Of parity that is made here: where there is nowhere to put it, nobody asks for them. */
  private static final List<EvenkeelKeys.Key> OF_PARITY =
      List.of(
          EvenkeelKeys.REDIS_TIMEOUT,
          EvenkeelKeys.REDIS_CONNECTIONS,
          EvenkeelKeys.READ_ENCODE,
          EvenkeelKeys.WRITE_INCLUDE,
          EvenkeelKeys.WRITE_EXCLUDE,
          EvenkeelKeys.WRITE_MIN_BYTES,
          EvenkeelKeys.WRITE_ONE_BLOCK,
          EvenkeelKeys.WRITE_PROCESS_BYTES,
          EvenkeelKeys.WRITE_FILES,
          EvenkeelKeys.WRITE_FRAGMENTS,
          EvenkeelKeys.WRITE_PACKET_BYTES,
          EvenkeelKeys.WRITE_EXIT_TIMEOUT);

  private static final List<EvenkeelKeys.Key> OF_LOGIN =
      List.of(
          EvenkeelKeys.REDIS_USER, EvenkeelKeys.REDIS_PASSWORD, EvenkeelKeys.REDIS_PASSWORD_FILE);

  private final Set<String> set;
  private final List<String> idle = new ArrayList<>();

  private IdleKeys(Set<String> set) {
    this.set = set;
  }

  /**
   * One line for each reason.
   *
   * @param set the names of the keys that are set, without {@link DoubtfulKeys#PREFIX}
   * @param nodes the cache nodes as they are configured, without the login that other keys give
   */
  public static List<String> of(Set<String> set, List<String> nodes, ClientSettings settings) {
    IdleKeys keys = new IdleKeys(set);
    if (!settings.hasManager()) {
      keys.say(List.of(EvenkeelKeys.MANAGER_TIMEOUT), "without " + EvenkeelKeys.MANAGER_URI.name());
    }
    if (!settings.hasParity()) {
      keys.say(
          OF_PARITY,
          "without "
              + EvenkeelKeys.MANAGER_URI.name()
              + " and "
              + EvenkeelKeys.REDIS_NODES.name()
              + ", for no parity is cached");
    }
    keys.ofLogin(nodes);
    if (!settings.striped()) {
      keys.say(
          List.of(EvenkeelKeys.STRIPED_VERIFY),
          "while " + EvenkeelKeys.STRIPED.name() + " is false");
    }
    if (!Schemes.named(settings.scheme()).isWideOnlyWhereItPays()) {
      keys.say(
          List.of(EvenkeelKeys.FIRST_BYTES, EvenkeelKeys.WIDE_RATE),
          "with " + EvenkeelKeys.SCHEME.name() + " " + settings.scheme());
    }
    return keys.idle;
  }

  private void ofLogin(List<String> nodes) {
    if (nodes.isEmpty()) {
      say(OF_LOGIN, "without " + EvenkeelKeys.REDIS_NODES.name());
    } else if (nodes.stream().allMatch(RedisSettings::hasLogin)) {
      say(OF_LOGIN, "where every URI of " + EvenkeelKeys.REDIS_NODES.name() + " has its own");
    }
    if (nodes.stream().noneMatch(uri -> uri.startsWith("rediss://"))) {
      say(
          List.of(EvenkeelKeys.REDIS_TLS_CA),
          "where " + EvenkeelKeys.REDIS_NODES.name() + " has no rediss:// server");
    }
  }

  private void say(List<EvenkeelKeys.Key> keys, String why) {
    List<String> idleHere =
        keys.stream()
            .map(EvenkeelKeys.Key::name)
            .filter(name -> set.contains(name.substring(DoubtfulKeys.PREFIX.length())))
            .toList();
    if (!idleHere.isEmpty()) {
      String does = idleHere.size() == 1 ? " does" : " do";
      idle.add(String.join(", ", idleHere) + does + " nothing " + why);
    }
  }
}
