package io.evenkeel.hadoop.read;

import io.evenkeel.client.file.KnownFile;
import io.evenkeel.client.file.OpenFile;
import io.evenkeel.client.file.ReadAdvice;
import io.evenkeel.client.file.SequentialPlan;
import io.evenkeel.client.file.StockWatch;
import io.evenkeel.client.file.Thresholds;
import io.evenkeel.client.read.ReadServices;
import io.evenkeel.client.read.ReadSession;
import io.evenkeel.client.read.RunMeter;
import io.evenkeel.client.read.TinyReads;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.ReadReport.LaneReport.Outcome;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.apache.hadoop.hdfs.DFSInputStream;

/**
 * The reads of one stream in sequence. The stock stream reads, watched; from time to time it is
 * looked at whether lanes would do better, and when its node is late they take over from the very
 * byte. What lanes leave over the stock stream reads, and then lanes go on.
 *
 * <p>All but {@link #close} is called with the lock on the stock stream held, as its own methods.
 */
final class SequentialReads {
  /** Skipping so little within lanes is cheaper than starting others. */
  private static final long SKIP_WITHIN_BYTES = 1 << 20;

  private static final int COPY_BYTES = 128 * 1024;

  private final DFSInputStream stock;
  private final WatchedStock watched;
  private final StockWatch watch;
  private final KnownFile known;
  private final ReadServices services;
  private final LaneBytes laneBytes;
  private final RunMeter meter;
  private final SequentialPlan plan;
  private final SlowNodes slowNodes;
  private final SequentialFill fill;
  private final TinyReads tiny = new TinyReads();

  /** How many bytes the stock stream reads before it is looked at again. */
  private long untilLookBytes;

  /** Why the stock stream was left just now, if not for a wait that was cut. */
  private IOException loss;

  /** Reads instead of the stock stream while there is one. */
  private volatile ReadSession lanes;

  private volatile boolean closed;

  SequentialReads(
      DFSInputStream stock,
      KnownFile known,
      ReadServices services,
      Thresholds thresholds,
      LaneBytes laneBytes,
      SlowNodes slowNodes) {
    this.stock = stock;
    this.known = known;
    this.services = services;
    this.laneBytes = laneBytes;
    this.slowNodes = slowNodes;
    this.fill = new SequentialFill(stock, services);
    this.watch = new StockWatch(services, known);
    this.watched = new WatchedStock(stock, watch);
    this.meter =
        new RunMeter(services.wideReads(), services.scheduler(), services.crowd(), watch.pace());
    this.plan = new SequentialPlan(meter, thresholds, services.limits().reservedBytes());
  }

  void advise(ReadAdvice given) {
    plan.advise(given);
    untilLookBytes = 0;
  }

  // ---- reading ----

