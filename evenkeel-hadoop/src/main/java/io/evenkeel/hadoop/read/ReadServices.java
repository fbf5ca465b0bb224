package io.evenkeel.hadoop.read;

import io.evenkeel.core.engine.ReadLimits;
import io.evenkeel.core.fill.ParityWriters;
import io.evenkeel.core.model.CachedFragments;
import io.evenkeel.core.model.ClusterView;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.NodeView;
import io.evenkeel.core.model.ReadReport;
import io.evenkeel.core.port.BufferPool;
import io.evenkeel.core.port.LaneSource;
import io.evenkeel.core.port.Scheduler;
import io.evenkeel.hadoop.lane.Watchdog;
import io.evenkeel.policy.reading.ParityDemand;
import io.evenkeel.policy.reading.WideReads;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;

/** What reads share within a process. */
public interface ReadServices {
  Scheduler scheduler();

  BufferPool buffers();

  /** Who looks at what stock reads wait for. */
  Watchdog watchdog();

  /** When reads in sequence go wide. */
  WideReads wideReads();

  /** Whether a stripe is begun to be encoded before the manager has said that it is wanted. */
  ParityDemand parityDemand();

  /** A stock read has waited too long for a node. */
  void lagged(NodeId node);

  /**
   * A stock read's stretch on a node has ended: one that was read to its end says how fast nodes
   * are.
   */
  void sampledByStock(NodeSample sample);

  /** Bytes that came over the wire to a stock stream, packet headers included. */
  void receivedByStock(int bytes);

  /** Threads that block lanes read on; may reject. */
  Executor laneThreads();

  /** Lanes to cached fragments; empty when there are no cache nodes. */
  Optional<LaneSource> cacheLanes();

  /** Who asks the manager for tickets; empty without a manager. */
  Optional<TicketRequests> tickets();

  ReadLimits limits();

  /** The memory that reads hold their buffers in. */
  ReadBudget budget();

  /** Where things that may block are done; may reject. */
  Executor background();

  ClusterView view();

  /** How many threads of this process read now, by lanes or from the stock stream. */
  default long readers() {
    return watchdog().readers() + budget().reservations();
  }

  /**
   * The most there were lately of those that read from the stock stream, however little, or now by
   * lanes, too: threads that begin together are not all there at once.
   */
  default long readersLately() {
    return Math.max(readers(), watchdog().readersLately());
  }

  /**
   * How many times longer than alone a thread of this process waits for its turn on a core. Who
   * reads by lanes takes turns, too: else the first to go wide would draw all others.
   */
  default double crowdAtCores() {
    return watchdog().crowdAtCores(budget().reservations());
  }

  /** The same for a core or for others at its node, as far as chance has brought them together. */
  default double crowd() {
    return Math.max(
        crowdAtCores(), Math.min(Watchdog.CROWD_MAX, wideReads().readersAtNode(readers())));
  }

  void report(ReadReport report);

  /** A lane, or a stretch of a stock read, at a DataNode has ended. */
  void sampled(NodeSample sample);

  /**
   * The manager has named stragglers.
   *
   * @param asked the nodes of the stripes that it was asked about
   */
  void told(List<NodeView> stragglers, Set<NodeId> asked);

  /** Who encodes what is read; empty when nothing is to be encoded in passing. */
  Optional<ParityWriters> fillers();

  /** Cached fragments turned out missing or wrong. */
  void broken(CachedFragments source, String reason);

  /** Whether Evenkeel is on at this moment. */
  boolean isOn();
}
