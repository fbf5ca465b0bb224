package io.evenkeel.cli.bench.reads;

import io.evenkeel.sim.chance.Quantiles;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * All runs of a row on one kind of cluster.
 *
 * @param rateBytesPerSecond of the DataNodes, 0 for no limit
 * @param expected what one run reads
 * @param firstStock the first run in this process, which warms up
 * @param rounds counted, in order
 * @param failure why it ended early
 */
record RowResult(
    ReadRow row,
    long rateBytesPerSecond,
    int replication,
    Reading expected,
    Optional<Cost> firstStock,
    Optional<Cost> firstEvenkeel,
    List<Round> rounds,
    Optional<Exception> failure) {
  /** Checksums of 4 bytes for each 512 of payload. */
  private static final double WIRE_PER_PAYLOAD = 516.0 / 512;

  private static final double RECEIVED_MAX = 1.02;
  private static final double NOISE_OF_COUNTS = 1.01;
  private static final int LOCATED_MORE_MAX = 8;

  /**
   * Stock, Evenkeel, Evenkeel, stock; or, every other time, Evenkeel, stock, stock, Evenkeel. Costs
   * of one side are in the order of time.
   */
  record Round(boolean stockFirst, Cost stock1, Cost stock2, Cost own1, Cost own2) {}

  /** Evenkeel by stock, of neighbours in time. */
  Estimate ratio(ToDoubleFunction<Cost> of) {
    double[] ratios = new double[2 * rounds.size()];
    for (int i = 0; i < rounds.size(); i++) {
      Round round = rounds.get(i);
      ratios[2 * i] = of.applyAsDouble(round.own1) / of.applyAsDouble(round.stock1);
      ratios[2 * i + 1] = of.applyAsDouble(round.own2) / of.applyAsDouble(round.stock2);
    }
    return Estimate.of(ratios);
  }

  Estimate time() {
    return ratio(Cost::nanos);
  }

  Estimate cpu() {
    return ratio(Cost::cpuNanos);
  }

  /** What the same method says of stock by stock: the later by the earlier and the reverse. */
  Estimate stockByStock() {
    double[] ratios = new double[rounds.size()];
    for (int i = 0; i < ratios.length; i++) {
      Round round = rounds.get(i);
      double ratio = (double) round.stock2.nanos() / round.stock1.nanos();
      ratios[i] = i % 4 < 2 ? ratio : 1 / ratio;
    }
    return Estimate.of(ratios);
  }

  /** The median of one side's runs. */
  double typical(boolean stock, ToDoubleFunction<Cost> of) {
    double[] values = new double[2 * rounds.size()];
    for (int i = 0; i < rounds.size(); i++) {
      Round round = rounds.get(i);
      values[2 * i] = of.applyAsDouble(stock ? round.stock1 : round.own1);
      values[2 * i + 1] = of.applyAsDouble(stock ? round.stock2 : round.own2);
    }
    return Quantiles.median(values);
  }

  /** Payload received by payload read; a little is other traffic. */
  double received(boolean stock) {
    return typical(stock, Cost::receivedBytes) / WIRE_PER_PAYLOAD / expected.bytes();
  }

  double lanes() {
    return typical(false, Cost::laneBytes) / expected.bytes();
  }

  double callsPerOpen(boolean stock) {
    return typical(stock, Cost::nameNodeCalls) / expected.opens();
  }

  double locatedPerOpen(boolean stock) {
    return typical(stock, Cost::locatedBlocks) / expected.opens();
  }

  boolean lanesHold() {
    return lanes() <= row.target().lanes();
  }

  boolean timeHolds() {
    return time().high() <= row.target().time();
  }

  boolean cpuHolds() {
    return cpu().high() <= row.target().cpu();
  }

  /** A stock client that skips by reading on receives more than it reads as well. */
  boolean receivedHolds() {
    return received(false) <= Math.max(RECEIVED_MAX, NOISE_OF_COUNTS * received(true));
  }

  boolean callsHold() {
    return callsPerOpen(false) <= callsPerOpen(true) + 1;
  }

  boolean locatedHolds() {
    return locatedPerOpen(false) <= locatedPerOpen(true) + LOCATED_MORE_MAX;
  }

  boolean holds() {
    return failure.isEmpty()
        && timeHolds()
        && cpuHolds()
        && lanesHold()
        && receivedHolds()
        && callsHold()
        && locatedHolds();
  }
}
