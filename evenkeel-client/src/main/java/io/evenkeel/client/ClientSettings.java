package io.evenkeel.client;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.engine.ReadLimits;
import io.evenkeel.core.fill.WritePolicy;
import io.evenkeel.policy.layout.Verification;
import io.evenkeel.redis.RedisSettings;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * The client's settings, checked by whoever made them. Processes share threads, connections and
 * buffers between equal ones.
 */
public record ClientSettings(
    boolean enabled,
    String switchFile,
    String scheme,
    CodeSpec code,
    int subblockBytes,
    String managerUri,
    Duration managerTimeout,
    List<String> redisNodes,
    String redisTlsCa,
    Duration redisTimeout,
    int redisConnections,
    long sequentialBytes,
    long firstBytes,
    long preadBytes,
    long wideBytesPerSecond,
    boolean striped,
    Verification stripedVerification,
    boolean directed,
    long processBytes,
    int laneThreads,
    Duration connectTimeout,
    ReadLimits limits,
    boolean readEncode,
    WritePolicy writePolicy,
    long writeProcessBytes,
    int writeFiles,
    int writeFragments,
    int writePacketBytes,
    Duration writeExitTimeout) {

  /** The generated one would take a good part of the time that {@code hdfs dfs -ls} takes. */
  @Override
  public int hashCode() {
    return Objects.hash(scheme, managerUri, redisNodes, sequentialBytes, processBytes);
  }

  /** Without what the nodes' URIs may hold of users and passwords. */
  @Override
  public String toString() {
    return "ClientSettings[scheme="
        + scheme
        + ", code="
        + code
        + ", manager="
        + managerUri
        + ", cache nodes="
        + redisNodes.stream().map(RedisSettings::masked).toList()
        + "]";
  }

  /** Whether there is a manager to tell and ask. */
  public boolean hasManager() {
    return !managerUri.isEmpty();
  }

  /** Whether there is a manager and at least one cache node: without, no parity. */
  public boolean hasParity() {
    return hasManager() && !redisNodes.isEmpty();
  }
}
