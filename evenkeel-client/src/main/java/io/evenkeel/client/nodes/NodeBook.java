package io.evenkeel.client.nodes;

import io.evenkeel.core.engine.LateAllowance;
import io.evenkeel.core.engine.ReadLimits;
import io.evenkeel.core.model.ClusterView;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeLedgers;
import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.NodeView;
import io.evenkeel.core.model.RandomSource;
import io.evenkeel.core.model.ReadReport;
import io.evenkeel.core.model.ReadReport.LaneReport;
import io.evenkeel.core.model.ReadReport.LaneReport.Outcome;
import io.evenkeel.core.model.SourceKind;
import io.evenkeel.core.port.LaneSource;
import io.evenkeel.core.port.Scheduler;
import io.evenkeel.policy.reading.ReadKind;
import io.evenkeel.policy.reading.SmallReads;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * All that the file systems of one runtime believe of the storage nodes: by what their own reads
 * have seen, and by what the manager has told; and what they read from these and the cache nodes.
 * Thread-safe.
 */
public final class NodeBook {
  /** Reads that ask at most so much of one node are little ones. */
  private static final long LITTLE_BYTES_MAX = 256 << 10;

  private static final long TOLD_MEMORY_NANOS = TimeUnit.SECONDS.toNanos(30);

  /** A shorter stretch says little of a node's pace. */
  private static final long PACE_BYTES_MIN = 1 << 20;

  /** What a shorter slice takes is mostly connecting and asking. */
  private static final long SLICE_PACE_BYTES_MIN = 64 << 10;

  private final Scheduler scheduler;
  private final RecentReads recent;
  private final ToldStragglers told = new ToldStragglers(TOLD_MEMORY_NANOS);
  private final Doubts doubts;
  private final long byteScale;
  private final SmallReads small = new SmallReads();
  private final ExtraBudgets budgets;
  private final HangThreshold hangThreshold = new HangThreshold();

  /** Of what asks little of a node, and of what asks more: their times do not compare. */
  private final Detours ofLittle;

  private final Detours ofMore;
  private final Company company = new Company();
  private final NodeTraffics traffics;
  private final QueueBook queues;
  private final double coldNanosPerByte;
  private final LedgerBook ledgers;

  /**
   * @param limits of each read
   * @param byteScale for how many bytes one stands, as in simulation
   * @param entered told of every entry of the ledgers; must not block
   */
  public NodeBook(
      Scheduler scheduler,
      RandomSource random,
      ReadLimits limits,
      long byteScale,
      Consumer<NodeLedgers> entered) {
    this.byteScale = byteScale;
    this.ofLittle = new Detours(random);
    this.ofMore = new Detours(random);
    this.traffics = new NodeTraffics(byteScale, scheduler::nanoTime);
    this.ledgers = LedgerBook.ofProcess().part(entered);
    this.scheduler = scheduler;
    this.recent = new RecentReads(traffics::of, SLICE_PACE_BYTES_MIN / byteScale);
    this.queues = new QueueBook(scheduler::nanoTime, this::nanosPerByte, traffics);
    this.coldNanosPerByte = limits.coldNanosPerByte();
    this.doubts = new Doubts(limits.lagMemoryNanos());
    this.budgets = new ExtraBudgets(limits, byteScale);
  }

  /** Who is slow now, and how fast the others are. */
  public ClusterView view() {
    long now = scheduler.nanoTime();
    ClusterView own = recent.view(now, told::avoidedMost, most -> doubts.slowForLong(most, now));
    return own.with(told.now(own.nodes(), now));
  }

  /** Lanes have ended. */
  public void add(ReadReport report, ReadShape shape) {
    budgets.brought(report.broughtBytes(), isShort(shape));
    boolean isJudgedByOthers = isJudgedByOthers(shape);
    if (isJudgedByOthers && isSmall(shape.lengthBytes())) {
      return;
    }
    List<NodeId> lagging = recent.add(report);
    // Lanes of a short read may have had to connect, and a hiccup is most of what they take.
    (isJudgedByOthers ? late(report) : lagging)
        .forEach(isShort(shape) ? this::laggedAtShort : this::lagged);
  }

  /**
   * A late lane that got nothing {@link #silentNanos}, while nobody else got anything of its node,
   * says that the node hangs; of no more nodes than can be slow: where all are that busy, lanes
   * would say so of all.
   */
  private void noteIfSilent(LaneReport lane) {
    NodeId node = lane.source().node();
    long now = scheduler.nanoTime();
    if (lane.lateSlices() > 0
        && lane.receivedBytes() == 0
        && lane.busyNanos() >= silentNanos()
        && !traffics.hasHeardSince(node, now - lane.busyNanos())) {
      laggedAtShort(node);
      if (doubts.silentCount() < told.avoidedMost()) {
        doubts.askedInVain(node);
      }
    }
  }

