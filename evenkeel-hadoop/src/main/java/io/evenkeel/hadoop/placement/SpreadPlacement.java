package io.evenkeel.hadoop.placement;

import io.evenkeel.client.EvenkeelKeys;
import io.evenkeel.client.PlacementKeys;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.AddBlockFlag;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicyDefault;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.net.Node;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts any {@link PlacementKeys#WIDTH} consecutive blocks of a file on distinct first nodes, so
 * that one slow node holds at most one block of a stripe.
 *
 * <p>Named by {@code dfs.block.replicator.classname} on the NameNode. For each path being written
 * it remembers the first targets of the last width − 1 blocks and keeps the next block off them;
 * where that leaves too few nodes it avoids fewer, at last none. Replicas after the first, racks,
 * re-replication, pipeline recovery and favoured nodes follow the default policy.
 *
 * <p>Not promised: distinct nodes after a restart or failover of the NameNode or a rename while
 * writing (the memory is by path and in memory only), or after the balancer or the mover ran. Keep
 * the width at most two below the number of nodes.
 */
public class SpreadPlacement extends BlockPlacementPolicyDefault implements Configurable {
  private static final Logger LOG = LoggerFactory.getLogger(SpreadPlacement.class);

  private Configuration configuration;
  private RecentTargets<Node> recent = recent(new Configuration(false));

  // The NameNode calls this before its first choice; initialize() cannot be overridden from here
  // because one of its parameter types is package-private.
  @Override
  public void setConf(Configuration conf) {
    configuration = conf;
    recent = recent(conf);
  }

  @Override
  public Configuration getConf() {
    return configuration;
  }

  private static RecentTargets<Node> recent(Configuration conf) {
    int width = atLeastOne(conf, PlacementKeys.WIDTH);
    return new RecentTargets<>(width - 1, atLeastOne(conf, PlacementKeys.FILES));
  }

  @Override
  public DatanodeStorageInfo[] chooseTarget(
      String path,
      int replicas,
      Node writer,
      List<DatanodeStorageInfo> chosen,
      boolean returnChosen,
      Set<Node> excluded,
      long blockSizeBytes,
      BlockStoragePolicy storagePolicy,
      EnumSet<AddBlockFlag> flags) {
    boolean newBlock = chosen.isEmpty() && !returnChosen;
    List<Node> avoid = newBlock ? recent.of(path) : List.of();
    DatanodeStorageInfo[] targets = {};
    for (int count = avoid.size(); count > 0 && targets.length < replicas; count--) {
      // A copy: the default policy adds what it tried to the set it is given.
      Set<Node> kept = excluded == null ? new HashSet<>() : new HashSet<>(excluded);
      kept.addAll(avoid.subList(0, count));
      targets =
          super.chooseTarget(
              path, replicas, writer, chosen, false, kept, blockSizeBytes, storagePolicy, flags);
    }
    if (targets.length < replicas) {
      targets =
          super.chooseTarget(
              path,
              replicas,
              writer,
              chosen,
              returnChosen,
              excluded,
              blockSizeBytes,
              storagePolicy,
              flags);
    }
    if (newBlock && targets.length > 0) {
      recent.remember(path, targets[0].getDatanodeDescriptor());
    }
    return targets;
  }

  /** A wrong value is no reason for a NameNode not to start. */
  private static int atLeastOne(Configuration conf, EvenkeelKeys.Key key) {
    String text = conf.getTrimmed(key.name(), key.defaultValue());
    int value = 0;
    try {
      value = Integer.parseInt(text);
    } catch (NumberFormatException e) {
      // As if it were 0.
    }
    if (value < 1) {
      LOG.warn(
          "{} is '{}', and {} is taken: say a number, 1 or more",
          key.name(),
          text,
          key.defaultValue());
      return Integer.parseInt(key.defaultValue());
    }
    return value;
  }
}
