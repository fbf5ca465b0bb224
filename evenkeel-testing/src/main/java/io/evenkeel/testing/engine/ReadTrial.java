package io.evenkeel.testing.engine;

import io.evenkeel.core.engine.Delivery;
import io.evenkeel.core.engine.ReadEngine;
import io.evenkeel.core.engine.ReadExecution;
import io.evenkeel.core.engine.ReadListener;
import io.evenkeel.core.engine.ReadRequest;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.NodeLedgers;
import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.ReadReport;
import io.evenkeel.core.model.ReadReport.LaneReport;
import io.evenkeel.core.model.Source;
import io.evenkeel.core.model.SourceKind;
import io.evenkeel.core.port.BufferPool;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * One read of a simulated file in virtual time, with every promise of the engine checked: the right
 * bytes in file order, the rest as plain ranges, finished exactly once, within a time, no slice
 * asked twice, and every buffer back in the pool.
 */
public final class ReadTrial {
  private static final long DRAIN_NANOS = 600_000_000_000L;

  private final ManualScheduler scheduler = new ManualScheduler();
  private final EventLog log = new EventLog();
  private final SimulatedContent file;
  private final BufferPool pool;
  private final Exhaustion exhaustion;
  private final SimulatedLanes lanes;

  /**
   * What the caller does.
   *
   * @param consumeNanos how long it keeps each piece, one after the other
   * @param closeNanos when it closes the read; negative for never
   * @param refreshNanos when it tells of something new, each time
   */
  public record Calls(long consumeNanos, long closeNanos, List<Long> refreshNanos) {
    public Calls {
      refreshNanos = List.copyOf(refreshNanos);
    }

    /**
     * A caller that tells of something new once.
     *
     * @param refreshNanos negative for never
     */
    public Calls(long consumeNanos, long closeNanos, long refreshNanos) {
      this(consumeNanos, closeNanos, refreshNanos < 0 ? List.of() : List.of(refreshNanos));
    }

    /** Takes everything at once. */
    public static final Calls EAGER = new Calls(0, -1, -1);
  }

  /**
   * What came of a read.
   *
   * @param samples of storage nodes
   */
  public record Outcome(
      long pieceBytes,
      List<Delivery.Plain> plain,
      Set<Source> broken,
      ReadReport report,
      List<NodeSample> samples,
      long nanos,
      String hash) {
    /** The bytes left to the stock read. */
    public long plainBytes() {
      return plain.stream().mapToLong(p -> p.range().lengthBytes()).sum();
    }
  }

  public ReadTrial(
      long seed,
      SimulatedContent file,
      BufferPool pool,
      Function<Source, LaneBehaviour> behaviours) {
    this(seed, file, pool, behaviours, Exhaustion.none());
  }

  /** A read in a process that may be out of threads and memory. */
  public ReadTrial(
      long seed,
      SimulatedContent file,
      BufferPool pool,
      Function<Source, LaneBehaviour> behaviours,
      Exhaustion exhaustion) {
    this.file = file;
    this.pool = pool;
    this.exhaustion = exhaustion;
    this.lanes = new SimulatedLanes(scheduler, log, seed, file, behaviours);
  }

  public SimulatedLanes lanes() {
    return lanes;
  }

  public ManualScheduler scheduler() {
    return scheduler;
  }

  public BufferPool pool() {
    return pool;
  }

  /** The latest events, for a failure's message. */
  public List<String> events() {
    return log.latest();
  }

  /**
   * Reads.
   *
   * @param limitNanos the read must have finished by then
   */
  public Outcome read(ReadRequest request, Calls calls, long limitNanos) {
    Caller caller = new Caller(request.range(), calls.consumeNanos());
    ReadEngine engine = new ReadEngine(exhaustion.over(scheduler), exhaustion.over(lanes), pool);
    caller.execution = engine.read(request, caller);
    caller.execution.start();
    if (calls.closeNanos() >= 0) {
      scheduler.schedule(calls.closeNanos(), caller::close);
    }
    for (long nanos : calls.refreshNanos()) {
      scheduler.schedule(nanos, caller.execution::refresh);
    }
    scheduler.advance(limitNanos);
    check(caller.finished == 1, "finished " + caller.finished + " times by " + limitNanos + " ns");
    check(caller.closed || caller.next == request.range().end(), "delivered to " + caller.next);
    scheduler.runUntilIdle(limitNanos + DRAIN_NANOS);
    check(caller.drained == 1, "told " + caller.drained + " times that it holds nothing");
    check(pool.takenBytes() == 0, pool.takenBytes() + " bytes were not given back");
    check(lanes.violations().isEmpty(), lanes.violations().toString());
    checkLedgers(caller.report);
    return new Outcome(
        caller.pieceBytes,
        caller.plain,
        caller.broken,
        caller.report,
        List.copyOf(caller.samples),
        caller.finishedNanos,
        log.hash());
  }