  private static List<NodeId> late(ReadReport report) {
    return report.lanes().stream()
        .filter(lane -> lane.lateSlices() > 0 && lane.source().kind() == SourceKind.STORAGE)
        .map(lane -> lane.source().node())
        .toList();
  }

  /**
   * What a node owed others have brought to a read that goes on: maybe a hiccup, which its report
   * will say.
   */
  public void overtaken(NodeId node, ReadShape shape) {
    if (!isJudgedByOthers(shape)) {
      laggedAtShort(node);
    }
  }

  /** Late by what others took, opening included: that says nothing of a node's pace. */
  private boolean isJudgedByOthers(ReadShape shape) {
    return lateNanos(shape) != SmallReads.NEVER;
  }

  /** A read has waited too long for a node. */
  public void lagged(NodeId node) {
    long now = scheduler.nanoTime();
    recent.lagged(node, doubts.lagged(node, now), now);
  }

  /**
   * A short read, or the opening of another, has waited too long for a node, or others have brought
   * what it owed: maybe a hiccup.
   */
  public void laggedAtShort(NodeId node) {
    long now = scheduler.nanoTime();
    recent.lagged(node, doubts.laggedAtShort(node, now), now);
  }

  /** The same lanes for one read; what is asked of them and has not come counts as outstanding. */
  public CountedLanes counted(LaneSource lanes) {
    return new CountedLanes(lanes, traffics, queues, company, doubts::heard, this::came);
  }

  /**
   * A storage node was waited for so long, and has brought what it was asked for. One of a few that
   * are in doubt may have a queue, or has hung and is back, which says little of others.
   */
  private void came(NodeId node, long waitedNanos) {
    if (waitedNanos < HangThreshold.LONG_NANOS) {
      return;
    }
    long now = scheduler.nanoTime();
    boolean isOneOfFew =
        doubts.isDoubted(node, now)
            && doubts.count(now) + doubts.silentCount() <= told.avoidedMost();
    hangThreshold.came(
        isOneOfFew ? Math.min(waitedNanos, HangThreshold.OF_FEW_NANOS_MAX) : waitedNanos, now);
  }

  /** Who has brought nothing for so long hangs: whoever waits for it is denied nothing more. */
  public long silentNanos() {
    return hangThreshold.nanos(scheduler.nanoTime());
  }

  /** A lane to a storage node has ended just now, and its read is starved or not. */
  public void laneEnded(LaneReport lane, boolean isStarved) {
    if (!isStarved) {
      traffics.sampled(lane.sample());
    }
    told.met(lane.source().node());
    noteIfSilent(lane);
  }

  /** A stretch of a stream on a node has ended: one that was read to its end says how fast. */
  public void stretchEnded(NodeSample sample) {
    budgets.broughtByStock(sample.receivedBytes());
    traffics.sampled(sample);
    told.met(sample.node());
    if (sample.outcome() == Outcome.FINISHED && sample.receivedBytes() >= PACE_BYTES_MIN) {
      recent.paced((double) sample.busyNanos() / sample.receivedBytes());
    }
  }

  /** Something has come from a storage node just now. */
  public void heard(NodeId node) {
    traffics.heard(traffics.meet(node));
    doubts.heard(node);
  }

  /**
   * The manager has named stragglers.
   *
   * @param asked the nodes of the stripes that it was asked about
   */
  public void told(Collection<NodeView> stragglers, Collection<NodeId> asked) {
    told.add(stragglers, asked, scheduler.nanoTime());
  }

  /** What waits at the storage nodes. */
  public QueueBook queues() {
    return queues;
  }

  /** What a byte takes a healthy storage node, as far as is known. */
  double nanosPerByte() {
    double known = recent.storageNanosPerByte();
    return known > 0 ? known : coldNanosPerByte;
  }

  /** What going around nodes has cost, and what came of it. */
  public LedgerBook ledgers() {
    return ledgers;
  }

  // ---- small reads ----

  /** When small reads are late. */
  public SmallReads small() {
    return small;
  }

  /** Whether any read of so many bytes is judged by how long others took, and not by its pace. */
  public boolean isSmall(long lengthBytes) {
    return lengthBytes <= SmallReads.BYTES_MAX / byteScale;
  }

  /** Whether a read by lanes is. */
  public boolean isShort(ReadShape shape) {
    long most = shape.isEvidence() ? SmallReads.SHORT_BYTES_MAX : SmallReads.BYTES_MAX;
    return shape.lengthBytes() <= most / byteScale;
  }

