package io.evenkeel.client.read;

import io.evenkeel.client.nodes.NodeBook;
import io.evenkeel.client.ticket.TicketQuestions;
import io.evenkeel.client.ticket.Tickets;
import io.evenkeel.client.watch.Watchdog;
import io.evenkeel.core.engine.ReadLimits;
import io.evenkeel.core.fill.ParityWriters;
import io.evenkeel.core.model.CachedFragments;
import io.evenkeel.core.model.ClusterView;
import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.ReadReport;
import io.evenkeel.core.port.BufferPool;
import io.evenkeel.core.port.LaneSource;
import io.evenkeel.core.port.Scheduler;
import io.evenkeel.policy.layout.Direction;
import io.evenkeel.policy.reading.ParityDemand;
import io.evenkeel.policy.reading.RecentRuns;
import io.evenkeel.policy.reading.WideReads;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/** What reads share within a process. */
public interface ReadServices {
  Scheduler scheduler();

  BufferPool buffers();

  /** Who looks at what stock reads wait for. */
  Watchdog watchdog();

  /** When reads in sequence go wide. */
  WideReads wideReads();

  /** How far reads in sequence go. */
  RecentRuns recentRuns();

  /** Whether a stripe is begun to be encoded before the manager has said that it is wanted. */
  ParityDemand parityDemand();

  /** What this process believes of the storage nodes. */
  NodeBook nodes();

  /** Whom reads keep off because of what waits there. */
  Direction direction();

  /** Bytes that came over the wire to a stock stream, packet headers included. */
  void receivedByStock(int bytes);

  /** Threads that block lanes read on; may reject. */
  Executor laneThreads();

  /** Threads that read some ranges of a vectored read beside its caller; may reject. */
  Executor rangeThreads();

  /** Lanes to cached fragments; empty when there are no cache nodes. */
  Optional<LaneSource> cacheLanes();

  /** Who asks the manager for tickets; empty without a manager, or cache nodes to read from. */
  Optional<TicketQuestions> tickets();

  /** Those of one open file, of which nothing has been asked yet. */
  default Tickets ticketsOf(String path, LongSupplier fileBytes) {
    return new Tickets(scheduler(), tickets(), path, fileBytes, parityDemand(), nodes()::told);
  }

  ReadLimits limits();

  /**
   * For how many bytes one stands where something is read by how long it is; 1 but in simulation.
   */
  default long byteScale() {
    return 1;
  }

  /** The memory that reads hold their buffers in. */
  ReadBudget budget();

  /** Where things that may block are done; may reject. */
  Executor background();

  /** Where streams are closed whose readers have not left yet, which may take long; may reject. */
  Executor closing();

  /**
   * Whom these reads keep off, and how fast the others are: what the process believes, and what
   * these reads were told besides.
   */
  ClusterView view();

  /** How many threads of this process read. */
  Crowd crowd();

  /**
   * A read has ended.
   *
   * @param path of the file that was read
   */
  void report(String path, ReadReport report);

  /** A lane, or a stretch of a stock read, at a storage node has ended: what it saw of the node. */
  void tellManager(NodeSample sample);

  /** Who encodes what is read; empty when nothing is to be encoded in passing. */
  Optional<ParityWriters> passingWriters();

  /** Cached fragments were not found where they should be, by this process. */
  void missing(CachedFragments source, String reason);

  /** Cached fragments turned out wrong. */
  void broken(CachedFragments source, String reason);

  /** Whether Evenkeel is on at this moment. */
  boolean isOn();
}
