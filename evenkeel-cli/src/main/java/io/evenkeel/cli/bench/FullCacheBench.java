package io.evenkeel.cli.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.evenkeel.cli.StoredParity;
import io.evenkeel.core.model.Epoch;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.ReadReport.LaneReport;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.model.Witness;
import io.evenkeel.core.port.ManagerApi.ManagerStatus;
import io.evenkeel.manager.Manager;
import io.evenkeel.manager.ManagerSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * Decisions of a manager whose cache is full: four times as many files are asked for as fit, all of
 * them known, the popular ones so much more often that about half of the requests are hits. What is
 * wanted is made and published at once, which evicts. Blocks have one replica, so that a straggler
 * touches what it holds.
 */
final class FullCacheBench {
  private static final List<Witness> WITNESSES =
      List.of(new Witness("10.0.0.1"), new Witness("10.0.0.2"));

  private static final long SECOND = 1_000_000_000;
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double NANOS_PER_MILLI = 1e6;
  private static final int NO_MORE_THAN = 20;
  private static final NodeId CACHE = new NodeId("cache:6379");
  private final int fitting;
  private final int requests;
  private final Random random = new Random(1);
  private final BenchStripes stripes = new BenchStripes(1);
  private final Manager manager;
  private long now;
  private long hits;

  /** For a cache of the parity of so many files, and so many requests. */
  FullCacheBench(int fitting, int requests) {
    this.fitting = fitting;
    this.requests = requests;
    ManagerSettings settings =
        ManagerSettings.of(fitting * BenchStripes.PARITY_BYTES + (1L << 30), Duration.ofDays(20))
            .withLimits(8 * fitting, Duration.ofDays(20));
    manager = new Manager(settings, List.of(CACHE), (bytes, k) -> bytes + 1000, random::nextLong);
    manager.toldUsedBytes(CACHE, 0);
    manager.tick(now);
  }

  /** Runs it. */
  BenchResult run() {
    for (int file = 0; file < 4 * fitting; file++) {
      read(List.of(stripes.placed(file)));
    }
    decisionsPerSecond();
    hits = 0;
    long evictedBefore = status().evictedStripes();
    double perSecond = decisionsPerSecond();
    ManagerStatus after = status();
    if (after.publishedStripes() < fitting || after.evictedStripes() == evictedBefore) {
      throw new IllegalStateException("the cache is not full, or nothing was evicted");
    }
    double stragglerMillis = stragglerNanos() / NANOS_PER_MILLI;
    ObjectNode figures = BenchResult.tree();
    figures.put("publishedStripes", after.publishedStripes());
    figures.put("knownStripes", after.policy().knownStripes());
    figures.put("hitShare", (double) hits / requests).put("decisionsPerSecond", perSecond);
    figures.put("evictions", after.evictedStripes() - evictedBefore).put("requests", requests);
    figures.put("stragglerMillis", stragglerMillis);
    return new BenchResult(text(after, evictedBefore, perSecond, stragglerMillis), figures);
  }

  private String text(
      ManagerStatus after, long evictedBefore, double perSecond, double stragglerMillis) {
    return String.format(
        Locale.ROOT,
        "a full cache of %,d of %,d known files, %.0f %% hits%n"
            + "  decisions a second, one in %,d admits and evicts   %,.0f%n"
            + "  a straggler appears that holds one block of %,d files   %.1f ms%n",
        after.publishedStripes(),
        after.policy().knownStripes(),
        100.0 * hits / requests,
        requests / (after.evictedStripes() - evictedBefore),
        perSecond,
        4 * 4L * fitting / BenchStripes.DATA_NODES,
        stragglerMillis);
  }

  private ManagerStatus status() {
    return manager.status(now);
  }

  private double decisionsPerSecond() {
    List<List<PlacedStripe>> asked = new ArrayList<>();
    for (int i = 0; i < requests; i++) {
      // The product of two even draws: half of all are among the first fifth.
      int file = (int) (4.0 * fitting * random.nextDouble() * random.nextDouble());
      asked.add(List.of(stripes.placed(file)));
    }
    long start = System.nanoTime();
    asked.forEach(this::read);
    return requests / ((System.nanoTime() - start) / NANOS_PER_SECOND);
  }

  private void read(List<PlacedStripe> one) {
    var answer = manager.tickets(now, one).answer();
    hits += answer.tickets().size();
    if (!answer.wanted().isEmpty()) {
      StripeId id = new StripeId(Epoch.next(random::nextLong), 0);
      PlacedStripe content = one.get(0);
      boolean granted =
          manager.reserveFill(now, id, content.version(), content.geometry()).answer().granted();
      if (granted && !StoredParity.publish(manager, now, id, content).accepted()) {
        throw new IllegalStateException("room was granted and parity not taken");
      }
    }
  }

  /** What the event takes at which one of the DataNodes becomes known to be a straggler. */
  private long stragglerNanos() {
    for (int i = 0; i < NO_MORE_THAN; i++) {
      observe();
      now += 5 * SECOND;
      long start = System.nanoTime();
      manager.tick(now);
      long nanos = System.nanoTime() - start;
      if (!manager.fills(now, 0).answer().stragglers().isEmpty()) {
        return nanos;
      }
    }
    throw new IllegalStateException("the straggler is not found");
  }

  private void observe() {
    List<NodeSample> samples = new ArrayList<>();
    long bytes = 8 << 20;
    for (int node = 1; node < BenchStripes.DATA_NODES; node++) {
      samples.add(
          new NodeSample(
              stripes.dataNode(node), bytes, bytes, SECOND / 10, LaneReport.Outcome.FINISHED));
    }
    samples.add(
        new NodeSample(stripes.dataNode(0), bytes, 0, 2 * SECOND, LaneReport.Outcome.ABORTED));
    WITNESSES.forEach(by -> manager.observe(now, by, samples, List.of()));
  }
}
