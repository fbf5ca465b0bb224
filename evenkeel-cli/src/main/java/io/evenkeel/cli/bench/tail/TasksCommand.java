package io.evenkeel.cli.bench.tail;

import io.evenkeel.command.Bounds;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code evenkeel bench tasks}. */
@Command(
    name = "tasks",
    mixinStandardHelpOptions = true,
    header = "Splits and columns, as tasks of jobs read them, past a slow DataNode.",
    description =
        "What tasks of jobs read, at a fixed rate: open a file, and read a split of it, or "
            + "some columns of that, while one of six DataNodes delays every read (no limit of "
            + "rate) or reads at an eighth of the others' rate (64 MiB/s); one replica with "
            + "cached parity, three replicas with neither manager nor cache; the stock client "
            + "first, then Evenkeel. fourfold: no node has any fault, but one task in six reads "
            + "four splits at once.")
public final class TasksCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private TailOptions options;

  @Option(
      names = "--tasks",
      paramLabel = "N",
      defaultValue = "400",
      description = "Tasks a phase. Default: ${DEFAULT-VALUE}.")
  private int tasks;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Bounds.require(spec, "--tasks", tasks, 20, 1_000_000);
    options.run(TailRow.tasks(), tasks);
    return 0;
  }
}
