package io.evenkeel.client.stream;

import io.evenkeel.client.file.Around;
import io.evenkeel.client.file.ContiguousFile;
import io.evenkeel.client.file.LazyFile;
import io.evenkeel.client.file.WaysAround;
import io.evenkeel.client.nodes.LedgerBook;
import io.evenkeel.client.read.PassingFill;
import io.evenkeel.client.read.PlainReader;
import io.evenkeel.client.read.ReadServices;
import io.evenkeel.client.read.ReadSession;
import io.evenkeel.client.stream.CourseChoice.Course;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.Ledger;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeLedgers;
import io.evenkeel.core.model.ReadReport.LaneReport.Outcome;
import io.evenkeel.policy.reading.ReadKind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/**
 * Positional reads of one stream: by the stock stream on the caller's thread, watched; by lanes
 * when its node is late or known to be slow, when a block has no good replica, and for ranges of
 * several blocks where one node is slower than the caller. Thread-safe; reads run side by side.
 */
public final class ContiguousPositional implements PositionalReader {
  /** For so long memory is waited for at most, at one time. */
  private static final long MEMORY_NANOS_MAX = TimeUnit.SECONDS.toNanos(5);

  /** Very many may wait for it at once, and each look costs all of them. */
  private static final long MEMORY_STEP_NANOS_MAX = TimeUnit.MILLISECONDS.toNanos(50);

  private final StockStream stock;
  private final LazyFile known;
  private final ReadServices services;
  private final long preadBytes;
  private final IntConsumer laneBytes;
  private final LedgerBook ledgers;
  private final CourseChoice courses;
  private final MemoryWait memoryWait;
  private final Set<StockWatch> waiting = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  public ContiguousPositional(
      StockStream stock,
      LazyFile known,
      ReadServices services,
      long preadBytes,
      IntConsumer laneBytes,
      CourseChoice courses,
      LedgerBook ledgers) {
    this.stock = stock;
    this.known = known;
    this.services = services;
    this.preadBytes = preadBytes;
    this.laneBytes = laneBytes;
    this.ledgers = ledgers;
    this.courses = courses;
    this.memoryWait = new MemoryWait(services, MEMORY_STEP_NANOS_MAX);
  }

  @Override
  public int read(long at, byte[] target, int offset, int length) throws IOException {
    if (isNothing(at, length)) {
      return stock.read(at, target, offset, length);
    }
    return read(at, ByteBuffer.wrap(target, offset, length), target, offset, length);
  }

  /** Whether the stock stream says by itself what there is to say. */
  private boolean isNothing(long at, int length) {
    return length <= 0 || at < 0 || at >= stock.lengthBytes();
  }

  @Override
  public int read(long at, ByteBuffer target) throws IOException {
    if (isNothing(at, target.remaining())) {
      return stock.read(at, target);
    }
    if (target.hasArray()) {
      int start = target.arrayOffset() + target.position();
      int count = read(at, target, target.array(), start, target.remaining());
      if (count > 0) {
        target.position(start - target.arrayOffset() + count);
      }
      return count;
    }
    return read(at, target, null, 0, target.remaining());
  }

  /**
   * @param array the target's, or null when it has none
   */
  private int read(long at, ByteBuffer target, byte[] array, int offset, int length)
      throws IOException {
    int wanted = (int) Math.min(length, stock.lengthBytes() - at);
    ByteRange range = ByteRange.of(at, wanted);
    Start start = services.isOn() ? start(range) : Start.BY_STOCK;
    int done = 0;
    if (start.byLanes()) {
      Optional<Around> around = around(range.start(), start.course().around(), false);
      ByteBuffer own = target.duplicate();
      done = moved(target, array, byLanes(range, own, around, Patience.after(0)));
    }
    return done == wanted ? wanted : byEither(range, target, array, offset, done, start.course());
  }

