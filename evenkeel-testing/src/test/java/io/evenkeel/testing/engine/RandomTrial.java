package io.evenkeel.testing.engine;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.engine.ReadLimits;
import io.evenkeel.core.engine.ReadRequest;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.ClusterView;
import io.evenkeel.core.model.FileTicket;
import io.evenkeel.core.model.Source;
import io.evenkeel.core.port.BufferPool;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;

/** Everything about one read, drawn from a seed. */
final class RandomTrial {
  private static final long MILLI = 1_000_000;
  private static final long STALL_NANOS = 2000 * MILLI;
  private static final String[] CODES = {
    "none-1-0", "none-4-0", "xor-1-1", "xor-2-1", "xor-4-1", "rs-3-2", "rs-4-2", "lrc-6-2-2"
  };

  private final long seed;
  private final SplittableRandom random;
  private final int faultPercent;
  private final Map<Source, LaneBehaviour> behaviours = new HashMap<>();

  RandomTrial(long seed) {
    this.seed = seed;
    this.random = new SplittableRandom(seed);
    this.faultPercent = random.nextInt(4) == 0 ? 0 : random.nextInt(101);
  }

  ReadTrial.Outcome run() {
    int subblock = 1 + random.nextInt(64);
    int block = subblock * (1 + random.nextInt(8));
    CodeSpec code = CodeSpec.parse(CODES[random.nextInt(CODES.length)]);
    int length = 1 + random.nextInt(block * code.dataCount() * 2);
    int nodes = 1 + random.nextInt(8);
    int replication = 1 + random.nextInt(Math.min(2, nodes));
    SimulatedFile file = new SimulatedFile(seed, code, length, block, subblock, nodes, replication);
    int start = random.nextInt(3) == 0 ? random.nextInt(length) : 0;
    int end = random.nextInt(3) == 0 ? start + 1 + random.nextInt(length - start) : length;
    ByteRange range = new ByteRange(start, end);
    boolean tinyPool = random.nextInt(8) == 0;
    Exhaustion exhaustion = Exhaustion.drawn(random);
    BufferPool pool =
        new BufferPool(
            tinyPool ? random.nextInt(8) * subblock : 1 << 24,
            1 + random.nextInt(subblock),
            exhaustion.heap());
    boolean wide = random.nextBoolean();
    ReadLimits limits = limits(subblock, code.totalCount());
    ReadTrial trial = new ReadTrial(seed, file, pool, this::behaviour, exhaustion);
    if (!wide) {
      trial.lanes().allowSharedSlices();
    }
    long ticketNanos = random.nextBoolean() ? 0 : random.nextInt(300) * MILLI;
    ReadTrial.Calls calls = calls(ticketNanos);
    KnownLater<FileTicket> ticket =
        new KnownLater<>(
            trial.scheduler(),
            FileTicket.none(),
            file.ticket(),
            ticketNanos,
            !calls.refreshNanos().isEmpty());
    RandomPlanner planner = new RandomPlanner(file, range, seed, wide, ticket);
    ReadRequest request =
        new ReadRequest(
            range,
            random.nextInt(4) == 0 ? new WaitingPlanner(planner, ticket, seed) : planner,
            ticket,
            ClusterView::unknown,
            limits);
    long limitNanos = 100 * STALL_NANOS + calls.consumeNanos() * 200;
    try {
      ReadTrial.Outcome outcome = trial.read(request, calls, limitNanos);
      boolean easy =
          faultPercent == 0 && !tinyPool && calls.closeNanos() < 0 && !exhaustion.isPossible();
      if (easy && (!wide || limits.reservedBytes() >= 1 << 20) && outcome.plainBytes() > 0) {
        throw new AssertionError("nothing was wrong, yet " + outcome.plain());
      }
      return outcome;
    } catch (RuntimeException | AssertionError e) {
      String how = " of " + code + " " + range + " " + limits + " " + calls + " wide " + wide;
      throw new AssertionError(e.getMessage() + how + "\n" + String.join("", trial.events()), e);
    }
  }

  private ReadTrial.Calls calls(long ticketNanos) {
    long consume =
        switch (random.nextInt(6)) {
          case 0 -> random.nextInt(50) * MILLI;
          case 1 -> STALL_NANOS + random.nextInt(1000) * MILLI;
          default -> 0;
        };
    long close = random.nextInt(8) == 0 ? random.nextInt(400) * MILLI : -1;
    return new ReadTrial.Calls(consume, close, random.nextBoolean() ? ticketNanos : -1);
  }

  private ReadLimits limits(int subblock, int totalCount) {
    long reserved =
        switch (random.nextInt(4)) {
          case 0 -> 1 + random.nextInt(subblock);
          case 1 -> 1 + random.nextInt(subblock * totalCount * 4);
          default -> 1 << 20;
        };
    return new ReadLimits(
        reserved,
        1 + random.nextInt(6),
        1 + random.nextInt(4),
        1 + random.nextInt(4),
        random.nextInt(10) * MILLI,
        random.nextInt(10) * MILLI,
        20_000,
        random.nextInt(500) * MILLI,
        STALL_NANOS,
        random.nextInt(3) * 0.5,
        random.nextInt(3) * 5L * subblock,
        random.nextInt(2),
        (1 + random.nextInt(200)) * MILLI,
        1 + random.nextInt(4 * subblock * totalCount),
        1 + random.nextInt(4),
        20L * random.nextInt(3) * MILLI);
  }

  private LaneBehaviour behaviour(Source source) {
    return behaviours.computeIfAbsent(source, s -> behaviour());
  }

  private LaneBehaviour behaviour() {
    LaneBehaviour lane =
        LaneBehaviour.steady()
            .open(random.nextInt(5) * MILLI)
            .pace(1000 + random.nextInt(30_000))
            .jitter(random.nextDouble())
            .acknowledgesAfter(random.nextInt(100) * MILLI, random.nextBoolean());
    if (random.nextInt(100) >= faultPercent) {
      return lane;
    }
    int offset = random.nextInt(300);
    return switch (random.nextInt(10)) {
      case 0 -> lane.pace(500_000 + random.nextInt(5_000_000));
      case 1 -> lane.slowUntil(random.nextInt(500) * MILLI, 1 + random.nextInt(100));
      case 2 -> lane.refuses();
      case 3 -> lane.stallAt(offset);
      case 4 -> lane.failAt(offset);
      case 5 -> lane.misses(1 + random.nextInt(100));
      case 6 -> lane.wrong(1 + random.nextInt(100));
      case 7 -> lane.shortens(1 + random.nextInt(100));
      case 8 -> lane.duplicates(1 + random.nextInt(100));
      default ->
          lane.misses(random.nextInt(20))
              .wrong(random.nextInt(20))
              .duplicates(random.nextInt(5))
              .stallAt(offset * 2L);
    };
  }
}
