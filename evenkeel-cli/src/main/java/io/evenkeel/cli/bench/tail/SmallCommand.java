package io.evenkeel.cli.bench.tail;

import io.evenkeel.command.Bounds;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code evenkeel bench small}. */
@Command(
    name = "small",
    mixinStandardHelpOptions = true,
    header = "Small positional reads past a slow or stopped DataNode.",
    description =
        "Small positional reads at a fixed rate while one of six DataNodes delays every "
            + "read, or is stopped: one replica with cached parity; three replicas, and coded, "
            + "RS-3-2-1024k, both with neither manager nor cache; the stock client first, then "
            + "Evenkeel. hbase-: 4 to 64 KiB, 32 threads, checksums off. fourfold: no node has "
            + "any fault, but one read in six is of four blocks at once, which is what reading "
            + "around a node by parity takes at least where client and nodes share cores.")
public final class SmallCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private TailOptions options;

  @Option(
      names = "--reads",
      paramLabel = "N",
      defaultValue = "20000",
      description =
          "Reads a phase. Default: ${DEFAULT-VALUE}. Past a stopped node the stock client gets 20 s"
              + " of them.")
  private int reads;

  @Option(
      names = "--per-second",
      paramLabel = "N",
      defaultValue = "200",
      description = "Reads a second. Default: ${DEFAULT-VALUE}.")
  private int perSecond;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Bounds.require(spec, "--reads", reads, 100, 10_000_000);
    Bounds.require(spec, "--per-second", perSecond, 1, 100_000);
    options.run(TailRow.small(perSecond), reads);
    return 0;
  }
}