  /** For how many bytes one stands. */
  long byteScale() {
    return byteScale;
  }

  /** What a short read of so many bytes is compared with. */
  public ReadKind kind(long lengthBytes) {
    return ReadKind.of(lengthBytes * byteScale);
  }

  /**
   * What lateness may cost a read besides its own limits. Large reads share one budget, short ones
   * of more than a MiB another, small ones a third; of these, besides, one in twenty-five may be
   * charged anything, as of those by stock streams, and none before it is known what others take.
   */
  public LateAllowance lateAllowance(ReadShape shape) {
    if (!isShort(shape)) {
      return budgets.ofLarge();
    }
    return isSmall(shape.lengthBytes())
        ? budgets.ofSmall(
            isJudgedByOthers(shape), shape.width() * shape.judgedBytes(), small::tryLeave)
        : budgets.ofMiddle();
  }

  // ---- going around slow nodes for parts of stripes ----

  /**
   * Whether the next read of a part of a row goes around a slow node.
   *
   * @param kind of what is asked of a node
   * @param node the slow one
   * @param holders by block, those of which so many are read instead; slow ones are not
   */
  public boolean takesDetour(
      ReadKind kind, NodeId node, List<List<NodeId>> holders, int count, ClusterView view) {
    if (doubts.isSilent(node)) {
      return true;
    }
    List<NodeId> healthy =
        holders.stream().flatMap(List::stream).filter(other -> !view.isSlow(other)).toList();
    return detours(kind).next(node, healthy, count);
  }

  /**
   * What one amplified read believes, which takes only nodes for slow that it goes around.
   *
   * @param holders by block, where it can be read instead
   * @param around whom it goes around already
   */
  public UnaryOperator<ClusterView> ofAmplified(
      List<List<NodeId>> holders, ReadShape shape, Optional<NodeId> around) {
    ReadKind kind = kind(shape.judgedBytes());
    Map<NodeId, Boolean> decided = new ConcurrentHashMap<>();
    around.ifPresent(node -> decided.put(node, true));
    return view -> {
      List<NodeView> waitedFor = new ArrayList<>();
      for (NodeView node : view.nodes()) {
        boolean isConcerned =
            node.slow() && holders.stream().anyMatch(nodes -> nodes.contains(node.node()));
        if (isConcerned
            && !decided.computeIfAbsent(
                node.node(), slow -> takesDetour(kind, slow, holders, shape.width(), view))) {
          waitedFor.add(new NodeView(node.node(), false, ""));
        }
      }
      return view.with(waitedFor);
    };
  }

  /** Who waits for bytes at the same time. */
  public Company company() {
    return company;
  }

  /**
   * What lanes of a read are judged by: those of short ones by what others took that were asked for
   * as much.
   */
  public ReadLimits limits(ReadLimits usual, ReadShape shape) {
    long lateNanos = lateNanos(shape);
    return lateNanos == SmallReads.NEVER ? usual : usual.withLateness(lateNanos);
  }

  private long lateNanos(ReadShape shape) {
    long nanos =
        isShort(shape)
            ? small.lateNanos(kind(shape.judgedBytes()), company.now() + 1)
            : SmallReads.NEVER;
    boolean isKnown = nanos != SmallReads.NEVER;
    // What is known of a few sizes in little company is stretched for others: not without end.
    return isKnown && !isSmall(shape.lengthBytes())
        ? Math.min(nanos, ReadLimits.SILENT_NANOS)
        : nanos;
  }

  /**
   * A short read from one node has ended, or was left.
   *
   * @param atOnce how many reads waited at once, this one included
   * @param nanos how long it waited
   * @param isLate whether that was too long
   */
  public void shortRead(NodeId node, ReadKind kind, int atOnce, long nanos, boolean isLate) {
    ended(node, kind, atOnce, nanos, isLate, false);
  }

  /**
   * A small read from one node was left before it had brought anything: while it is not known what
   * small reads take, that says whom to go around, and nothing else.
   */
  public void leftUnknown(NodeId node, ReadKind kind, long nanos) {
    if (small.lateNanos(kind, SmallReads.ALONE) == SmallReads.NEVER) {
      detours(kind).took(node, nanos, true);
    }
  }

  private Detours detours(ReadKind kind) {
    return kind.bytesMax() <= LITTLE_BYTES_MAX ? ofLittle : ofMore;
  }

