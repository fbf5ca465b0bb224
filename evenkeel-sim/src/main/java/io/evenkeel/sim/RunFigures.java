package io.evenkeel.sim;

import io.evenkeel.client.nodes.LedgerBook;
import io.evenkeel.core.model.Ledger;
import io.evenkeel.sim.cluster.SimulatedNode;
import io.evenkeel.sim.cluster.StorageNodes;
import io.evenkeel.sim.scenario.Latencies;
import io.evenkeel.sim.scenario.ScenarioReport;
import java.util.List;
import java.util.OptionalDouble;

/** What is counted of a run. */
final class RunFigures {
  private static final double NANOS_PER_SECOND = 1e9;

  private final StorageNodes nodes;
  private final long scale;
  private final Latencies latencies = new Latencies();
  private final boolean hasEngine;
  private long leftOut;
  private long reads;
  private long degraded;
  private long failed;
  private long usedBytes;
  private long plainBytes;
  private double hottest;
  private double hottestLink = Double.NaN;
  private double load;
  private double arrivalsSeconds;
  private long startNanos;
  private double encoded = Double.NaN;
  private RunListener listener = RunListener.NONE;

  /**
   * @param hasEngine whether reads are of the client, and not of the stock stream
   * @param leftOut so many of the first reads to end are left out of the latencies; all else counts
   *     them
   */
  RunFigures(StorageNodes nodes, long scale, boolean hasEngine, long leftOut) {
    this.nodes = nodes;
    this.hasEngine = hasEngine;
    this.scale = scale;
    this.leftOut = leftOut;
  }

  /** So many stripes have cached parity. */
  void encoded(int stripes) {
    encoded = stripes;
  }

  /** The first read may arrive from now on; the listener is told what is summed up here. */
  void starts(long nowNanos, RunListener told) {
    startNanos = nowNanos;
    listener = told;
  }

  /** All reads have arrived: what comes is only the end of what is under way. */
  void lastArrived(long nowNanos) {
    double nanos = (double) Math.max(1, nowNanos - startNanos);
    // Reads that all come at once have no rate.
    arrivalsSeconds = nowNanos == startNanos ? Double.NaN : nanos / NANOS_PER_SECOND;
    OptionalDouble busiest = nodes.busiestLinkNanos();
    hottestLink = busiest.isPresent() ? busiest.getAsDouble() / nanos : Double.NaN;
    for (SimulatedNode node : nodes.all()) {
      double busy = node.disk().busyNanos() / nanos;
      hottest = Math.max(hottest, busy);
      load += busy / nodes.all().size();
      listener.loaded(node.number(), busy);
    }
  }

  void ended(RunningRead read) {
    reads++;
    degraded += read.decodedBytes() > 0 ? 1 : 0;
    boolean isFailed = read.unreadBytes() > 0;
    failed += isFailed ? 1 : 0;
    usedBytes += read.range().lengthBytes() - read.unreadBytes();
    plainBytes += read.plainBytes();
    if (leftOut > 0) {
      leftOut--;
    } else if (!isFailed) {
      // How soon a read gives up says nothing of how long reads take.
      latencies.add(read.nanos());
      listener.timed(read.nanos());
    }
  }

  ScenarioReport.Builder report(List<SimulatedProcess> processes) {
    Ledger redirected = Ledger.NONE;
    Ledger duplicated = Ledger.NONE;
    for (SimulatedProcess process : processes) {
      LedgerBook.Totals totals = process.client().nodes().ledgers().totals();
      redirected = redirected.plus(totals.redirected());
      duplicated = duplicated.plus(totals.duplicated());
    }
    double asked = nodes.traffic().askedBytes();
    return new ScenarioReport.Builder()
        .put("reads", reads)
        .put("reads.failed", failed)
        .put("reads.timed", latencies.count())
        .put("mean.ms", latencies.meanMillis())
        .put("p50.ms", latencies.quantileMillis(.5))
        .put("p95.ms", latencies.quantileMillis(.95))
        .put("p99.ms", latencies.quantileMillis(.99))
        .put("max.ms", latencies.quantileMillis(1))
        .put("hottest.node.utilisation", hottest)
        .put("mean.node.utilisation", load)
        .put("hottest.link.utilisation", hottestLink)
        .put("reads.per.s", reads / arrivalsSeconds)
        .put("degraded.share", (double) degraded / reads)
        .put("tasks.per.read", (double) nodes.traffic().slices() / reads)
        .put("asked.bytes", asked * scale)
        .put("arrived.bytes", (double) nodes.traffic().arrivedBytes() * scale)
        .put("used.bytes", (double) usedBytes * scale)
        .put("asked.per.used", asked / usedBytes)
        .put("redirected.bytes", (double) redirected.issuedBytes() * scale)
        .put("duplicated.bytes", (double) duplicated.issuedBytes() * scale)
        .put("stripes.cached", encoded)
        .put("plain.bytes", hasEngine ? (double) plainBytes * scale : Double.NaN);
  }
}
