package io.evenkeel.client.stream;

import io.evenkeel.client.file.ContiguousFile;
import io.evenkeel.client.file.LazyFile;
import io.evenkeel.client.process.Interrupts;
import io.evenkeel.client.read.ArrayReads;
import io.evenkeel.client.read.ReadServices;
import io.evenkeel.client.read.RunMeter;
import io.evenkeel.client.read.TinyReads;
import io.evenkeel.client.stream.CourseChoice.Course;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.ReadReport.LaneReport.Outcome;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.function.IntConsumer;

/**
 * The reads of one stream in sequence. The stock stream reads, watched; from time to time it is
 * looked at whether lanes would do better, and when its node is late they take over from the very
 * byte. What lanes leave over the stock stream reads, and then lanes go on.
 *
 * <p>All but {@link #close} is called by one thread at a time.
 */
public final class ContiguousSequential implements SequentialReader {
  /** Skipping so little within lanes is cheaper than starting others. */
  private static final long SKIP_WITHIN_BYTES = 1 << 20;

  private final StockStream stock;
  private final WatchedStock watched;
  private final StockWatch watch;
  private final LazyFile known;
  private final ReadServices services;
  private final RunMeter meter;
  private final SequentialPlan plan;
  private final CourseChoice courses;
  private final SequentialFill fill;
  private final TinyReads tiny = new TinyReads(Interrupts::kept);
  private final TinyReads.Source through = this::readThrough;

  /** How many bytes the stock stream reads before it is looked at again. */
  private long untilLookBytes;

  /** Why the stock stream was left just now, if not for a wait that was cut. */
  private IOException loss;

  /** For so long no wait is ended: lanes were tried and could not be had. */
  private long patienceNanos;

  private final StreamLanes lanes;

  private volatile boolean closed;

  /** Whether there is a reader, who has the stock stream's lock and may ask the NameNode. */
  private volatile boolean reading;

  public ContiguousSequential(
      StockStream stock,
      LazyFile known,
      ReadServices services,
      Thresholds thresholds,
      IntConsumer laneBytes,
      CourseChoice courses) {
    this.stock = stock;
    this.known = known;
    this.services = services;
    this.courses = courses;
    this.fill = new SequentialFill(stock, services);
    this.lanes = new StreamLanes(known, services, laneBytes, fill, this::readPlain);
    this.watch = new StockWatch(services, known);
    this.watched = new WatchedStock(stock, watch);
    this.meter =
        new RunMeter(
            services.wideReads(),
            services.recentRuns(),
            stock.lengthBytes(),
            services.scheduler(),
            services.crowd(),
            watch.pace());
    this.plan = new SequentialPlan(meter, thresholds, services.limits().reservedBytes());
  }

  @Override
  public void advise(ReadAdvice given) {
    plan.advise(given);
    untilLookBytes = 0;
  }

  // ---- reading ----

  @Override
  public int read() throws IOException {
    return tiny.readOne(through, closed);
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    if (length == 0) {
      return stock.read(target, offset, length);
    }
    if (target == null || length < 0 || offset < 0 || length > target.length - offset) {
      // The stock stream says what is wrong, which depends on where it is.
      return closed
          ? stock.read(target, offset, length)
          : byStock(() -> stock.read(target, offset, length));
    }
    return tiny.readSome(through, closed, target, offset, length);
  }

  private int readThrough(byte[] target, int offset, int length) throws IOException {
    reading = true;
    try {
      return readByEither(target, offset, length);
    } finally {
      reading = false;
    }
  }

  private int readByEither(byte[] target, int offset, int length) throws IOException {
    while (true) {
      if (untilLookBytes <= 0 && !lanes.areReading()) {
        look(length);
      }
      int count =
          lanes.areReading()
              ? fromLanes(target, offset, length)
              : fromStock(target, offset, length);
      if (count > 0 || (count != WatchedStock.CUT && !lanes.areReading() && untilLookBytes > 0)) {
        return count;
      }
      if (count == WatchedStock.CUT) {
        leaveStock(length);
      } else {
        boolean isLeftOver = lanes.areReading() && lanes.isLeftOver();
        leaveLanes();
        if (isLeftOver) {
          goOn(length);
        }
      }
    }
  }

  /** Lanes have ended, for what they left over is not read in their place. */
  private void goOn(int length) throws IOException {
    if (lanes.around().isPresent()) {
      stayWithStock(stock.position(), lanes.around());
    } else {
      leaveStock(length);
    }
  }

  private int fromStock(byte[] target, int offset, int length) throws IOException {
    int count;
    watch.at(stock.position());
    try {
      count = watched.read(target, offset, length);
    } catch (IOException e) {
      failed(e);
      return WatchedStock.CUT;
    }
    if (count > 0) {
      fill.stockRead(target, offset, count);
      untilLookBytes -= count;
    }
    return count;
  }