  /**
   * By the stock stream, and what that is late with by lanes. Where these cannot be had now, as
   * when all buffer memory is in use, the stock stream goes on for as long as {@link Patience} says
   * before they are tried again; and where no other healthy node has a replica they are waited for
   * as long first.
   *
   * @param had how much of it is there already
   * @param course of the stock stream's first read
   */
  private int byEither(
      ByteRange range, ByteBuffer target, byte[] array, int offset, int had, Course course)
      throws IOException {
    Optional<NodeId> left = Optional.empty();
    int done = had;
    boolean isSmall = services.nodes().isSmall(range.lengthBytes());
    for (long leastNanos = 0; ; leastNanos = Patience.after(leastNanos)) {
      Ended ended = new Ended(isSmall, leastNanos, course.waitedFor());
      int count = byStock(rest(range, done), target, array, offset + done, ended);
      again(left, count);
      if (leastNanos == 0) {
        courses.wentPast(course, range.start() + done, count);
      }
      done += count;
      if (done == range.lengthBytes()) {
        return done;
      }
      requireOpen();
      ByteRange rest = rest(range, done);
      ByteBuffer restTarget = target.duplicate();
      if (array != null) {
        restTarget.position(restTarget.position() + done);
      }
      Optional<Around> around = around(rest.start(), ended.leftNode, ended.lateNode.isPresent());
      // The node is left for slow ones once: it has said nothing for a second, and may never.
      boolean isOnce = around.filter(Around::bySlowNodes).isPresent();
      long memoryWaitNanos =
          isOnce ? MEMORY_NANOS_MAX : Math.min(MEMORY_NANOS_MAX, Patience.after(leastNanos));
      count = byLanes(rest, restTarget, around, memoryWaitNanos);
      done += moved(target, array, count);
      if (done == range.lengthBytes()) {
        return done;
      }
      if (count > 0) {
        rest = rest(range, done);
      }
      if (ended.loss != null && count == 0) {
        // To ask the stock stream again would take as long as it did to fail.
        if (done == 0) {
          throw ended.loss;
        }
        return done;
      }
      left = ended.lateNode;
      // At least not from the same node again, if there is another.
      courses.preferHealthy(rest.start(), left);
      if (!ended.isCut && count == 0) {
        int length = (int) rest.lengthBytes();
        count =
            array == null
                ? stock.read(rest.start(), target)
                : stock.read(rest.start(), array, offset + done, length);
        return done == 0 ? count : done + Math.max(0, count);
      }
    }
  }

  private static ByteRange rest(ByteRange range, int done) {
    return new ByteRange(range.start() + done, range.end());
  }

  /** The stock stream has brought so much after a node was left. */
  private void again(Optional<NodeId> left, int count) {
    if (left.isPresent() && count > 0) {
      ledgers.add(NodeLedgers.duplicated(left.get(), new Ledger(1, count, count)));
    }
  }

  /** Why the stock stream has not brought all. */
  private static final class Ended {
    private final boolean isSmall;
    private final long leastNanos;
    private final Optional<NodeId> waitedFor;

    /**
     * @param leastNanos no wait is ended sooner
     * @param waitedFor a slow node that is waited for all the same
     */
    Ended(boolean isSmall, long leastNanos, Optional<NodeId> waitedFor) {
      this.isSmall = isSmall;
      this.leastNanos = leastNanos;
      this.waitedFor = waitedFor;
    }

    /** Whether a wait was ended. */
    private boolean isCut;

    /** What it failed with, if lanes may have the bytes. */
    private IOException loss;

    /** The node that was not waited for because it was late. */
    private Optional<NodeId> lateNode = Optional.empty();

    /** The node that was not waited for, late or not. */
    private Optional<NodeId> leftNode = Optional.empty();
  }

  private static int moved(ByteBuffer target, byte[] array, int count) {
    if (array == null) {
      target.position(target.position() + count);
    }
    return count;
  }

  /**
   * Reads block by block, so that what came before a wait was cut is neither fetched nor counted
   * again. Returns how many bytes the stock stream brought: all, unless a wait was cut or a block
   * is lost.
   *
   * @param ended takes why the stock stream did not bring all
   */
  private int byStock(ByteRange range, ByteBuffer target, byte[] array, int offset, Ended ended)
      throws IOException {
    long blockBytes = known.blockBytes().orElse(Long.MAX_VALUE);
    int done = 0;
    while (done < range.lengthBytes()) {
      long at = range.start() + done;
      long end = Math.min(range.end(), at - at % blockBytes + blockBytes);
      try {
        int count = blockByStock(new ByteRange(at, end), target, array, offset + done, ended);
        if (count <= 0) {
          break;
        }
        done += count;
      } catch (IOException e) {
        requireOpen();
        known.stockFailed(at, e);
        ended.loss = e;
        break;
      }
    }
    return done;
  }

  private int blockByStock(
      ByteRange piece, ByteBuffer target, byte[] array, int offset, Ended ended)
      throws IOException {
    StockWatch watch =
        StockWatch.ofPositional(
            services,
            known,
            ended.isSmall ? ReadKind.of(piece.lengthBytes()) : ReadKind.OPENING,
            ended.leastNanos);
    watch.at(piece.start());
    ended.waitedFor.ifPresent(watch::waitsFor);
    waiting.add(watch);
    Outcome outcome = Outcome.FAILED;
    try {
      if (closed) {
        watch.abandon();
      }
      int length = (int) piece.lengthBytes();
      int count;
      if (array == null) {
        ByteBuffer part = target.duplicate().limit(target.position() + length);
        count = WatchedStock.read(stock, piece.start(), part, watch);
        target.position(part.position());
      } else {
        count = WatchedStock.read(stock, piece.start(), array, offset, length, watch);
      }
      outcome = count == WatchedStock.CUT ? Outcome.ABORTED : Outcome.FINISHED;
      return count;
    } finally {
      waiting.remove(watch);
      ended.isCut = outcome == Outcome.ABORTED;
      ended.lateNode = ended.isCut ? watch.lateNode() : Optional.empty();
      ended.leftNode = ended.isCut ? watch.leftNode() : Optional.empty();
      watch.report(outcome, true);
    }
  }

