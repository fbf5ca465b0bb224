package io.evenkeel.cli.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.evenkeel.core.model.Epoch;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.Witness;
import io.evenkeel.core.port.ManagerApi;
import io.evenkeel.core.port.ManagerApi.QueueReport;
import io.evenkeel.core.port.ManagerApi.Queued;
import io.evenkeel.manager.Manager;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * How many processes a manager can hear and answer of what they have outstanding at DataNodes: a
 * thousand of them, each at some of a thousand DataNodes, each once a second. Without the wire.
 */
final class QueuesBench {
  private static final int NODES = 1000;
  private static final int PROCESSES = 1000;
  private static final int PROCESSES_PER_MACHINE = 10;
  private static final int NODES_OF_A_PROCESS = 30;
  private static final int ROUNDS = 40;
  private static final long SECOND = 1_000_000_000;

  private final Random random = new Random(1);
  private final Manager manager = ManagerBench.withoutStripes();

  /** Runs it. */
  BenchResult run() {
    List<Long> rounds = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      long began = round * SECOND;
      manager.tick(began);
      List<QueueReport> reports = reports();
      long start = System.nanoTime();
      for (int process = 0; process < PROCESSES; process++) {
        Witness by = new Witness("10.0.0." + process / PROCESSES_PER_MACHINE);
        long now = began + process * SECOND / PROCESSES;
        int told = manager.queues(now, by, reports.get(process)).answer().nodes().size();
        if (round > 0 && told != ManagerApi.QUEUES_PER_REQUEST_MAX) {
          throw new IllegalStateException("only " + told + " queues are told");
        }
      }
      // The first rounds are those of the compiler.
      if (round >= ROUNDS / 2) {
        rounds.add(System.nanoTime() - start);
      }
    }
    ObjectNode figures = BenchResult.tree().put("processes", PROCESSES).put("nodes", NODES);
    BenchResult.millis(figures, "roundMillis", rounds);
    long nanos = rounds.stream().mapToLong(Long::longValue).sum();
    String text =
        String.format(
            Locale.ROOT,
            "%,d processes with something outstanding at %d of %,d DataNodes each%n"
                + "  answers a second      %,.0f%n",
            PROCESSES,
            NODES_OF_A_PROCESS,
            NODES,
            (double) rounds.size() * PROCESSES * SECOND / nanos);
    return new BenchResult(text, figures);
  }

  private List<QueueReport> reports() {
    List<QueueReport> reports = new ArrayList<>();
    for (int process = 0; process < PROCESSES; process++) {
      List<Queued> nodes = new ArrayList<>();
      int first = random.nextInt(NODES);
      for (int i = 0; i < NODES_OF_A_PROCESS; i++) {
        NodeId node = new NodeId("datanode-" + (first + i) % NODES + ":9866");
        nodes.add(new Queued(node, random.nextInt(1 << 24), 0));
      }
      reports.add(new QueueReport(new Epoch("%032x".formatted(process)), nodes));
    }
    return reports;
  }
}