  private static void checkLedgers(ReadReport report) {
    long won = 0;
    for (NodeLedgers entry : report.ledgers()) {
      won += entry.redirected().wonBytes() + entry.duplicated().wonBytes();
    }
    check(won <= report.receivedBytes(), won + " bytes won, more than have come");
  }

  private static void check(boolean holds, String otherwise) {
    if (!holds) {
      throw new AssertionError(otherwise);
    }
  }

  /** The caller of the read, who checks what it gets. */
  private final class Caller implements ReadListener {
    private final long consumeNanos;
    private final Deque<Delivery.Piece> unread = new ArrayDeque<>();
    private final List<Delivery.Plain> plain = new ArrayList<>();
    private final Set<Source> broken = new HashSet<>();
    private ReadExecution execution;
    private final long end;
    private long next;
    private long pieceBytes;
    private int finished;
    private int drained;
    private long finishedNanos;
    private ReadReport report;
    private final List<NodeSample> samples = new ArrayList<>();
    private boolean closed;
    private boolean consuming;
    private int lent;

    Caller(ByteRange range, long consumeNanos) {
      this.next = range.start();
      this.end = range.end();
      this.consumeNanos = consumeNanos;
    }

    @Override
    public void deliver(Delivery delivery) {
      exhaustion.need("room in the queue");
      ByteRange range = delivery.range();
      log.add(scheduler.nanoTime(), "deliver " + delivery.getClass().getSimpleName() + range);
      check(finished == 0, "delivered " + range + " after the end");
      check(range.start() == next, "delivered " + range + ", expected from " + next);
      check(!range.isEmpty(), "delivered nothing at " + next);
      next = range.end();
      if (delivery instanceof Delivery.Piece piece) {
        checkBytes(piece);
        pieceBytes += range.lengthBytes();
        unread.addLast(piece);
        lent++;
        consume();
      } else {
        plain.add((Delivery.Plain) delivery);
      }
    }

    void close() {
      closed = true;
      execution.close();
    }

    private void checkBytes(Delivery.Piece piece) {
      byte[] got = new byte[piece.bytes().remaining()];
      piece.bytes().duplicate().get(got);
      ByteRange range = piece.range();
      check(
          Arrays.equals(got, 0, got.length, file.bytes(), (int) range.start(), (int) range.end()),
          "wrong bytes in " + range);
    }

    private void consume() {
      if (consumeNanos == 0) {
        release();
      } else if (!consuming && !unread.isEmpty()) {
        consuming = true;
        scheduler.schedule(
            consumeNanos,
            () -> {
              consuming = false;
              // The bytes stay as they are for as long as the caller has them.
              checkBytes(unread.peekFirst());
              release();
              consume();
            });
      }
    }

    private void release() {
      lent--;
      execution.release(unread.removeFirst());
    }

    @Override
    public void broken(Source source, String reason) {
      log.add(scheduler.nanoTime(), "broken " + source);
      broken.add(source);
      exhaustion.need("heap");
    }

    @Override
    public void laneEnded(LaneReport lane, boolean isStarved) {
      check(finished == 0, lane + " ended after the read");
      if (lane.source().kind() == SourceKind.STORAGE && !isStarved) {
        samples.add(lane.sample());
      }
      exhaustion.need("heap");
    }

    @Override
    public void finished(ReadReport report) {
      log.add(scheduler.nanoTime(), "finished " + report);
      finished++;
      finishedNanos = scheduler.nanoTime();
      this.report = report;
      if (exhaustion.isPossible() && !closed && next < end) {
        plain.add(new Delivery.Plain(new ByteRange(next, end), "the last delivery was refused"));
        next = end;
      }
      exhaustion.need("heap");
    }

    @Override
    public void drained() {
      log.add(scheduler.nanoTime(), "drained");
      check(finished == 1, "drained before the end");
      check(lent == 0, "drained while the caller has " + lent + " pieces");
      drained++;
    }
  }
}