  /**
   * How a read begins.
   *
   * @param byLanes whether there is a reason not to try the stock stream first
   * @param course around, or past, nodes to keep off
   */
  private record Start(boolean byLanes, Course course) {
    static final Start BY_STOCK = new Start(false, Course.USUAL);
    static final Start BY_LANES = new Start(true, Course.USUAL);
  }

  private Optional<Around> around(long at, Optional<NodeId> node, boolean wasAsked) {
    return node.flatMap(n -> known.file().map(f -> f.waysAround().around(at, n, wasAsked)));
  }

  private Start start(ByteRange range) throws IOException {
    if (known.hasLost(range)) {
      return Start.BY_LANES;
    }
    Course course = courses.keepOff(range);
    return new Start(course.around().isPresent() || isWide(range), course);
  }

  private boolean isWide(ByteRange range) {
    if (range.lengthBytes() < preadBytes || known.file().isEmpty()) {
      return false;
    }
    ContiguousFile file = known.file().get();
    file.reading(range);
    boolean severalBlocks =
        range.start() / file.blockBytes() < (range.end() - 1) / file.blockBytes();
    return !file.scheme().isWideOnlyWhereItPays()
        || (severalBlocks && services.wideReads().paysOnce(services.crowd().readersLately()));
  }

  /**
   * Fills the target from its position on as far as lanes go; 0 when they cannot be had.
   *
   * @param around a node not to ask
   * @param memoryWaitNanos for how long memory may be waited for rather than a node gone around
   */
  private int byLanes(
      ByteRange range, ByteBuffer target, Optional<Around> around, long memoryWaitNanos)
      throws IOException {
    ContiguousFile file = known.file().orElse(null);
    if (file == null || range.start() >= file.lengthBytes()) {
      return 0;
    }
    file.reading(range);
    PlainReader plain = around.isPresent() ? LeftOver.READER : this::readPlain;
    Supplier<Optional<ReadSession>> attempt = () -> file.read(range, plain, around);
    Optional<ReadSession> started = attempt.get();
    if (started.isEmpty()) {
      started =
          memoryWait.again(
              attempt, () -> isWaitWorth(file, range.start(), around), () -> memoryWaitNanos);
    }
    if (started.isEmpty()) {
      return 0;
    }
    int start = target.position();
    Optional<Around> left = Optional.empty();
    try (ReadSession session = started.get();
        PassingFill fill = file.passing(range.end())) {
      requireOpen();
      while (session.position() < session.end()) {
        step(session, fill, target);
      }
    } catch (IOException e) {
      requireOpen();
      if (file.isClosed()) {
        // The file system is; the stock stream may not know it yet, and would read on.
        throw new IOException(StockStream.FILE_SYSTEM_CLOSED);
      }
      if (e instanceof LeftOver leftOver) {
        left =
            around(range.start() + target.position() - start, leftOver.node(), leftOver.isLate());
      } else {
        known.lanesFailed(range.start() + target.position() - start, e);
      }
    }
    int done = target.position() - start;
    return left.isEmpty() ? done : done + byLanes(rest(range, done), target, left, memoryWaitNanos);
  }

  /**
   * Whether lanes that could not be had, for memory was in use, are better waited for than the
   * stock stream: that would ask the very node that is late.
   */
  private boolean isWaitWorth(ContiguousFile file, long at, Optional<Around> around) {
    WaysAround ways = file.waysAround();
    return !closed
        && !file.isClosed()
        && services.isOn()
        && !Thread.currentThread().isInterrupted()
        && around
            .map(Around::node)
            .filter(n -> !ways.hasOtherReplica(at, n) && ways.existBySlowNodes(at, n))
            .isPresent();
  }

  private void step(ReadSession session, PassingFill fill, ByteBuffer target) throws IOException {
    long at = session.position();
    int start = target.position();
    int got = session.read(target);
    requireOpen();
    if (session.lastWasPlain()) {
      fill.giveUp();
    } else {
      laneBytes.accept(got);
      fill.read(at, target.duplicate().flip().position(start));
    }
  }

  /**
   * How what the engine leaves over is read. Watched, too: what could not be read otherwise then
   * may be by now, as when a manager is back.
   */
  private int readPlain(long at, byte[] target, int offset, int length) throws IOException {
    Ended ended = new Ended(services.nodes().isSmall(length), 0, Optional.empty());
    int count = blockByStock(ByteRange.of(at, length), null, target, offset, ended);
    if (count == WatchedStock.CUT) {
      throw new LeftOver(ended.leftNode, ended.lateNode.isPresent());
    }
    return count;
  }

  private void requireOpen() throws IOException {
    if (closed) {
      throw new IOException(StockStream.CLOSED);
    }
  }

  @Override
  public void close() {
    closed = true;
    waiting.forEach(StockWatch::abandon);
  }
}
