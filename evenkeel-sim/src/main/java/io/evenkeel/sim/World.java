package io.evenkeel.sim;

import io.evenkeel.core.port.BufferPool;
import io.evenkeel.core.port.LaneSource;
import io.evenkeel.policy.layout.Verification;
import io.evenkeel.policy.scheme.Scheme;
import io.evenkeel.sim.cluster.ReplicatedData;
import io.evenkeel.sim.cluster.SimulatedDataNodes;
import io.evenkeel.sim.cluster.StorageNodes;
import io.evenkeel.sim.cluster.StoredData;
import io.evenkeel.sim.cluster.StoredFiles;
import io.evenkeel.sim.cluster.StripedData;
import io.evenkeel.sim.cluster.ToldReplicas;
import io.evenkeel.sim.queue.VirtualScheduler;
import java.util.SplittableRandom;

/**
 * What all reads of a run share.
 *
 * @param orders of replicas, as who opens a file is told of them
 * @param plainBuffers of what is read the stock way, which the client does not bound
 * @param scheme of all of them
 * @param decodeBytesPerSecond in bytes of the scenario; 0 for no time at all
 * @param checks whether all is checked that can be, at some cost
 */
record World(
    VirtualScheduler scheduler,
    StorageNodes nodes,
    StoredFiles files,
    SplittableRandom orders,
    BufferPool plainBuffers,
    Scheme scheme,
    Verification verification,
    double decodeBytesPerSecond,
    long scale,
    boolean checks) {
  private static final double NANOS_PER_SECOND = 1e9;

  /**
   * The lanes of one read, which asks for nothing twice; but blocks of a replicated file that are
   * read one by one are each decoded from the others, which are read again when it is their turn.
   */
  LaneSource lanes(SimulatedProcess process, StoredData file) {
    boolean checksAsks = checks && file instanceof StripedData;
    return new SimulatedDataNodes(nodes, process.reader(), files, checksAsks);
  }

  /** A replicated file as one of its reads knows it. */
  ToldReplicas opened(SimulatedProcess process, ReplicatedData file) {
    return new ToldReplicas(file, nodes, process.reader(), orders);
  }

  /** Lanes of what may ask for what was asked before. */
  LaneSource lanesAgain(SimulatedProcess process) {
    return new SimulatedDataNodes(nodes, process.reader(), files, false);
  }

  /** What decoding takes a process. */
  long decodeNanos(long bytes) {
    return decodeBytesPerSecond == 0
        ? 0
        : Math.round(bytes * (double) scale / decodeBytesPerSecond * NANOS_PER_SECOND);
  }
}
