package io.evenkeel.cluster;

import io.evenkeel.client.PlacementKeys;
import io.evenkeel.hadoop.placement.SpreadPlacement;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The Hadoop properties of the cluster's NameNode and DataNodes. */
final class HdfsProperties {
  private static final String ANY_PORT = "127.0.0.1:0";

  private HdfsProperties() {}

  static Map<String, String> nameNode(ClusterSettings settings, Path folder) {
    Map<String, String> properties = common(settings, folder);
    properties.put("fs.defaultFS", "hdfs://" + ANY_PORT);
    properties.put("dfs.namenode.http-address", ANY_PORT);
    properties.put("dfs.namenode.name.dir", "file://" + folder.resolve("name"));
    properties.put("dfs.namenode.fs-limits.min-block-size", "512");
    // With few nodes the rule that skips busy ones would reject the only node that is left.
    properties.put("dfs.namenode.redundancy.considerLoad", "false");
    properties.put("dfs.namenode.datanode.registration.ip-hostname-check", "false");
    properties.put("dfs.namenode.safemode.extension", "0");
    if (settings.placementWidth() > 1) {
      properties.put("dfs.block.replicator.classname", SpreadPlacement.class.getName());
      properties.put(PlacementKeys.WIDTH.name(), Integer.toString(settings.placementWidth()));
    }
    return properties;
  }

  static Map<String, String> dataNode(ClusterSettings settings, Path folder, String defaultFs) {
    Map<String, String> properties = common(settings, folder);
    properties.put("fs.defaultFS", defaultFs);
    properties.put("dfs.datanode.hostname", "127.0.0.1");
    return properties;
  }

  static List<String> arguments(Map<String, String> properties) {
    return properties.entrySet().stream().map(e -> e.getKey() + "=" + e.getValue()).toList();
  }

  private static Map<String, String> common(ClusterSettings settings, Path folder) {
    Map<String, String> properties = new LinkedHashMap<>();
    properties.put("hadoop.tmp.dir", folder.resolve("tmp").toString());
    properties.put("dfs.blocksize", Long.toString(settings.blockSizeBytes()));
    properties.put("dfs.replication", Integer.toString(settings.replication()));
    // A node that starts again is seen within a second.
    properties.put("dfs.heartbeat.interval", "1");
    return properties;
  }
}
