package io.evenkeel.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.FillOrder;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.ReadReport.LaneReport;
import io.evenkeel.core.model.Stripe;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.model.Witness;
import io.evenkeel.testing.manager.Stripes;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * A scan of 200,000 stripes, each read once, goes by a full cache, with a clock: stripes of four
 * blocks of 128 MiB, each on a DataNode of its own of thirteen, room for the parity of 1,000, and a
 * filler at the default rate, which takes eight seconds for one. Before and after it 2,000 other
 * stripes are read, some of them often.
 */
class ScanTest {
  private static final List<Witness> WITNESSES =
      List.of(new Witness("10.0.0.1"), new Witness("10.0.0.2"));

  private static final long SECOND = 1_000_000_000;
  private static final long BLOCK_BYTES = 128L << 20;
  private static final int CACHED = 1_000;
  private static final int OFTEN_READ = 2_000;
  private static final int SCANNED = 200_000;
  private static final int MEASURED = 10_000;
  private static final int DATA_NODES = 13;
  private static final NodeId CACHE = new NodeId("cache:6379");
  private static final StripeGeometry GEOMETRY =
      Stripes.geometry(CodeSpec.xor(4), 1 << 20, BLOCK_BYTES);

  private final Random random = new Random(7);
  private final double[] popularity = new double[OFTEN_READ];
  private final Manager manager;
  private final Queue<StripeId> making = new ArrayDeque<>();
  private final Map<StripeId, PlacedStripe> made = new HashMap<>();
  private boolean filling = true;
  private boolean hanging;
  private long now;
  private long doneNanos;
  private int ids;

  ScanTest() {
    double sum = 0;
    for (int rank = 0; rank < OFTEN_READ; rank++) {
      sum += Math.pow(rank + 1, -0.9);
      popularity[rank] = sum;
    }
    ManagerSettings settings =
        ManagerSettings.of(CACHED * BLOCK_BYTES + (1L << 30), Duration.ofDays(20))
            .withLimits(1 << 18, Duration.ofDays(20));
    manager = new Manager(settings, List.of(CACHE), (bytes, k) -> bytes, random::nextLong);
    manager.toldUsedBytes(CACHE, 0);
  }

  private static PlacedStripe stripe(int number) {
    List<List<NodeId>> replicas = new ArrayList<>();
    for (int block = 0; block < 4; block++) {
      replicas.add(List.of(dataNode(number * 5 + block)));
    }
    return new PlacedStripe(
        "/" + number, new Stripe(0, 0, GEOMETRY, Stripes.version(number, GEOMETRY), replicas));
  }

  private static NodeId dataNode(int number) {
    return new NodeId("datanode-" + number % DATA_NODES + ":9866");
  }

  private static boolean isTouched(int number) {
    return number * 5 % DATA_NODES == 0 || (number * 5 + 3) % DATA_NODES < 3;
  }

  /** Reads a stripe; whether its parity is cached. */
  private boolean read(int number) {
    pass(SECOND / 10);
    return !manager.tickets(now, List.of(stripe(number))).answer().tickets().isEmpty();
  }

  private void pass(long nanos) {
    now += nanos;
    if (now / SECOND != (now - nanos) / SECOND) {
      if (hanging) {
        observe();
      }
      manager.tick(now);
    }
    StripeId ready = now >= doneNanos ? making.poll() : null;
    if (ready != null) {
      manager.publish(now, ready, made.remove(ready));
    }
    if (filling && making.isEmpty()) {
      manager.fills(now, 1).answer().orders().forEach(this::make);
    }
  }

  private void make(FillOrder order) {
    PlacedStripe content = stripe(Integer.parseInt(order.path().substring(1)));
    StripeId id = Stripes.id(ids++);
    boolean granted = manager.reserveFill(now, id, content.version(), GEOMETRY).answer().granted();
    if (granted) {
      making.add(id);
      made.put(id, content);
      doneNanos = now + 8 * SECOND;
    }
  }

  private void observe() {
    List<NodeSample> samples = new ArrayList<>();
    for (int node = 0; node < DATA_NODES; node++) {
      samples.add(
          node == 0
              ? new NodeSample(dataNode(node), 1000, 0, 2 * SECOND, LaneReport.Outcome.ABORTED)
              : new NodeSample(
                  dataNode(node), 8 << 20, 8 << 20, SECOND / 10, LaneReport.Outcome.FINISHED));
    }
    WITNESSES.forEach(by -> manager.observe(now, by, samples, List.of()));
  }

  private int often() {
    double drawn = random.nextDouble() * popularity[OFTEN_READ - 1];
    int rank = Arrays.binarySearch(popularity, drawn);
    return rank < 0 ? -rank - 1 : rank;
  }

  private void warmUp() {
    for (int i = 0; i < 12 * MEASURED; i++) {
      read(often());
    }
    assertThat(manager.status(now).publishedStripes()).isEqualTo(CACHED);
  }

  /** The share of reads that would find their parity, of those that a straggler touches or all. */
  private double hitRatio() {
    double hits = 0;
    double all = 0;
    for (int number = 0; number < OFTEN_READ; number++) {
      double share = popularity[number] - (number == 0 ? 0 : popularity[number - 1]);
      boolean cached = manager.explain(now, List.of(stripe(number).version())).get(0).isCached();
      boolean counts = !hanging || isTouched(number);
      hits += counts && cached ? share : 0;
      all += counts ? share : 0;
    }
    return hits / all;
  }

  private void readOn() {
    for (int i = 0; i < MEASURED; i++) {
      read(often());
    }
  }

  private void scan() {
    for (int number = 0; number < SCANNED; number++) {
      read(OFTEN_READ + number);
    }
  }

  private void scanAndRequireTheHotSet() {
    double before = hitRatio();
    assertThat(before).isGreaterThan(0.8);
    scan();
    assertThat(hitRatio()).as("at once; before it was %s", before).isGreaterThan(before - 0.02);
    readOn();
    assertThat(hitRatio()).as("later; before it was %s", before).isGreaterThan(before - 0.02);
    manager.check();
  }

  @Test
  void withoutFiller_theHotSetStays() {
    warmUp();
    filling = false;
    scanAndRequireTheHotSet();
  }

  @Test
  void withFiller_theHotSetStays() {
    warmUp();
    scanAndRequireTheHotSet();
  }

  /** What was scanned is what was read last, when it is foreseen what will be asked for. */
  @Test
  void withAStragglerThatComesAfterTheScan_whatItTouchesOfTheHotSetStays() {
    warmUp();
    double before = touchedHitRatio();
    scan();
    hanging = true;
    for (int second = 0; second < 600; second++) {
      pass(SECOND);
    }
    assertThat(manager.status(now).policy().prefetchedStripes()).as("it foresees").isPositive();
    assertThat(hitRatio()).as("at once; before it was %s", before).isGreaterThan(before - 0.02);
    readOn();
    assertThat(hitRatio()).as("later; before it was %s", before).isGreaterThan(before - 0.02);
    manager.check();
  }

  private double touchedHitRatio() {
    hanging = true;
    double ratio = hitRatio();
    hanging = false;
    return ratio;
  }

  @Test
  void withStraggler_whatItTouchesOfTheHotSetStays() {
    warmUp();
    hanging = true;
    readOn();
    scanAndRequireTheHotSet();
  }
}
