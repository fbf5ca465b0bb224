package io.evenkeel.cluster;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.List;

/**
 * The cluster as it is now.
 *
 * @param defaultFs the address of its HDFS
 * @param folder where its data and logs are, one folder for each node
 */
public record ClusterStatus(String defaultFs, Path folder, List<NodeStatus> nodes) {
  public ClusterStatus {
    requireNonNull(defaultFs, "defaultFs");
    requireNonNull(folder, "folder");
    nodes = List.copyOf(nodes);
  }
}
