package io.evenkeel.cli.repro;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.cli.repro.HitRatios.Estimate;
import io.evenkeel.policy.cache.CsacSettings;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/**
 * The model against figures of two other models of the same experiment, of 200 and of 40 seeds:
 * each cell within three standard errors of the difference.
 */
class Experiment11Test {
  private static final int SEEDS = 50;
  // Standard errors of those figures, in terms of ours: the spread is that of the placements.
  private static final double OF_200_SEEDS = Math.sqrt(SEEDS / 200.0);
  private static final double OF_40_SEEDS = Math.sqrt(SEEDS / 40.0);
  // They are given to one or two digits after the point.
  private static final double ROUNDING = 0.05;
  // A cell in which they differ by the order of ties, and which another test is for.
  private static final double TIES = Double.NaN;

  // Each takes long and one core.
  private static final Cells THIRTEEN = Cells.begin(setting(SEEDS, 13, 0));
  private static final Cells TEN = Cells.begin(setting(SEEDS, 10, 0));
  private static final Cells MID_RUN = Cells.begin(setting(SEEDS / 2, 13, 1000));

  /** What comes of a run that is under way beside others. */
  private record Cells(CompletableFuture<HitRatios> run) {
    static Cells begin(PocacheSetting setting) {
      return new Cells(CompletableFuture.supplyAsync(() -> Experiment11.ratios(setting)));
    }

    HitRatios get() {
      return run.join();
    }
  }

  private static PocacheSetting setting(int seeds, int datanodes, int stragglerAt) {
    PocacheSetting paper = PocacheSetting.PAPER;
    return new PocacheSetting(
        seeds,
        0,
        datanodes,
        paper.k(),
        paper.files(),
        paper.reads(),
        paper.zipf(),
        stragglerAt,
        paper.cacheBlocks());
  }

  @Test
  void thirteenDataNodes_matchTheOtherModels() {
    HitRatios ratios = THIRTEEN.get();
    assertRow(ratios, "lru", OF_200_SEEDS, 31.8, 21.4, 15.9, 9.5, 5.5, 2.4, 0);
    assertRow(ratios, "lfu", OF_200_SEEDS, 31.8, 16.5, 12.3, 7.8, 4.8, TIES, 0);
    assertRow(ratios, "arc", OF_200_SEEDS, 31.8, 18.9, 14.6, 9.2, 5.5, 2.4, 0);
    assertRow(ratios, "w-tinylfu", OF_200_SEEDS, 31.8, 17.2, 12.8, 8.0, 4.8, 2.25, 0);
    assertRow(ratios, "s3-fifo", OF_200_SEEDS, 31.8, 17.2, 13.3, 8.6, 5.1, 2.25, 0);
    assertRow(ratios, "sieve", OF_200_SEEDS, 31.8, 17.4, 13.1, 8.3, 5.0, 2.25, 0);
    assertRow(ratios, "csac+lru", OF_200_SEEDS, 31.8, 12.3, 6.0, 1.84, 0.94, 0.45, 0);
    assertRow(ratios, "csac+lfu", OF_200_SEEDS, 31.8, 9.9, TIES, TIES, 0.96, 0.47, 0);
    assertRow(ratios, "csac+arc", OF_200_SEEDS, 31.8, 11.8, 6.0, 1.93, 0.95, 0.45, 0);
    assertRow(ratios, "csac+w-tinylfu", OF_200_SEEDS, 31.8, 10.9, 6.1, 2.3, 1.1, 0.5, 0);
    assertRow(ratios, "csac+s3-fifo", OF_200_SEEDS, 31.8, 10.7, 5.8, 1.8, 0.9, 0.5, 0);
    assertRow(ratios, "csac+sieve", OF_200_SEEDS, 31.8, 10.9, 6.4, 2.6, 1.1, 0.5, 0);
    assertRow(
        ratios, "csac+lfu, non-straggler first", OF_200_SEEDS, 31.8, 9.7, 4.7, 0.97, 0.62, 0.31, 0);
    assertRow(ratios, Experiment11.DEFAULT, OF_200_SEEDS, 31.8, 9.55, 4.62, 0.97, 0.62, 0.31, 0);
    assertRow(ratios, Experiment11.OPTIMUM, OF_200_SEEDS, 31.8, 6.64, 2.74, 0.95, 0.62, 0.31, 0);
    assertRow(
        ratios, Experiment11.OPTIMUM_WITH_PREFETCH, OF_200_SEEDS, 31.8, 6.23, 1.99, 0.01, 0, 0, 0);
    assertRow(ratios, "lru", OF_40_SEEDS, 32.3, 21.1, 15.6, 9.5, 5.5, 2.4, 0);
    assertRow(ratios, "arc", OF_40_SEEDS, 32.3, 18.6, 14.2, 9.1, 5.5, 2.4, 0);
    assertRow(ratios, "lfu", OF_40_SEEDS, 32.3, 16.0, 12.2, 7.9, 4.8, 2.2, 0);
    assertRow(ratios, "csac+lru", OF_40_SEEDS, 32.3, 12.1, 6.1, 1.8, 0.9, 0.4, 0);
    assertRow(ratios, "csac+arc", OF_40_SEEDS, 32.3, 11.6, 6.1, 1.8, 0.9, 0.4, 0);
    assertRow(ratios, "csac+lfu", OF_40_SEEDS, 32.3, 9.9, 5.8, 2.0, 1.0, 0.4, 0);
    // Without a cache every file on the straggler is a hit: four of the thirteen nodes.
    assertCell(ratios, "lru", 0, 100 * 4 / 13.0, 0);
    assertWithin(ratios, 10, 1.5);
    assertWithin(ratios, 20, 1.75);
    assertWithin(ratios, 40, 1.05);
    assertClockCosts(ratios, 1.5);
  }