  /** The stock stream has failed: returns when lanes may have the bytes, of parity. */
  private void failed(IOException failure) throws IOException {
    requireOpen();
    known.stockFailed(stock.position(), failure);
    loss = failure;
  }

  private int fromLanes(byte[] target, int offset, int length) throws IOException {
    int count;
    try {
      count = lanes.read(target, offset, length);
    } catch (IOException e) {
      requireOpen();
      throw e;
    }
    if (count == StreamLanes.OVER) {
      requireOpen();
    } else if (!services.isOn()) {
      fill.giveUp();
      leaveLanes();
    }
    return count;
  }

  @Override
  public int read(ByteBuffer target) throws IOException {
    if (!target.hasRemaining() && lanes.areReading()) {
      return 0;
    }
    if (tiny.ahead() > 0) {
      return ArrayReads.read(this::read, target, Interrupts::kept);
    }
    reading = true;
    try {
      return readByEither(target);
    } finally {
      reading = false;
    }
  }

  private int readByEither(ByteBuffer target) throws IOException {
    while (true) {
      if (untilLookBytes <= 0 && !lanes.areReading()) {
        look(target.remaining());
      }
      if (lanes.areReading()) {
        return ArrayReads.read(this::read, target, Interrupts::kept);
      }
      int start = target.position();
      int count;
      watch.at(stock.position());
      try {
        count = watched.read(target);
      } catch (IOException e) {
        failed(e);
        count = WatchedStock.CUT;
      }
      if (count != WatchedStock.CUT) {
        if (count > 0) {
          fill.stockRead(target, start);
          untilLookBytes -= count;
        }
        return count;
      }
      leaveStock(target.remaining());
    }
  }

  /**
   * How what the engine leaves over is read. Watched, too: what could not be read otherwise then
   * may be by now, as when a manager is back.
   */
  private int readPlain(long at, byte[] target, int offset, int length) throws IOException {
    watch.at(at);
    if (stock.position() != at) {
      watched.seek(at);
    }
    int count = watched.read(target, offset, length);
    if (count == WatchedStock.CUT) {
      throw new LeftOver(watch.leftNode(), watch.lateNode().isPresent());
    }
    return count;
  }

  // ---- deciding ----

  /** Decides how the next bytes are read: starts lanes, or says how far the stock stream reads. */
  private void look(int length) throws IOException {
    long at = stock.position();
    untilLookBytes = SequentialPlan.LOOK_BYTES;
    if (closed || at >= stock.lengthBytes()) {
      return;
    }
    if (!services.isOn()) {
      fill.giveUp();
      return;
    }
    if (patienceNanos > 0) {
      // So much has come since lanes could not be had.
      patienceNanos = 0;
      watch.bePatientFor(0);
    }
    meter.readTo(at);
    watch.at(at);
    if (at > 0 && plan.isLarge(stock.lengthBytes())) {
      known.file().ifPresent(file -> file.beforeStock(at));
    }
    boolean lost = known.hasLost(ByteRange.of(at, Math.max(1, length)));
    boolean isShort = services.nodes().isSmall(plan.likely(length, stock.lengthBytes() - at));
    Course course = lost ? Course.USUAL : courses.keepStreamOff(at, meter.bytes() == 0, isShort);
    watch.waitsFor(course.waitedFor().orElse(null));
    Optional<NodeId> around = course.around();
    if (lost || around.isPresent()) {
      startLanes(at, length, plan.reach(length), around);
    } else if (goesWide(at, length) && startLanes(at, length, Long.MAX_VALUE, around)) {
      meter.wideFrom(at);
    }
    if (!lanes.areReading()) {
      untilLookBytes = plan.untilNextLook(at, known.blockBytes());
    }
  }

  private boolean goesWide(long at, int length) {
    if (!plan.isWorthALook(length, stock.lengthBytes()) || known.file().isEmpty()) {
      return false;
    }
    ContiguousFile file = known.file().get();
    file.reading(at);
    if (file.mayFill(at)) {
      fill.begin(file, plan.end(file, at));
    }
    if (!file.scheme().isWideOnlyWhereItPays()) {
      return true;
    }
    return plan.mayGoWide(file, at, length) && plan.paysWide();
  }

  /** The stock stream was left in the middle of a wait: lanes, or patience if there are none. */
  private void leaveStock(int length) throws IOException {
    IOException lost = loss;
    loss = null;
    requireOpen();
    watch.report(Outcome.ABORTED, true);
    long at = stock.position();
    meter.readTo(at);
    courses.readTo(at);
    Optional<NodeId> left = lost == null ? watch.leftNode() : Optional.empty();
    if (startLanes(at, length, plan.reach(length), left)) {
      courses.leaves(lost == null ? watch.lateNode() : Optional.empty(), at);
    } else if (lost != null) {
      // To ask the stock stream again would take as long as it did to fail.
      throw lost;
    } else {
      stayWithStock(at, left);
    }
  }