  private void ended(
      NodeId node, ReadKind kind, int atOnce, long nanos, boolean isLate, boolean isProbe) {
    if (!isProbe) {
      // Some are longer than what reads ask for.
      detours(kind).took(node, nanos, isLate);
    }
    boolean isKnown = small.lateNanos(kind, atOnce) != SmallReads.NEVER;
    if (!isProbe && isKnown && view().isSlow(node)) {
      // What it takes is nothing to go by.
      return;
    }
    long now = scheduler.nanoTime();
    boolean isDoubted = doubts.isDoubted(node, now);
    boolean inTime = !isLate && !small.isLong(kind, atOnce, nanos);
    if (isDoubted
        && inTime
        && (isProbe || !doubts.isByPace(node))
        && doubts.passed(node, now - nanos, now)) {
      small.forgive(node);
    }
    if (small.ended(node, kind, atOnce, nanos, isLate) || (isDoubted && !inTime)) {
      laggedAtShort(node);
    }
  }

  // ---- the way back ----

  /** Whether any node may be doubted. */
  public boolean hasDoubts() {
    return doubts.hasAny(scheduler.nanoTime());
  }

  /** Whether a node was slow and has not shown since that it is not. */
  public boolean isDoubted(NodeId node) {
    return doubts.isDoubted(node, scheduler.nanoTime());
  }

  /**
   * Whether reads keep off a node that was slow and has not shown since that it is not: where that
   * is so of most, only if it {@link #isSilent}, or was before the others.
   */
  public boolean isKeptOff(NodeId node) {
    return hasDoubts() && doubts.isKeptOff(node, told.avoidedMost(), scheduler.nanoTime());
  }

  /**
   * Whether more speaks against a node than what may be a hiccup, of which a read that goes on for
   * long notices less than what going around the node costs it.
   */
  public boolean hasMoreThanHiccup(NodeId node) {
    return doubts.hasMoreThanHiccup(node) || told.isNamed(node, scheduler.nanoTime());
  }

  /** What a read believes to which slow nodes are welcome, but those that say nothing. */
  public ClusterView slowOnesWillDo(ClusterView view) {
    return view.with(
        view.nodes().stream()
            .filter(node -> !isSilent(node.node()))
            .map(node -> new NodeView(node.node(), false, ""))
            .toList());
  }

  /** Whether a node hangs: it was asked in vain, and has brought nobody anything since. */
  public boolean isSilent(NodeId node) {
    return doubts.isSilent(node);
  }

  /** Whether a large read has found it slow: only a probe by its pace shows that it is not. */
  public boolean isDoubtedByPace(NodeId node) {
    return doubts.isByPace(node);
  }

  /**
   * Asks to be the one read that tries a node that was slow; whoever is granted it reads there and
   * says how it went. Of what reads bring a fiftieth may be brought for that, besides a MiB; beside
   * parts of rows, of a node that neither hangs nor was slow by its pace, a two-hundredth of what
   * they have brought before.
   */
  public Optional<GrantedProbe> tryProbe(NodeId node, ProbeRule rule) {
    boolean isSpare = rule.besideParts() && !doubts.isSilent(node) && !doubts.isByPace(node);
    boolean isGranted =
        budgets.mayProbe(rule.costBytes(), isSpare) && doubts.tryProbe(node, scheduler.nanoTime());
    if (!isGranted) {
      return Optional.empty();
    }
    budgets.probed(rule.costBytes(), isSpare);
    return Optional.of(new GrantedProbe(node, rule, isSpare));
  }

  /** A probe has ended; as {@link #shortRead}, and in time it ends every doubt. */
  public void probed(GrantedProbe probe, int atOnce, long nanos, boolean isLate) {
    heard(probe.node());
    came(probe.node(), nanos);
    probeEnded(probe, atOnce, nanos, isLate);
  }

  /**
   * A probe has not come in so long, and was given up.
   *
   * @param receivedBytes what has come of it, which is what it costs
   */
  public void probedInVain(GrantedProbe probe, int atOnce, long nanos, long receivedBytes) {
    budgets.probed(receivedBytes - probe.rule().costBytes(), probe.isSpare());
    if (!traffics.hasHeardSince(probe.node(), scheduler.nanoTime() - nanos)) {
      doubts.askedInVain(probe.node());
    }
    probeEnded(probe, atOnce, nanos, true);
  }

  private void probeEnded(GrantedProbe probe, int atOnce, long nanos, boolean isLate) {
    doubts.probeEnded(probe.node());
    ended(probe.node(), probe.rule().kind(), atOnce, nanos, isLate, true);
  }

  /** A probe could not be made, of which so much has come: another may be, after a while. */
  public void probeLater(GrantedProbe probe, long receivedBytes) {
    budgets.probed(receivedBytes - probe.rule().costBytes(), probe.isSpare());
    doubts.probeLater(probe.node(), scheduler.nanoTime());
  }
}
