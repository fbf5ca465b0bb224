package io.evenkeel.hadoop.read;

import io.evenkeel.client.read.ReadServices;
import io.evenkeel.client.watch.Watchdog;
import io.evenkeel.client.watch.WatchedRead;
import io.evenkeel.core.engine.StreamPace;
import io.evenkeel.core.model.ClusterView;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.ReadReport.LaneReport.Outcome;
import io.evenkeel.policy.reading.SmallReads;
import java.util.Optional;

/**
 * Judges what one stock read, or the stock reads of one stream, wait for: ends a wait that is late,
 * or for the first sign of a node that is known to be slow, as soon as there is another way to the
 * bytes, and sees to it that a way is looked for.
 */
final class StockWatch implements WatchedRead {
  private final ReadServices services;
  private final KnownFile known;
  private final StreamPace pace;

  /** Where the stream reads, or the positional read has begun. */
  private volatile long position;

  /** Waits are the stock stream's own until this place: lanes were tried and did not help. */
  private volatile long patientUntil;

  private volatile boolean abandoned;

  /** How much one positional read asks for, if that is little; 0 for all others. */
  private final int smallBytes;

  /** How long a small read may wait. */
  private final long smallLateNanos;

  /** For whom a small read has waited so long, this process's own pauses not counted. */
  private volatile NodeId lateSmallNode;

  /** Whether the latest wait that was to be ended was late. */
  private volatile boolean leavesLate;

  /** What was waited for nodes before the one that is {@link #met}. */
  private volatile long beforeNanos;

  /** Whether a wait has been late since the last report. */
  private volatile boolean wasLate;

  /** Whom the stream has last waited for. */
  private volatile NodeId met;

  /** Of all reads of a stream. */
  StockWatch(ReadServices services, KnownFile known) {
    this(services, known, 0);
  }

  private StockWatch(ReadServices services, KnownFile known, int smallBytes) {
    this.services = services;
    this.known = known;
    this.pace = new StreamPace(services.limits());
    this.smallBytes = smallBytes;
    this.smallLateNanos =
        smallBytes == 0 ? SmallReads.NEVER : services.nodes().small().lateNanos(smallBytes);
  }

  /**
   * Of one positional read.
   *
   * @param smallBytes how much it asks for, if that is little; else 0
   */
  static StockWatch ofPositional(ReadServices services, KnownFile known, int smallBytes) {
    return new StockWatch(services, known, smallBytes);
  }

  StreamPace pace() {
    return pace;
  }

  /** Reading goes on here. */
  void at(long now) {
    position = now;
  }

  /** Where reading was at the latest look or call. */
  long position() {
    return position;
  }

  /** From the present place to that one every wait is the stock stream's own affair. */
  void bePatientUntil(long end) {
    patientUntil = end;
  }

  /** No wait is wanted any more. */
  void abandon() {
    abandoned = true;
  }

  @Override
  public Watchdog watchdog() {
    return services.watchdog();
  }

  @Override
  public void waiting(long sentBytes) {
    pace.waiting(sentBytes);
  }

  @Override
  public void waited(NodeId node, long nanos, int bytes, long sentBytes) {
    if (!node.equals(met)) {
      met = node;
      beforeNanos = pace.waitedNanos();
      services.wideReads().met(node);
    }
    pace.waited(node, nanos, bytes, sentBytes);
    services.receivedByStock(bytes);
  }

  @Override
  public boolean leaves(NodeId node, long waitingNanos, boolean opening, long sentBytes) {
    if (abandoned) {
      return true;
    }
    ClusterView view = services.view();
    StreamPace.Meanwhile meanwhile =
        new StreamPace.Meanwhile(
            services.crowd().timesAtCores(),
            Math.min(Watchdog.CROWD_MAX, services.crowd().readersLately()),
            sentBytes);
    boolean late = pace.isLate(node, waitingNanos, opening, view.expectedNanosPerByte(), meanwhile);
    if (late) {
      wasLate = true;
      services.nodes().lagged(node);
    }
    boolean lateAsSmall = waitedFor(node) + waitingNanos >= smallLateNanos;
    if (lateAsSmall) {
      lateSmallNode = node;
    }
    // Nobody who has another way waits for a node that is known to be slow to open.
    if (!late && !lateAsSmall && !(opening && view.isSlow(node))) {
      return false;
    }
    long at = position;
    if (at < patientUntil || !services.isOn()) {
      return false;
    }
    if (known.now().map(file -> file.hasWayAround(at, node)).orElse(false)) {
      // The node may answer yet, and then its bytes will have come twice.
      boolean mayLeave = late || view.isSlow(node) || services.nodes().small().tryLeave();
      leavesLate = mayLeave && (late || lateAsSmall);
      return mayLeave;
    }
    known.prepare(
        file -> {
          file.needs(at);
          file.warmUp();
        });
    return false;
  }

  /** Of a read that was cut: the node that was late, and may still answer; empty if none was. */
  Optional<NodeId> lateNode() {
    return leavesLate ? Optional.ofNullable(met) : Optional.empty();
  }

  private long waitedForMet() {
    return pace.waitedNanos() - beforeNanos;
  }

  private long waitedFor(NodeId node) {
    return node.equals(met) ? waitedForMet() : 0;
  }

  @Override
  public long lookEveryNanos() {
    return smallLateNanos;
  }

  @Override
  public long nextLookNanos(long waitingNanos) {
    long inNanos = smallLateNanos - waitedForMet() - waitingNanos;
    return inNanos > 0 ? inNanos : smallLateNanos;
  }

  @Override
  public boolean leavesWhenRefused(NodeId node) {
    wasLate = true;
    services.nodes().lagged(node);
    long at = position;
    OpenFile file = known.file().orElse(null);
    if (file == null || at < patientUntil || at >= file.lengthBytes() || !services.isOn()) {
      return false;
    }
    file.needs(at);
    // The stock client finds another replica by itself, and waits for seconds where there is none.
    return !file.hasOtherReplica(at, node) && file.mayHaveParity(at);
  }

  @Override
  public boolean isAbandoned() {
    return abandoned;
  }

  /**
   * Tells what was seen of the nodes.
   *
   * @param waited whether the caller did little but wait: otherwise bytes were there before they
   *     were asked for, and the time says nothing of the node
   */
  void report(Outcome outcome, boolean waited) {
    long smallNanos = waitedForMet();
    for (NodeSample sample : pace.takeSamples(outcome)) {
      // A node that was left before it was late has not been waited for in vain.
      boolean vain = sample.outcome() == Outcome.ABORTED && sample.receivedBytes() == 0;
      if (!waited && sample.receivedBytes() > 0) {
        // Or the manager would go by the DataNode's counters, which take a slow caller for it.
        services.sampled(sample.withoutTime());
      } else if (waited && (wasLate || !vain)) {
        services.sampledByStock(sample);
      }
    }
    NodeId node = met;
    if (smallBytes > 0 && node != null && !wasLate) {
      boolean isLate = node.equals(lateSmallNode);
      if (isLate || outcome == Outcome.FINISHED) {
        services.nodes().smallRead(node, smallBytes, smallNanos, isLate);
      }
    }
    wasLate = false;
  }
}
