package io.evenkeel.client.stream;

import io.evenkeel.client.file.ContiguousFile;
import io.evenkeel.client.file.LazyFile;
import io.evenkeel.client.file.WaysAround;
import io.evenkeel.client.nodes.LedgerBook;
import io.evenkeel.client.nodes.NodeBook;
import io.evenkeel.client.process.BoundedWait;
import io.evenkeel.client.read.ReadServices;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.ClusterView;
import io.evenkeel.core.model.Ledger;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeLedgers;
import io.evenkeel.policy.reading.ReadKind;
import io.evenkeel.policy.reading.SmallReads;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Keeps the reads of one stream off nodes that are known to be slow, or busy where another replica
 * is not, and lets them back to where the NameNode sent them when they are not. Thread-safe.
 */
public final class CourseChoice {
  /** As most small reads are. */
  private static final int SMALL_BYTES = 64 << 10;

  private final StockStream stock;
  private final LazyFile known;
  private final ReadServices services;
  private final Probes probes;
  private final LedgerBook ledgers;

  /** Whom the stream reads around now, and since where; null for nobody. */
  private NodeId around;

  private long aroundFrom;

  /** From here on the stream may be on other nodes anyway. */
  private long aroundUntil;

  /**
   * How to read without the nodes to keep off.
   *
   * @param around by lanes, whose node this is: all replicas are on nodes to keep off
   * @param past by the stock stream, which has another replica first now than this node's
   * @param pastUntil up to where in the file
   * @param waitedFor a slow node that this read waits for as long as it is not late
   */
  public record Course(
      Optional<NodeId> around, Optional<NodeId> past, long pastUntil, Optional<NodeId> waitedFor) {
    static final Course USUAL = around(Optional.empty());

    static Course around(Optional<NodeId> node) {
      return new Course(node, Optional.empty(), 0, Optional.empty());
    }

    static Course past(Optional<NodeId> node, long until) {
      return new Course(Optional.empty(), node, until, Optional.empty());
    }

    static Course waitingFor(NodeId node) {
      return new Course(Optional.empty(), Optional.empty(), 0, Optional.of(node));
    }
  }

  /**
   * @param ledgers of the stream
   */
  public CourseChoice(
      StockStream stock, LazyFile known, ReadServices services, LedgerBook ledgers) {
    this.probes = new Probes(services);
    this.ledgers = ledgers;
    this.stock = stock;
    this.known = known;
    this.services = services;
  }

  /**
   * Puts a healthy replica of a stream's place first. Where there is none, but another way, answers
   * a node to keep off by lanes, or to wait for.
   *
   * @param opens whether it has just come there, and knows of no node how it goes on: then a hiccup
   *     delays it as it does a small read
   * @param isShort whether it is not likely to go far from here
   */
  public Course keepStreamOff(long at, boolean opens, boolean isShort) throws IOException {
    readTo(at);
    Course course = course(ByteRange.of(at, SMALL_BYTES), opens, !isShort, true);
    course
        .past()
        .filter(node -> !isAt(node))
        .ifPresent(n -> readsAround(n, at, course.pastUntil()));
    return course;
  }

  /** The stream has read up to here, and goes elsewhere or looks anew. */
  public synchronized void readTo(long position) {
    long bytes = Math.min(position, aroundUntil) - aroundFrom;
    if (around != null && bytes > 0) {
      ledgers.add(NodeLedgers.redirected(around, new Ledger(1, bytes, bytes)));
    }
    around = null;
  }

  /** The stream goes on after bytes that it does not read. */
  synchronized void skipped(long bytes) {
    aroundFrom += bytes;
  }

  private synchronized void readsAround(NodeId node, long from, long until) {
    around = node;
    aroundFrom = from;
    aroundUntil = until;
  }

  /**
   * Puts a healthy replica of what a positional read is to bring first. May wait for the manager's
   * word of parity, until a small read would be late. Reads keep off a node that was slow until a
   * probe has come back; large ones and streams on their way only where there is {@link
   * NodeBook#hasMoreThanHiccup more than a hiccup}, for of one they notice little.
   */
  public Course keepOff(ByteRange range) throws IOException {
    boolean isSmall = services.nodes().isSmall(range.lengthBytes());
    return course(range, isSmall, !isSmall, false);
  }

