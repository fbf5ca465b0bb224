package io.evenkeel.cli.bench.jobs;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.evenkeel.cli.bench.BenchResult;
import io.evenkeel.cli.bench.reads.Estimate;
import io.evenkeel.command.Machine;
import io.evenkeel.command.WrappedText;
import java.util.List;
import java.util.Locale;

/** The result of {@code bench jobs}, for people and for programs. */
record JobsReport(String command, Machine machine, List<JobResult> results) {
  private static final double MILLION = 1e6;
  private static final String NOTES =
      "Medians of pairs with their 95 % confidence intervals; Evenkeel|stock: tasks, and MiB read as"
          + " the framework counts them. around: MiB that Evenkeel read around nodes, by the"
          + " framework's own counters: of the job, or of all queries of a Spark session. * the"
          + " median misses its target: 1.00; 0.65 for full scans with one 8 x slower; tasks as"
          + " stock's. / healthy: medians by those of the same client with all nodes healthy."
          + " OTHER RESULT: than the stock client's; else they are equal.";

  boolean allRight() {
    return results.stream().allMatch(JobResult::isRight);
  }

  String table() {
    StringBuilder out = new StringBuilder();
    out.append(command).append('\n').append(machine.text()).append('\n');
    JobNodes nodes = null;
    for (JobResult result : results) {
      if (!result.nodes().equals(nodes)) {
        nodes = result.nodes();
        out.append("\nDataNodes ").append(nodes).append('\n');
        out.append(
            "job                time / stock     stock ms  tasks   read MiB around / healthy\n");
      }
      result
          .failure()
          .ifPresent(
              e -> out.append(String.format(Locale.ROOT, "%-19s FAILED: %s%n", result.name(), e)));
      if (result.isMeasured()) {
        out.append(line(result));
      }
    }
    return out.append('\n').append(WrappedText.text(NOTES)).toString();
  }

  /**
   * Both clients' times with a straggler by their own without; empty where that was not measured.
   */
  private String byHealthy(JobResult result) {
    if (result.nodes().areHealthy()) {
      return "";
    }
    JobNodes calm = JobNodes.healthy(result.nodes().rate());
    return results.stream()
        .filter(r -> r.name().equals(result.name()) && r.nodes().equals(calm) && r.isMeasured())
        .findFirst()
        .map(
            r ->
                String.format(
                    Locale.ROOT,
                    " %.2f|%.2f",
                    nanos(result.own()) / nanos(r.own()),
                    nanos(result.stock()) / nanos(r.stock())))
        .orElse("");
  }

  private static double nanos(List<JobRun> runs) {
    return JobResult.typical(runs, JobRun::nanos);
  }

  private String line(JobResult result) {
    Estimate time = result.time();
    return String.format(
        Locale.ROOT,
        "%-18s %-16s %8.0f  %-7s %-9s %6.0f%s%s%n",
        result.name(),
        String.format(
            Locale.ROOT,
            "%.2f %.2f-%.2f%s",
            time.median(),
            time.low(),
            time.high(),
            result.timeHolds() ? "" : "*"),
        JobResult.typical(result.stock(), JobRun::nanos) / MILLION,
        String.format(
            Locale.ROOT,
            "%.0f|%.0f%s",
            JobResult.typical(result.own(), JobRun::tasks),
            JobResult.typical(result.stock(), JobRun::tasks),
            result.tasksHold() ? "" : "*"),
        String.format(
            Locale.ROOT,
            "%.0f|%.0f",
            JobResult.typical(result.own(), JobRun::readBytes) / (1 << 20),
            JobResult.typical(result.stock(), JobRun::readBytes) / (1 << 20)),
        JobResult.typical(result.own(), JobRun::aroundBytes) / (1 << 20),
        byHealthy(result),
        result.isEqual() ? "" : " OTHER RESULT");
  }

  String json() {
    ObjectNode root = BenchResult.tree();
    root.put("command", command);
    machine.addTo(root.putObject("machine"));
    ArrayNode jobs = root.putArray("rows");
    for (JobResult result : results) {
      ObjectNode job =
          jobs.addObject().put("row", result.name()).put("nodes", result.nodes().toString());
      job.put("target", result.target()).put("right", result.isRight());
      result.failure().ifPresent(failure -> job.put("failure", failure.toString()));
      if (result.isMeasured()) {
        Estimate time = result.time();
        job.put("time", time.median()).put("low", time.low()).put("high", time.high());
      }
      add(result.stock(), job.putArray("stock"));
      add(result.own(), job.putArray("evenkeel"));
    }
    return root.toPrettyString();
  }

  private static void add(List<JobRun> runs, ArrayNode json) {
    for (JobRun run : runs) {
      ObjectNode one = json.addObject().put("nanos", run.nanos()).put("tasks", run.tasks());
      one.put("readBytes", run.readBytes()).put("aroundBytes", run.aroundBytes());
      one.put("result", run.result());
    }
  }
}