  @Test
  void tenDataNodes_matchTheOtherModel() {
    HitRatios ratios = TEN.get();
    assertRow(ratios, "lru", OF_40_SEEDS, 42.1, 27.8, 20.4, 12.4, 7.2, 3.2, 0);
    assertRow(ratios, "arc", OF_40_SEEDS, 42.1, 24.3, 18.7, 11.9, 7.2, 3.2, 0);
    assertRow(ratios, "lfu", OF_40_SEEDS, 42.1, 20.6, 15.6, 10.2, 6.1, 2.9, 0);
    assertRow(ratios, "csac+lru", OF_40_SEEDS, 42.1, 18.7, 10.6, 3.4, 1.5, 0.7, 0);
    assertRow(ratios, "csac+arc", OF_40_SEEDS, 42.1, 17.8, 10.3, 3.5, 1.5, 0.7, 0);
    assertRow(ratios, "csac+lfu", OF_40_SEEDS, 42.1, 14.7, 9.1, 3.7, 1.6, 0.7, 0);
  }

  @Test
  void stragglerInMidRun_isPrefetchedAway() {
    HitRatios ratios = MID_RUN.get();
    Estimate atForty = ratios.cell(Experiment11.DEFAULT, 40);
    assertThat(atForty.mean() + 3 * atForty.standardError()).isLessThan(0.5);
    for (int capacity : List.of(10, 20, 40)) {
      assertThat(ratios.cell(Experiment11.DEFAULT, capacity).mean())
          .as("capacity %d", capacity)
          .isLessThan(0.75 * ratios.cell("csac+lfu", capacity).mean())
          .isGreaterThanOrEqualTo(ratios.cell(Experiment11.OPTIMUM, capacity).mean());
    }
  }

  /**
   * The manager with a clock, which has a sixteenth less room, beside parity that is there at once.
   */
  private static void assertClockCosts(HitRatios ratios, double ratio) {
    for (int capacity : List.of(10, 20, 40)) {
      assertThat(ratios.cell(Experiment11.WITH_CLOCK, capacity).mean())
          .as("capacity %d, with a clock", capacity)
          .isLessThanOrEqualTo(ratio * ratios.cell(Experiment11.DEFAULT, capacity).mean());
    }
  }

  /**
   * LFU gives up first, of what was written and never read, what was written the longest ago; the
   * model of 200 seeds goes by its numbers for the files, the most popular first. Written in the
   * order of these numbers, ours gives its figures, and differs in no other cell so much.
   */
  @Test
  void filesWrittenInTheOrderOfPopularity_matchTheModelWhoseTiesGoByIt() {
    CsacSettings lfu = CsacSettings.SAC.withEviction("lfu");
    assertTies(CacheContender.ofParity(lfu, false), 80, 2.38);
    assertTies(CacheContender.ofParity(lfu, true), 20, 5.23);
    assertTies(CacheContender.ofParity(lfu, true), 40, 1.80);
  }

  private static void assertTies(CacheContender contender, int capacity, double expected) {
    List<Double> shares = new ArrayList<>();
    for (long seed = 0; seed < SEEDS; seed++) {
      PocacheTrace trace = PocacheTrace.of(setting(SEEDS, 13, 0), seed);
      List<Integer> writes = new ArrayList<>(trace.writes());
      Collections.sort(writes.subList(0, capacity));
      PocacheTrace ranked = new PocacheTrace(writes, trace.touched(), trace.reads());
      long hits = contender.hits(ranked, capacity, 0);
      shares.add(100.0 * hits / trace.reads().size());
    }
    assertCell(
        new HitRatios(
            11, setting(SEEDS, 13, 0), Map.of("ties", Map.of(capacity, Estimate.of(shares)))),
        "ties",
        capacity,
        expected,
        OF_200_SEEDS);
  }

  private static void assertWithin(HitRatios ratios, int capacity, double ratio) {
    assertThat(new Experiment11Report(ratios).ratioToOptimum(capacity))
        .as("default to optimum at %d", capacity)
        .isBetween(1.0, ratio);
  }

  private static void assertRow(HitRatios ratios, String name, double othersError, double... row) {
    for (int i = 0; i < row.length; i++) {
      if (!Double.isNaN(row[i])) {
        assertCell(ratios, name, PocacheSetting.PAPER.cacheBlocks().get(i), row[i], othersError);
      }
    }
  }

  private static void assertCell(
      HitRatios ratios, String name, int capacity, double expected, double othersError) {
    Estimate ours = ratios.cell(name, capacity);
    double error = ours.standardError() * Math.hypot(1, othersError);
    assertThat(Math.abs(ours.mean() - expected))
        .as("%s at %d: %s, expected %s", name, capacity, ours, expected)
        .isLessThanOrEqualTo(3 * error + ROUNDING);
  }
}
