package io.evenkeel.cluster;

import static java.util.Objects.requireNonNull;

import io.evenkeel.process.ChildProcess;
import io.evenkeel.process.OsProcess;
import java.util.OptionalLong;

/**
 * One node of the cluster as it is now.
 *
 * @param name the name that commands take, such as {@code dn3}, {@code redis0}, {@code manager},
 *     {@code filler}
 * @param pid its process; DataNodes that share a JVM share it
 * @param address host and port that clients connect to; for a DataNode where blocks are read; empty
 *     for the filler
 * @param http its web address, or empty
 * @param rateBytesPerSecond what a DataNode was last set to, 0 for no limit; empty for other nodes
 */
public record NodeStatus(
    String name,
    Kind kind,
    long pid,
    OsProcess.State state,
    String address,
    String http,
    OptionalLong rateBytesPerSecond) {
  /** What the node is. */
  public enum Kind {
    NAMENODE,
    DATANODE,
    REDIS,
    MANAGER,
    FILLER
  }

  public NodeStatus {
    requireNonNull(name, "name");
    requireNonNull(kind, "kind");
    requireNonNull(state, "state");
    requireNonNull(address, "address");
    requireNonNull(http, "http");
    requireNonNull(rateBytesPerSecond, "rateBytesPerSecond");
  }

  static NodeStatus of(String name, Kind kind, ChildProcess child, String address) {
    return new NodeStatus(
        name, kind, child.osProcess().pid(), child.state(), address, "", OptionalLong.empty());
  }

  NodeStatus withHttp(String address) {
    return new NodeStatus(name, kind, pid, state, this.address, address, rateBytesPerSecond);
  }

  NodeStatus withRateBytesPerSecond(long rate) {
    return new NodeStatus(name, kind, pid, state, address, http, OptionalLong.of(rate));
  }
}
