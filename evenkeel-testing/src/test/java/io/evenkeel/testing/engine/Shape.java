package io.evenkeel.testing.engine;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.coding.IndexSet;
import io.evenkeel.core.engine.ReadLimits;
import io.evenkeel.core.engine.ReadRequest;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.ClusterView;
import io.evenkeel.core.model.Source;
import io.evenkeel.core.model.Stripe;
import io.evenkeel.core.plan.FragmentRead;
import io.evenkeel.core.plan.Knowledge;
import io.evenkeel.core.plan.Launch;
import io.evenkeel.core.plan.PlanContext;
import io.evenkeel.core.port.BufferPool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A published system's way of reading, as a list of sources with their launches, over one stripe of
 * {@value #SUBSTRIPES} substripes. Healthy lanes open in 1 ms and take 0.2 ms a slice; nothing is
 * late before 3 ms.
 */
final class Shape {
  static final int SUBSTRIPES = 8;
  private static final int SUBBLOCK_BYTES = 20;
  private static final int BLOCK_BYTES = SUBSTRIPES * SUBBLOCK_BYTES;
  private static final long LIMIT_NANOS = Duration.ofMinutes(1).toNanos();

  private record Way(int index, Source source, Launch launch) {}

  private final SimulatedFile file;
  private final ByteRange range;
  private final List<Way> ways = new ArrayList<>();
  private final Map<Source, LaneBehaviour> behaviours = new HashMap<>();
  private SimulatedLanes lanes;

  /** A whole stripe is wanted. */
  static Shape ofStripe(String code) {
    CodeSpec spec = CodeSpec.parse(code);
    return new Shape(spec, BLOCK_BYTES * spec.dataCount());
  }

  /** Only the first block is wanted. */
  static Shape ofFirstBlock(String code) {
    return new Shape(CodeSpec.parse(code), BLOCK_BYTES);
  }

  private Shape(CodeSpec code, int wantedBytes) {
    int length = BLOCK_BYTES * code.dataCount();
    this.file = new SimulatedFile(1, code, length, BLOCK_BYTES, SUBBLOCK_BYTES, 20, 2);
    this.range = new ByteRange(0, wantedBytes);
  }

  /** A replica of a data block, on the node of that number. */
  Source block(int index, int node) {
    return file.block(0, index, SimulatedFile.dataNode(node));
  }

  /** A fragment on a cache node of its own. */
  Source cached(int index) {
    return file.cached(0, index, SimulatedFile.cacheNode(index));
  }

  /** Adds a way to get a fragment. */
  Shape read(int index, Source source, Launch launch) {
    ways.add(new Way(index, source, launch));
    return this;
  }

  Shape behaves(Source source, LaneBehaviour behaviour) {
    behaviours.put(source, behaviour);
    return this;
  }

  /** Reads it, with every promise checked. */
  ReadTrial.Outcome run() {
    ReadTrial trial =
        new ReadTrial(
            1,
            file,
            new BufferPool(1 << 20, 1),
            source -> behaviours.getOrDefault(source, LaneBehaviour.steady()));
    lanes = trial.lanes();
    ReadRequest request =
        new ReadRequest(range, planner(), Knowledge.SETTLED, ClusterView::unknown, limits());
    return trial.read(request, ReadTrial.Calls.EAGER, LIMIT_NANOS);
  }

  private SubstripePlanner planner() {
    return new SubstripePlanner(file, range, true) {
      @Override
      List<FragmentRead> reads(Stripe stripe, int substripe, IndexSet wanted, PlanContext context) {
        return ways.stream()
            .map(w -> read(stripe, substripe, w.index(), w.source(), w.launch()))
            .toList();
      }
    };
  }

  private static ReadLimits limits() {
    long milli = Duration.ofMillis(1).toNanos();
    return new ReadLimits(
        1 << 20,
        2,
        3,
        1.0,
        3 * milli,
        milli,
        10_000,
        100 * milli,
        5000 * milli,
        1,
        1 << 20,
        1,
        Long.MAX_VALUE >> 8,
        Long.MAX_VALUE >> 8,
        1,
        0);
  }

  /** The sources that the last run asked for a substripe, in order. */
  List<Source> asked(int substripe) {
    return lanes.asked(substripe);
  }
}
