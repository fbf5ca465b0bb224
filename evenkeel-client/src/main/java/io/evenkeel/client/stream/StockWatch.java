package io.evenkeel.client.stream;

import io.evenkeel.client.file.ContiguousFile;
import io.evenkeel.client.file.LazyFile;
import io.evenkeel.client.file.WaysAround;
import io.evenkeel.client.nodes.AwaitedBytes;
import io.evenkeel.client.nodes.Company;
import io.evenkeel.client.read.ReadServices;
import io.evenkeel.client.watch.WaitJudge;
import io.evenkeel.client.watch.Watchdog;
import io.evenkeel.core.engine.ReadLimits;
import io.evenkeel.core.engine.StreamPace;
import io.evenkeel.core.model.ClusterView;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.ReadReport.LaneReport.Outcome;
import io.evenkeel.core.model.SourceKind;
import io.evenkeel.policy.reading.ReadKind;
import io.evenkeel.policy.reading.SmallReads;
import java.util.Optional;

/**
 * Judges what one stock read, or the stock reads of one stream, wait for: ends a wait that is late,
 * or for the first sign of a node that is known to be slow, as soon as there is another way to the
 * bytes, and sees to it that a way is looked for.
 */
public final class StockWatch implements WaitJudge {
  /** What a node has in hand of a stream: as much is on its way while the stream waits. */
  private static final long STREAM_BYTES = 1 << 20;

  private final ReadServices services;
  private final LazyFile known;
  private final StreamPace pace;

  /** Where the stream reads, or the positional read has begun. */
  private volatile long position;

  /** Waits are the stock stream's own until this place: lanes were tried and did not help. */
  private volatile long patientUntil;

  /** No wait is ended sooner. */
  private volatile long leastNanos;

  /** The slow node that is waited for all the same; null for none. */
  private volatile NodeId waitedFor;

  private volatile boolean abandoned;

  /** Of what kind one small positional read is; of all others {@code OPENING}. */
  private final ReadKind kind;

  /**
   * Whether what is waited for is judged as a small read: all of one, and the openings of others.
   */
  private volatile boolean isSmall;

  /** For whom a small read has waited too long, this process's own pauses not counted. */
  private volatile NodeId lateSmallNode;

  /** Whether the latest wait that was to be ended was late. */
  private volatile boolean leavesLate;

  private final Company.Member company;
  private final AwaitedBytes awaited;

  /** What was waited for nodes before the one that is {@link #met}, or before it was opened. */
  private volatile long beforeNanos;

  /** Whether a wait has been late since the last report. */
  private volatile boolean wasLate;

  /** Whom the stream has last waited for. */
  private volatile NodeId met;

  /** Of all reads of a stream. */
  public StockWatch(ReadServices services, LazyFile known) {
    this(services, known, ReadKind.OPENING, 0);
  }

  private StockWatch(ReadServices services, LazyFile known, ReadKind kind, long leastNanos) {
    this.services = services;
    this.known = known;
    this.pace = new StreamPace(services.limits());
    this.kind = kind;
    this.leastNanos = leastNanos;
    this.company = services.nodes().company().member();
    this.awaited = services.nodes().queues().awaited();
    this.isSmall = kind != ReadKind.OPENING;
  }

  /**
   * Of one positional read.
   *
   * @param kind by how much it asks for, if that is little; else {@code OPENING}
   * @param leastNanos no wait of it is ended sooner
   */
  public static StockWatch ofPositional(
      ReadServices services, LazyFile known, ReadKind kind, long leastNanos) {
    return new StockWatch(services, known, kind, leastNanos);
  }

  public StreamPace pace() {
    return pace;
  }

  /** Reading goes on here. */
  public void at(long now) {
    position = now;
  }

  /** Where reading was at the latest look or call. */
  public long position() {
    return position;
  }

  /** From the present place to that one every wait is the stock stream's own affair. */
  public void bePatientUntil(long end) {
    patientUntil = end;
  }