  int read() throws IOException {
    if (!closed && tiny.takes(1)) {
      return tiny.read(this::readThrough);
    }
    byte[] one = new byte[1];
    return readThrough(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  int read(byte[] target, int offset, int length) throws IOException {
    if (target == null || length <= 0 || offset < 0 || length > target.length - offset) {
      // Nothing to read, or the stock stream says what is wrong.
      return stock.read(target, offset, length);
    }
    if (!closed && tiny.takes(length)) {
      return tiny.read(this::readThrough, target, offset, length);
    }
    if (length > TinyReads.TINY_BYTES) {
      tiny.forget();
    }
    return readThrough(target, offset, length);
  }

  private int readThrough(byte[] target, int offset, int length) throws IOException {
    while (true) {
      if (untilLookBytes <= 0 && lanes == null) {
        look(length);
      }
      int count =
          lanes == null
              ? fromStock(target, offset, length)
              : fromLanes(lanes, target, offset, length);
      if (count > 0 || (count != WatchedStock.CUT && lanes == null && untilLookBytes > 0)) {
        return count;
      }
      if (count == WatchedStock.CUT) {
        leaveStock(length);
      } else {
        leaveLanes();
      }
    }
  }

  private int fromStock(byte[] target, int offset, int length) throws IOException {
    int count;
    watch.at(stock.getPos());
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
    known.stockFailed(stock.getPos(), failure);
    loss = failure;
  }

  private int fromLanes(ReadSession from, byte[] target, int offset, int length)
      throws IOException {
    long at = from.position();
    int count;
    try {
      count = from.read(target, offset, length);
    } catch (IOException e) {
      requireOpen();
      if (!from.isClosed()) {
        known.lanesFailed(at, e);
      }
      // Else the file system was closed, which the stock stream says in its own words.
      return 0;
    }
    if (count > 0 && !from.lastWasPlain()) {
      laneBytes.count(count);
      fill.lanesRead(at, target, offset, count);
    } else {
      fill.giveUp();
    }
    if (at / SequentialPlan.LOOK_BYTES != from.position() / SequentialPlan.LOOK_BYTES) {
      // Lanes are ahead of the caller, and need to know of parity when they get there.
      long ahead = from.position() + services.limits().reservedBytes();
      known.now().ifPresent(file -> file.needs(Math.min(from.end() - 1, ahead)));
      if (!services.isOn()) {
        fill.giveUp();
        leaveLanes();
      }
    }
    return count;
  }

  int read(ByteBuffer target) throws IOException {
    if (!target.hasRemaining() && lanes != null) {
      return 0;
    }
    if (tiny.ahead() > 0) {
      return readCopied(target);
    }
    while (true) {
      if (untilLookBytes <= 0 && lanes == null) {
        look(target.remaining());
      }
      if (lanes != null) {
        return readCopied(target);
      }
      int start = target.position();
      int count;
      watch.at(stock.getPos());
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

  private int readCopied(ByteBuffer target) throws IOException {
    if (target.hasArray()) {
      int start = target.arrayOffset() + target.position();
      int count = read(target.array(), start, target.remaining());
      target.position(target.position() + Math.max(0, count));
      return count;
    }
    byte[] copy = new byte[Math.min(target.remaining(), COPY_BYTES)];
    int count = read(copy, 0, copy.length);
    target.put(copy, 0, Math.max(0, count));
    return count;
  }

  /** How what the engine leaves over is read: as a stream, whose waits are its own affair. */
  private int readPlain(long at, byte[] target, int offset, int length) throws IOException {
    watch.bePatientUntil(Long.MAX_VALUE);
    try {
      if (stock.getPos() != at) {
        watched.seek(at);
      }
      return watched.call(() -> stock.read(target, offset, length));
    } finally {
      watch.bePatientUntil(0);
    }
  }

  // ---- deciding ----

  /** Decides how the next bytes are read: starts lanes, or says how far the stock stream reads. */
  private void look(int length) throws IOException {
    long at = stock.getPos();
    untilLookBytes = SequentialPlan.LOOK_BYTES;
    if (closed || at >= stock.getFileLength()) {
      return;
    }
    if (!services.isOn()) {
      fill.giveUp();
      return;
    }
    meter.readTo(at);
    watch.at(at);
    if (at > 0 && plan.isLarge(stock.getFileLength())) {
      known.file().ifPresent(file -> file.beforeStock(at));
    }
    boolean lost = known.hasLost(ByteRange.of(at, Math.max(1, length)));
    if (lost || slowNodes.keepStreamOff(at, meter.bytes() == 0)) {
      startLanes(at, length, plan.reach(length));
    } else if (goesWide(at, length)) {
      startLanes(at, length, Long.MAX_VALUE);
      if (lanes != null) {
        meter.wideFrom(at);
      }
    }
    if (lanes == null) {
      untilLookBytes = plan.untilNextLook(at, known.blockBytes());
    }
  }

  private boolean goesWide(long at, int length) {
    if (!plan.isWorthALook(length, stock.getFileLength()) || known.file().isEmpty()) {
      return false;
    }
    OpenFile file = known.file().get();
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
    long at = stock.getPos();
    meter.readTo(at);
    slowNodes.readTo(at);
    startLanes(at, length, plan.reach(length));
    if (lanes != null && lost == null) {
      slowNodes.leaves(watch.lateNode(), at);
    }
    if (lanes == null && lost != null) {
      // To ask the stock stream again would take as long as it did to fail.
      throw lost;
    }
    if (lanes == null) {
      // At least not to the same node again, if there is another.
      slowNodes.preferHealthy(at, Optional.empty());
      long blockBytes = known.blockBytes().orElse(SequentialPlan.LOOK_BYTES);
      watch.bePatientUntil(at + blockBytes - at % blockBytes);
      untilLookBytes = plan.untilNextLook(at, known.blockBytes());
    }
  }

  /** Starts lanes that go so far; see {@link SequentialPlan#range}. */
  private void startLanes(long at, int length, long reachBytes) throws IOException {
    OpenFile file = known.file().orElse(null);
    if (file == null || at >= file.lengthBytes()) {
      return;
    }
    ByteRange range = plan.range(file, at, length, reachBytes);
    ReadSession session = file.read(range, this::readPlain).orElse(null);
    if (session == null) {
      return;
    }
    lanes = session;
    untilLookBytes = 0;
    if (closed) {
      endLanes();
      requireOpen();
    }
    // They do not stop where a stripe begins.
    fill.begin(file, plan.end(file, at));
    // Or its node goes on sending what nobody will take.
    stock.unbuffer();
    watch.report(Outcome.FINISHED, meter.isMostlyWaiting());
  }

  /** Back to the stock stream, at the same place. */
  private void leaveLanes() throws IOException {
    ReadSession current = lanes;
    if (current != null) {
      long at = current.position();
      meter.readTo(at);
      meter.wideTo(at);
      slowNodes.readTo(at);
      endLanes();
      untilLookBytes = 0;
      watched.seek(at);
    }
  }

  private void endLanes() {
    ReadSession current = lanes;
    lanes = null;
    if (current != null) {
      current.close();
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

  long getPos() {
    return sourcePos() - tiny.ahead();
  }

  private long sourcePos() {
    ReadSession current = lanes;
    return current == null ? stock.getPos() : current.position();
  }

  void seek(long target) throws IOException {
    if (tiny.ahead() > 0 && tiny.move(target - getPos())) {
      return;
    }
    long from = getPos();
    tiny.forget();
    ReadSession current = lanes;
    if (current != null) {
      long ahead = target - current.position();
      if (ahead == 0) {
        return;
      }
      fill.giveUp();
      if (ahead > 0 && ahead <= SKIP_WITHIN_BYTES && target < current.end()) {
        if (skipsTo(current, target)) {
          return;
        }
      }
      leaveLanes();
    }
    long at = stock.getPos();
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
    }
    fill.giveUp();
  }

  /** Whether lanes were read over up to a place. */
  private boolean skipsTo(ReadSession current, long target) throws IOException {
    byte[] discard = new byte[(int) Math.min(target - current.position(), COPY_BYTES)];
    try {
      while (current.position() < target) {
        long left = target - current.position();
        if (current.read(discard, 0, (int) Math.min(left, discard.length)) < 0) {
          return false;
        }
      }
      return true;
    } catch (IOException e) {
      // Nobody wants these bytes: whoever reads on finds out what is wrong there.
      requireOpen();
      return false;
    }
  }

  /** Ends lanes and tiny reads: the stock stream stands at the caller's very place. */
  private void backToStock() throws IOException {
    long at = getPos();
    tiny.forget();
    leaveLanes();
    if (stock.getPos() != at) {
      watched.seek(at);
    }
  }

  /** Something that only the stock stream can do, from the caller's place on. */
  <T> T byStock(WatchedStock.Callable<T> something) throws IOException {
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

  void unbuffer() {
    if (closed) {
      // Nothing is left to let go of, and the place stays.
      return;
    }
    try {
      backToStock();
    } catch (IOException e) {
      // Closed just now.
      endLanes();
    }
    fill.giveUp();
    stock.unbuffer();
  }

  /**
   * Ends whatever is under way, from any thread, and waits for nobody.
   *
   * @return whether a thread is in a read of the stock stream, which it will leave in a moment
   */
  boolean close() {
    closed = true;
    watch.abandon();
    boolean reading = watched.cut();
    ReadSession current = lanes;
    if (current != null) {
      meter.wideTo(current.position());
      current.close();
    }
    fill.close();
    // Before the run is ended: of no run nothing is known.
    watch.report(Outcome.FINISHED, meter.isMostlyWaiting());
    // Who reads may hold the stock stream's lock for as long as the stock client sleeps.
    runEnds(reading ? watch.position() : sourcePos());
    return reading;
  }

  private void runEnds(long at) {
    slowNodes.readTo(at);
    meter.ended(at, known.blockBytes().orElse(Long.MAX_VALUE));
  }
}
