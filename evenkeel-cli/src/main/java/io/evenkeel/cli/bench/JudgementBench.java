package io.evenkeel.cli.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.ReadReport.LaneReport;
import io.evenkeel.core.model.Witness;
import io.evenkeel.core.port.ManagerApi;
import io.evenkeel.manager.Manager;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * How long a manager takes to judge many DataNodes, each of which as many machines as it hears have
 * told of: no decision is made meanwhile.
 */
final class JudgementBench {
  private static final int MACHINES = 16;
  private static final int ROUNDS = 20;
  private static final int SAMPLES_EACH = 2;
  private static final long SECOND = 1_000_000_000;
  private static final long BYTES = 8L << 20;

  private final int nodes;
  private final Manager manager = ManagerBench.withoutStripes();

  /** Of so many DataNodes. */
  JudgementBench(int nodes) {
    this.nodes = nodes;
  }

  /** Runs it. */
  BenchResult run() {
    long now = 0;
    manager.tick(now);
    List<Long> nanos = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      now += 5 * SECOND;
      observe(now);
      long start = System.nanoTime();
      manager.tick(now);
      long took = System.nanoTime() - start;
      // The first rounds are those of the compiler.
      if (round >= ROUNDS / 2) {
        nanos.add(took);
      }
    }
    int judged = manager.status(now).load().nodes().size();
    if (judged < nodes) {
      throw new IllegalStateException("only " + judged + " nodes were judged");
    }
    ObjectNode figures = BenchResult.tree().put("nodes", nodes).put("machines", MACHINES);
    BenchResult.millis(figures, "millis", nanos);
    String text =
        String.format(
            Locale.ROOT,
            "%,d DataNodes, each told of by %d machines%n  judging all of them   at most %.1f ms%n",
            nodes,
            MACHINES,
            BenchFiles.maxMillis(nanos));
    return new BenchResult(text, figures);
  }

  private void observe(long now) {
    for (int machine = 0; machine < MACHINES; machine++) {
      Witness by = new Witness("10.0.0." + machine);
      List<NodeSample> samples = new ArrayList<>();
      for (int node = 0; node < nodes; node++) {
        NodeId id = new NodeId("datanode-" + node + ":9866");
        // One in a hundred is four times as slow.
        long nanos = (node % 100 == 0 ? 4 : 1) * (100_000_000L + 1000L * node);
        for (int i = 0; i < SAMPLES_EACH; i++) {
          samples.add(new NodeSample(id, BYTES, BYTES, nanos, LaneReport.Outcome.FINISHED));
        }
        if (samples.size() + SAMPLES_EACH > ManagerApi.SAMPLES_PER_REQUEST_MAX) {
          manager.observe(now, by, samples, List.of());
          samples.clear();
        }
      }
      manager.observe(now, by, samples, List.of());
    }
  }
}
