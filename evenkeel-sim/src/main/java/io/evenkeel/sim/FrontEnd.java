package io.evenkeel.sim;

import io.evenkeel.client.read.ReadServices;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.port.Scheduler;
import io.evenkeel.policy.scheme.Scheme;
import io.evenkeel.sim.cluster.StoredData;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * What a process does between the arrival of a read and its start, as asking nodes for their queues
 * and choosing by them how to read. One for each process; it may keep what it learns.
 */
@FunctionalInterface
public interface FrontEnd {
  /**
   * Decides how a read is done, at once or when its questions are answered.
   *
   * @param start starts the read by a scheme; to be called exactly once
   */
  void direct(Read read, Consumer<Scheme> start);

  /**
   * A read that is about to start.
   *
   * @param file what is read, and where it is: {@link io.evenkeel.sim.cluster.StripedData#at} has
   *     the block group of a place
   * @param range of the file, in the bytes that are moved here
   */
  record Read(StoredData file, ByteRange range) {}

  /** What a front end has to go by. */
  interface Ports {
    Scheduler scheduler();

    /** What its process knows: who is slow, what is outstanding at each node. */
    ReadServices services();

    /** So many bytes of the scenario are one byte here. */
    long scale();

    /** How fast nodes usually are, in bytes of the scenario per second. */
    double nodeBytesPerSecond();

    /**
     * Asks a node for the bytes of the scenario that wait at it. The question takes the scenario's
     * time to the node and back; a node that is stopped or gone never answers.
     */
    void queuedBytes(NodeId node, LongConsumer then);
  }

  /** Makes the front end of each process. */
  @FunctionalInterface
  interface Factory {
    FrontEnd of(Ports ports);
  }

  /** Every read by the same scheme, at once. */
  static Factory always(Scheme scheme) {
    return ports -> (read, start) -> start.accept(scheme);
  }
}