  /**
   * @param mindsHiccups whether it keeps off whoever is doubted, be it for what may be one hiccup
   * @param goesOn whether it is long: where there is no other replica it waits for a node that has
   *     no {@link NodeBook#hasMoreThanHiccup more than a hiccup}
   */
  private Course course(ByteRange range, boolean mindsHiccups, boolean goesOn, boolean isStream)
      throws IOException {
    long at = range.start();
    NodeBook nodes = services.nodes();
    ClusterView view = services.view();
    boolean doubts = nodes.hasDoubts();
    boolean directs = services.direction().mayAvoidReplicas();
    if (view.nodes().isEmpty() && !doubts && !directs && !stock.isAnyReordered()) {
      // As a rule: and who looks for a block asks the NameNode for those after it, too.
      return Course.USUAL;
    }
    StockBlock block = stock.blockAt(at).orElse(null);
    List<NodeId> usual = block == null ? List.of() : block.usualNodes();
    if (usual.isEmpty()) {
      return Course.USUAL;
    }
    NodeId first = usual.get(0);
    Predicate<NodeId> minds = node -> doubts && (mindsHiccups || nodes.hasMoreThanHiccup(node));
    if (minds.test(first) && !view.isSlow(first)) {
      probes.probeThere(first, block, range, isStream);
    }
    Set<NodeId> busy =
        services.direction().busyReplicas(usual, view.inCrowd(services.crowd().times()));
    Predicate<NodeId> avoided =
        node ->
            view.isSlow(node) || busy.contains(node) || (minds.test(node) && nodes.isKeptOff(node));
    if (block.order(avoided)) {
      return Course.past(Optional.of(first).filter(avoided), block.range().end());
    }
    if (!view.isSlow(first) && usual.size() > 1) {
      // All of them were slow and none is known to be still: as good as any other.
      return Course.USUAL;
    }
    if (goesOn && !nodes.hasMoreThanHiccup(first)) {
      // To decode all that takes several times the bytes.
      return Course.waitingFor(first);
    }
    Optional<ContiguousFile> file = known.file();
    file.ifPresent(f -> f.needs(at));
    if (mindsHiccups && !isStream && file.isPresent() && !file.get().takesDetour(range, first)) {
      return Course.waitingFor(first);
    }
    return Course.around(file.filter(f -> isWayAround(f.waysAround(), at, first)).map(f -> first));
  }

  /**
   * Waits for the manager's word of parity, unless there is another way; an interrupt stays set.
   */
  private boolean isWayAround(WaysAround ways, long at, NodeId node) {
    long wait = managerWaitNanos();
    BoundedWait.until(known -> ways.whenKnown(at, node, wait, known), wait);
    return services.nodes().isSilent(node) ? ways.existBySlowNodes(at, node) : ways.exist(at, node);
  }

  /** For how long to wait for the manager rather than for a slow node: until that would be late. */
  private long managerWaitNanos() {
    SmallReads small = services.nodes().small();
    long late =
        Math.min(
            small.lateNanos(ReadKind.of(SMALL_BYTES), SmallReads.ALONE),
            small.lateNanos(ReadKind.OPENING, SmallReads.ALONE));
    return Math.min(late, services.limits().lateFloorNanos());
  }

  /** Whether the stream is in the middle of a block that it has from this node. */
  private boolean isAt(NodeId node) {
    return stock.node().filter(node::equals).isPresent();
  }

  /** A positional read has brought so much by the stock stream, on such a course. */
  public void wentPast(Course course, long from, long bytes) {
    long past = Math.min(from + bytes, course.pastUntil()) - from;
    if (past > 0) {
      course
          .past()
          .ifPresent(node -> ledgers.add(NodeLedgers.redirected(node, new Ledger(1, past, past))));
    }
  }

  /**
   * A stream has left a node for lanes, and nobody asks that one any more. Lanes that decode keep
   * books of their own; those that take another replica are booked here.
   */
  void leaves(Optional<NodeId> left, long at) {
    left.filter(
            node -> known.file().filter(f -> f.waysAround().hasOtherReplica(at, node)).isPresent())
        .ifPresent(node -> readsAround(node, at, blockEnd(at)));
  }

  private long blockEnd(long at) {
    long blockBytes = known.blockBytes().orElse(Long.MAX_VALUE);
    return blockBytes == Long.MAX_VALUE ? blockBytes : at - at % blockBytes + blockBytes;
  }

  /**
   * Makes the stock stream, which has just waited too long, take a healthy replica of a place,
   * where there is one: of no node that is doubted, either. Where there is none, at least not the
   * one that it has just left.
   *
   * @param left a node that has just been left, and is not to be asked again at once
   */
  public void preferHealthy(long at, Optional<NodeId> left) throws IOException {
    ClusterView view = services.view();
    NodeBook nodes = services.nodes();
    if (left.isPresent() || !view.nodes().isEmpty() || nodes.hasDoubts()) {
      Predicate<NodeId> avoided =
          node ->
              view.isSlow(node) || nodes.isKeptOff(node) || left.filter(node::equals).isPresent();
      StockBlock block = stock.blockAt(at).orElse(null);
      if (block != null && !block.order(avoided) && left.isPresent()) {
        // All of them are slow: then at least not the one that has just been waited for.
        block.order(left.get()::equals);
      }
    }
  }
}