  /**
   * Lanes cannot be had: the stock stream reads from another replica if there is one, for as long
   * as {@link Patience} says, before they are tried again.
   */
  private void stayWithStock(long at, Optional<NodeId> left) throws IOException {
    courses.preferHealthy(at, left);
    patienceNanos = Patience.after(patienceNanos);
    watch.bePatientFor(patienceNanos);
    untilLookBytes = plan.untilNextLook(at, known.blockBytes());
  }

  /**
   * Starts lanes that go so far; see {@link SequentialPlan#range}.
   *
   * @param around a node that they are not to ask
   * @return false when they cannot be had now
   */
  private boolean startLanes(long at, int length, long reachBytes, Optional<NodeId> around)
      throws IOException {
    ContiguousFile file = known.file().orElse(null);
    if (file == null || at >= file.lengthBytes()) {
      return false;
    }
    ByteRange range = plan.range(file, at, length, reachBytes);
    if (!lanes.start(file, range, around)) {
      return false;
    }
    untilLookBytes = 0;
    if (closed) {
      lanes.end();
      requireOpen();
    }
    // They do not stop where a stripe begins.
    fill.begin(file, plan.end(file, at));
    // Or its node goes on sending what nobody will take.
    stock.unbuffer();
    watch.report(Outcome.FINISHED, meter.isMostlyWaiting());
    return true;
  }

  /** Back to the stock stream, at the same place. */
  private void leaveLanes() throws IOException {
    if (lanes.areReading()) {
      long at = lanes.position();
      meter.readTo(at);
      meter.wideTo(at);
      courses.readTo(at);
      lanes.end();
      untilLookBytes = 0;
      watched.seek(at);
    }
  }

  private void endRun() {
    runEnds(sourcePos());
    fill.giveUp();
    untilLookBytes = 0;
  }

  private void requireOpen() throws IOException {
    if (closed) {
      throw new IOException(StockStream.CLOSED);
    }
  }

  // ---- moving, and the rest of what a stock stream does ----

  @Override
  public long position() {
    return sourcePos() - tiny.ahead();
  }

  private long sourcePos() {
    return lanes.positionOr(stock::position);
  }

  @Override
  public void seek(long target) throws IOException {
    if (tiny.ahead() > 0 && tiny.move(target - position())) {
      return;
    }
    long from = position();
    tiny.forget();
    if (lanes.areReading()) {
      long ahead = target - lanes.position();
      if (ahead == 0) {
        return;
      }
      fill.giveUp();
      if (ahead > 0 && ahead <= SKIP_WITHIN_BYTES && lanes.skipTo(target)) {
        courses.skipped(ahead);
        return;
      }
      requireOpen();
      leaveLanes();
    }
    long at = stock.position();
    if (target == at) {
      return;
    }
    watched.seek(target);
    if (target < from || target - from > SKIP_WITHIN_BYTES) {
      runEnds(from);
      untilLookBytes = 0;
    } else {
      // What is skipped counts towards the next look, and is not read.
      untilLookBytes -= target - at;
      meter.skipped(at, target);
      courses.skipped(target - at);
    }
    fill.giveUp();
  }

  /** Ends lanes and tiny reads: the stock stream stands at the caller's very place. */
  private void backToStock() throws IOException {
    long at = position();
    tiny.forget();
    leaveLanes();
    if (stock.position() != at) {
      watched.seek(at);
    }
  }

  @Override
  public <T> T byStock(StockStream.Call<T> something) throws IOException {
    requireOpen();
    backToStock();
    endRun();
    watch.bePatientUntil(Long.MAX_VALUE);
    try {
      return watched.call(something);
    } finally {
      watch.bePatientUntil(0);
    }
  }

  @Override
  public void unbuffer() {
    if (closed) {
      // Nothing is left to let go of, and the place stays.
      return;
    }
    try {
      backToStock();
    } catch (IOException e) {
      // Closed just now.
      lanes.end();
    }
    fill.giveUp();
    stock.unbuffer();
  }

  @Override
  public boolean close() {
    closed = true;
    watch.abandon();
    // Who reads, or seeks, may hold the stock stream's lock for as long as the stock client sleeps.
    boolean isInUse = watched.cut() || reading;
    lanes.cut();
    long at = lanes.positionOr(isInUse ? watch::position : stock::position);
    if (lanes.areReading()) {
      meter.wideTo(at);
    }
    fill.close();
    // Before the run is ended: of no run nothing is known.
    watch.report(Outcome.FINISHED, meter.isMostlyWaiting());
    runEnds(at);
    return isInUse;
  }

  private void runEnds(long at) {
    courses.readTo(at);
    meter.ended(at, known.blockBytes().orElse(Long.MAX_VALUE));
  }
}
