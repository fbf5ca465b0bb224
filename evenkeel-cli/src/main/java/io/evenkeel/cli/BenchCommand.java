package io.evenkeel.cli;

import io.evenkeel.bench.CodingBench;
import io.evenkeel.cli.bench.HealthyBench;
import io.evenkeel.cli.bench.LargeFileBench;
import io.evenkeel.cli.bench.ManagerBench;
import io.evenkeel.cli.bench.RestartBench;
import io.evenkeel.cli.bench.StragglerBench;
import io.evenkeel.cli.bench.WriteBench;
import io.evenkeel.cli.bench.direct.DirectCommand;
import io.evenkeel.cli.bench.hedged.HedgedCommand;
import io.evenkeel.cli.bench.jobs.JobsCommand;
import io.evenkeel.cli.bench.reads.ReadsCommand;
import io.evenkeel.cli.bench.reads.StoppedCommand;
import io.evenkeel.cli.bench.striped.StripedCommand;
import io.evenkeel.cli.bench.tail.SmallCommand;
import io.evenkeel.cli.bench.tail.TasksCommand;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code evenkeel bench}: the figures of the documents that are not the demo's. */
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    subcommands = {
      ReadsCommand.class,
      SmallCommand.class,
      TasksCommand.class,
      StripedCommand.class,
      DirectCommand.class,
      HedgedCommand.class,
      StoppedCommand.class,
      JobsCommand.class
    },
    description = {
      "Measures on a real local cluster, everything compared within one run.",
      "  large      1 GiB in blocks of 128 MiB, where a stripe does not fit the memory",
      "  write      what encoding costs a writer: time and CPU, with confidence intervals; takes 6 GiB",
      "  straggler  eleven DataNodes, one becomes slow under load: named when, prefetched, read",
      "  manager    what a million files cost the manager: heap and time",
      "  restart    a manager with 100,000 published stripes is killed: when is all taken over",
      "  healthy    minutes (--runs) of uneven load without a straggler: is anybody accused",
      "  coding     no cluster: encoding and decoding beside memory copy and Hadoop's coder"
    })
final class BenchCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(index = "0", arity = "0..1", paramLabel = "WHAT", description = "One of these.")
  private String what = "nothing";

  @Option(
      names = "--runs",
      paramLabel = "N",
      description =
          "Rounds; of restart kills, of straggler reads a file, of healthy minutes. Default: by the benchmark.")
  private Integer runs;

  @Override
  public Integer call() throws Exception {
    if (runs != null && (runs < 1 || runs > 1000)) {
      throw new ParameterException(spec.commandLine(), "--runs takes 1 to 1000, got " + runs);
    }
    if (runs != null && what.equals("manager")) {
      throw new ParameterException(spec.commandLine(), "bench manager takes no --runs");
    }
    ProgressLine progress = new ProgressLine(System.err);
    String result =
        switch (what) {
          case "large" -> new LargeFileBench(runs == null ? 3 : runs, progress::say).run();
          case "write" -> new WriteBench(runs == null ? 40 : runs, progress::say).run();
          case "straggler" -> new StragglerBench(runs == null ? 5 : runs, progress::say).run();
          case "manager" -> new ManagerBench(1_000_000).run();
          case "restart" -> new RestartBench(runs == null ? 3 : runs, progress::say).run();
          case "healthy" -> new HealthyBench(runs == null ? 10 : runs, progress::say).run();
          case "coding" -> new CodingBench(runs == null ? 5 : runs, progress::say).run();
          default ->
              throw new ParameterException(
                  spec.commandLine(),
                  "bench measures reads, small, tasks, striped, direct, hedged, stopped, jobs, large, write,"
                      + " straggler, manager, restart, healthy or"
                      + " coding,"
                      + " not '"
                      + what
                      + "'");
        };
    progress.say("");
    spec.commandLine().getOut().print(result);
    spec.commandLine().getOut().flush();
    return 0;
  }
}