  /** No wait is ended before it has lasted for so long. */
  public void bePatientFor(long nanos) {
    leastNanos = nanos;
  }

  /**
   * A slow node is waited for all the same, as far as it is not late, until a {@link #report};
   * null: none is.
   */
  public void waitsFor(NodeId slow) {
    waitedFor = slow;
  }

  /** No wait is wanted any more. */
  public void abandon() {
    abandoned = true;
  }

  @Override
  public Watchdog watchdog() {
    return services.watchdog();
  }

  @Override
  public void waiting(NodeId node, boolean opening, long sentBytes) {
    pace.waiting(sentBytes);
    company.waits();
    awaited.waits(node, kind == ReadKind.OPENING ? STREAM_BYTES : kind.bytesMax());
  }

  @Override
  public void waited(NodeId node, long nanos, int bytes, long sentBytes) {
    company.leaves();
    awaited.came();
    boolean opens = bytes == 0 && !isSmall;
    if (opens || !node.equals(met)) {
      beforeNanos = pace.waitedNanos();
      isSmall |= opens;
    }
    if (!node.equals(met)) {
      met = node;
      services.wideReads().met(node);
    }
    pace.waited(node, nanos, bytes, sentBytes);
    services.receivedByStock(bytes);
    if (bytes > 0) {
      services.nodes().heard(node);
    }
    if (isOpening() && bytes > 0) {
      endSmall(true);
    }
    if (!isSmall) {
      company.begins();
    }
  }

  private boolean isOpening() {
    return isSmall && kind == ReadKind.OPENING;
  }

  /** How long a small read, or an opening, may wait. */
  private long smallLateNanos() {
    return services.nodes().small().lateNanos(kind, company.most());
  }

  /** The least that one may wait beside so many, whoever its node is. */
  private long soonestLateNanos(int atOnce) {
    return services.nodes().small().soonestLateNanos(kind, atOnce);
  }

