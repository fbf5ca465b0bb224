package io.evenkeel.hadoop;

import io.evenkeel.client.ClientSettings;
import io.evenkeel.client.DoubtfulKeys;
import io.evenkeel.client.EvenkeelKeys;
import io.evenkeel.client.IdleKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;

/** What a Hadoop configuration says that is not wrong, but hardly what was meant. */
public final class ConfigurationDoubts {
  /** The NameNode's and the DataNodes'; clients usually have the same configuration. */
  private static final String DFS_ENCRYPT_DATA_TRANSFER_KEY = "dfs.encrypt.data.transfer";

  private ConfigurationDoubts() {}

  /** One line for each doubt: all that a file system of this configuration warns of. */
  static List<String> of(Configuration conf, ClientSettings settings) {
    List<String> doubts = new ArrayList<>(ofSettings(conf, settings));
    hedging(conf).ifPresent(doubts::add);
    return doubts;
  }

  /** One line for each key that does not exist; looks at no value. */
  public static List<String> unknownKeys(Configuration conf) {
    return DoubtfulKeys.unknown(keys(conf));
  }

  /** The names of those that are set, without their prefix. */
  private static Set<String> keys(Configuration conf) {
    return conf.getPropsWithPrefix(DoubtfulKeys.PREFIX).keySet();
  }

  /** The same as {@link #of} without {@link #hedging}. */
  public static List<String> ofSettings(Configuration conf, ClientSettings settings) {
    Set<String> set = keys(conf);
    List<String> nodes = List.of(conf.getTrimmedStrings(EvenkeelKeys.REDIS_NODES.name()));
    List<String> doubts = new ArrayList<>(DoubtfulKeys.of(set, settings));
    doubts.addAll(IdleKeys.of(set, nodes, settings));
    inTheClear(conf, settings).ifPresent(doubts::add);
    return doubts;
  }

  /** Hedged reads wait in threads of their own, which nobody can watch, and are left to HDFS. */
  public static Optional<String> hedging(Configuration conf) {
    String key = HdfsClientConfigKeys.HedgedRead.THREADPOOL_SIZE_KEY;
    return conf.getInt(key, 0) > 0
        ? Optional.of(
            key
                + " is set: positional reads of replicated files hedge as HDFS does; unset it, and"
                + " Evenkeel takes them past slow nodes")
        : Optional.empty();
  }

  /** Whoever has his data encrypted on their way will want to know of their parity. */
  static Optional<String> inTheClear(Configuration conf, ClientSettings settings) {
    String key = DFS_ENCRYPT_DATA_TRANSFER_KEY;
    boolean clear = settings.redisNodes().stream().anyMatch(uri -> !uri.startsWith("rediss://"));
    return settings.hasParity() && clear && conf.getBoolean(key, false)
        ? Optional.of(
            key
                + " is set, but parity goes to the cache nodes in the clear: name them rediss:// in "
                + EvenkeelKeys.REDIS_NODES.name())
        : Optional.empty();
  }
}