  /**
   * A small read, or an opening, is over.
   *
   * @param finished whether it has brought what was asked for
   */
  private void endSmall(boolean finished) {
    NodeId node = met;
    boolean isLate = node.equals(lateSmallNode);
    if (isLate || finished) {
      services.nodes().shortRead(node, kind, company.most(), waitedForMet(), isLate);
    }
    isSmall = kind != ReadKind.OPENING;
    lateSmallNode = null;
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
    double expected = view.expectedNanosPerByte(SourceKind.STORAGE);
    boolean asSmall = isSmall || opening;
    boolean late =
        (!asSmall || isUnlike(waitingNanos))
            && pace.isLate(node, waitingNanos, opening, expected, meanwhile);
    if (late) {
      lagged(node, asSmall);
    }
    SmallReads small = services.nodes().small();
    boolean lateAsSmall =
        asSmall && waitedFor(node) + waitingNanos >= small.lateNanos(kind, company.most(), node);
    long aloneNanos = small.lateNanos(kind, SmallReads.ALONE, node);
    if (waitingNanos >= Math.min(aloneNanos, services.limits().lateFloorNanos())) {
      company.leaves();
    }
    if (lateAsSmall) {
      lateSmallNode = node;
    }
    long at = position;
    boolean isSlow = view.isSlow(node) && !node.equals(waitedFor);
    // Nobody who has another way waits for a node that is known to be slow to open.
    if (!late && !lateAsSmall && !(opening && isSlow)) {
      return false;
    }
    if (at < patientUntil || waitingNanos < leastNanos || !services.isOn()) {
      return false;
    }
    if (known.now().filter(file -> hasWay(file.waysAround(), at, node, waitingNanos)).isPresent()) {
      // The node may answer yet, and then its bytes will have come twice.
      boolean mayLeave = late || isSlow || small.tryLeave();
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

  /**
   * A slow node is better than one that says nothing; but the store's own client asks them one
   * after the other, so that this holds only while lanes have not been tried in vain.
   */
  private boolean hasWay(WaysAround ways, long at, NodeId node, long waitingNanos) {
    return waitingNanos < ReadLimits.SILENT_NANOS || leastNanos > 0
        ? ways.exist(at, node)
        : ways.existBySlowNodes(at, node);
  }

  /**
   * Whether a wait of a small read is judged as that of a large one: while nothing is known of what
   * small reads take here, be they fast or slow; and after a second, when nothing is denied more.
   */
  private boolean isUnlike(long waitingNanos) {
    long lateNanos = smallLateNanos();
    return lateNanos == SmallReads.NEVER
        || waitingNanos >= Math.max(ReadLimits.SILENT_NANOS, lateNanos);
  }

  private void lagged(NodeId node, boolean asSmall) {
    wasLate = true;
    if (asSmall) {
      services.nodes().laggedAtShort(node);
    } else {
      services.nodes().lagged(node);
    }
  }

  /** Of a read that was cut: the node that was late, and may still answer; empty if none was. */
  public Optional<NodeId> lateNode() {
    return leavesLate ? Optional.ofNullable(met) : Optional.empty();
  }

  /** Of a read that was cut: the node that it waited for. */
  public Optional<NodeId> leftNode() {
    return Optional.ofNullable(met);
  }

  private long waitedForMet() {
    return pace.waitedNanos() - beforeNanos;
  }

  private long waitedFor(NodeId node) {
    return isSmall && node.equals(met) ? waitedForMet() : 0;
  }

  @Override
  public long lookEveryNanos() {
    // Of a stream only some reads open something: for these the watchdog's own turns are enough.
    return kind != ReadKind.OPENING ? soonestLateNanos(SmallReads.ALONE) : Long.MAX_VALUE;
  }

  @Override
  public long nextLookNanos(long waitingNanos) {
    if (!isSmall) {
      return Long.MAX_VALUE;
    }
    long waitedNanos = waitedForMet() + waitingNanos;
    long lateNanos = soonestLateNanos(SmallReads.ALONE);
    if (waitedNanos >= lateNanos) {
      lateNanos = soonestLateNanos(company.most());
    }
    if (waitedNanos >= lateNanos) {
      lateNanos = smallLateNanos();
    }
    return waitedNanos < lateNanos ? lateNanos - waitedNanos : lateNanos;
  }

  @Override
  public boolean leavesWhenRefused(NodeId node) {
    wasLate = true;
    services.nodes().lagged(node);
    long at = position;
    ContiguousFile file = known.file().orElse(null);
    if (file == null || at < patientUntil || at >= file.lengthBytes() || !services.isOn()) {
      return false;
    }
    if (leastNanos > 0) {
      // Lanes were tried in vain, and whoever asks anew all the time is never told that all failed.
      return false;
    }
    file.needs(at);
    // The stock client finds another replica by itself, and waits for seconds where there is none.
    return !file.waysAround().hasOtherReplica(at, node) && file.waysAround().mayHaveParity(at);
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
  public void report(Outcome outcome, boolean waited) {
    for (NodeSample sample : pace.takeSamples(outcome)) {
      // A node that was left before it was late has not been waited for in vain.
      boolean vain = sample.outcome() == Outcome.ABORTED && sample.receivedBytes() == 0;
      if (!waited && sample.receivedBytes() > 0) {
        // Or the manager would go by the DataNode's counters, which take a slow caller for it.
        services.tellManager(sample.withoutTime());
      } else if (waited && (wasLate || !vain)) {
        services.tellManager(sample);
        services.nodes().stretchEnded(sample);
      }
    }
    if (isSmall && met != null) {
      if (outcome == Outcome.ABORTED && wasLate && lateSmallNode == null) {
        services.nodes().leftUnknown(met, kind, waitedForMet());
      }
      endSmall(outcome == Outcome.FINISHED && kind != ReadKind.OPENING);
    }
    wasLate = false;
    waitedFor = null;
    company.leaves();
    awaited.came();
  }
}
