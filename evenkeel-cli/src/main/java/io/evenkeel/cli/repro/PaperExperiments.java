package io.evenkeel.cli.repro;

import static io.evenkeel.cli.repro.PaperExperiment.Paper.EC_CACHE;
import static io.evenkeel.cli.repro.PaperExperiment.Paper.HU;
import static io.evenkeel.cli.repro.PaperExperiment.Paper.POCACHE;
import static io.evenkeel.cli.repro.PaperExperiment.Paper.SP_CACHE;
import static io.evenkeel.cli.repro.PaperExperiment.State.ALIKE;
import static io.evenkeel.cli.repro.PaperExperiment.State.NOT_HERE;
import static io.evenkeel.cli.repro.PaperExperiment.State.REPEATED;

import io.evenkeel.cli.repro.PaperExperiment.Paper;
import java.util.List;
import java.util.stream.Stream;

/**
 * Every experiment of the papers. What {@link PocacheExperiments} has stands for itself; another
 * one is one line here.
 */
final class PaperExperiments {
  private static final String EXPERIMENT = "experiment ";
  private static final String NO_EC_CACHE = "its objects in memory are no product of Evenkeel";
  private static final String NO_SP_CACHE = "its partitions in memory are no product of Evenkeel";
  private static final String SIMULATED_DEMO =
      "./evenkeel simulate docs/scenarios/demo.scenario --set files=100 --set nodes=13";
  private static final String SIMULATED_STRIPES =
      "./evenkeel simulate docs/scenarios/striped-demo.scenario";

  private static final List<PaperExperiment> STATED =
      List.of(
          alike(
              POCACHE,
              "table 1",
              "what coding costs",
              "./evenkeel bench coding",
              "beside memory copy and Hadoop's coder, not beside a network"),
          repeated(POCACHE, "figure 3a", "a read hits a straggler, by k", "./evenkeel analyze"),
          repeated(POCACHE, "figure 3b", "the same by c", "./evenkeel analyze --k 4 --c 0,1,2,3,4"),
          repeated(
              POCACHE,
              "figure 3c",
              "the same by ps",
              "./evenkeel analyze --k 4 --ps 0.001,0.0025,0.005,0.0075,0.01"),
          repeated(
              POCACHE,
              "figure 3d",
              "the same by pc",
              "./evenkeel analyze --k 4 --pc 0,0.0025,0.005,0.0075,0.01"),
          repeated(
              POCACHE,
              "figure 4a",
              "the same with slow racks, a = 1",
              "./evenkeel analyze --pr 0.001"),
          repeated(
              POCACHE,
              "figure 4b",
              "the same with slow racks, a = 2",
              "./evenkeel analyze --pr 0.001 --a 2 --c 2"),
          alike(
              POCACHE,
              "experiment 1",
              "a contiguous file, one slow DataNode",
              "./evenkeel demo",
              "k = 4, others by --k and --code; beside Vanilla, HR and PR of the paper also adaptive"),
          alike(
              POCACHE,
              "experiment 2",
              "a striped file, one slow DataNode",
              "./evenkeel bench striped --rows 'cached-.*'",
              "by adaptive, not all k + 1 at once; also with a second slow node"),
          alike(
              POCACHE,
              "experiment 3",
              "reads of skewed popularity",
              SIMULATED_DEMO + " --set reads=2000 --beside scheme=stock",
              "simulated, contiguous files; there is no selective replication"),
          alike(
              POCACHE,
              "experiment 4",
              "files of several sizes",
              SIMULATED_DEMO + " --set 'file.bytes=uniform 16 MiB 128 MiB' --beside scheme=stock",
              "simulated, other sizes"),
          alike(
              POCACHE,
              "experiment 5",
              "several clients",
              SIMULATED_DEMO + " --set processes=12 --set rate=0.5 --beside scheme=stock",
              "simulated, and reads come at a rate whether or not those before have ended"),
          alike(
              POCACHE,
              "experiment 6",
              "MapReduce jobs",
              "./evenkeel bench jobs",
              "terasort and others in local mode, and Spark; no HiBench"),
          alike(
              POCACHE,
              "experiment 7",
              "what a write costs",
              "./evenkeel bench write",
              "of one subblock size"),
          notHere(
              POCACHE,
              "experiment 8",
              "a subblock from a DataNode, a straggler, Redis",
              "the pieces of a read by themselves are no command's; the whole read is ./evenkeel demo"),
          alike(
              POCACHE,
              "experiment 9",
              "reads by subblock size",
              SIMULATED_DEMO + " --set 'cell.bytes=256 KiB' --beside 'cell.bytes=1 MiB'",
              "simulated, two sizes at a time"),
          notHere(
              POCACHE,
              "experiment 10",
              "where the time of a job goes",
              "phases of jobs are not measured; their times are, by ./evenkeel bench jobs"),
          alike(
              POCACHE,
              "experiment 12",
              "latencies by cache policy",
              "./evenkeel repro pocache --experiment 11 --blocks 40,60,80",
              "hit ratios only: what a hit costs is experiment 1"),
          alike(
              POCACHE,
              "experiment 14",
              "latencies by what is cached",
              "./evenkeel repro pocache --experiment 13 --blocks 40,60,80",
              "hit ratios only: Evenkeel caches no data"),
          alike(
              POCACHE,
              "experiment 15",
              "prefetching",
              "./evenkeel repro pocache --experiment 11 --straggler-at 1000",
              "hit ratios; latencies of a real cluster are ./evenkeel bench straggler"),
          alike(
              POCACHE,
              "experiment 16",
              "Amazon EC2, natural stragglers",
              "./evenkeel repro pocache --experiment 11 --files 300 --reads 1000 --datanodes 28"
                  + " --blocks 120",
              "hit ratios of its files, reads and cache: there is no rented cluster"),
          repeated(HU, "figure 2", "skewed demand", "./evenkeel repro hu --figure 2"),
          repeated(
              HU, "table 1", "latencies and probes, LRC(6,2,2)", "./evenkeel repro hu --table 1"),
          repeated(HU, "table 2", "latencies and probes, RS(6,3)", "./evenkeel repro hu --table 2"),
          repeated(
              HU,
              "figures 5, 6",
              "request, task and waiting times, LRC(6,2,2)",
              "./evenkeel repro hu --figure 5 --figure 6"),
          repeated(
              HU,
              "figures 7, 8",
              "request, task and waiting times, RS(6,3)",
              "./evenkeel repro hu --figure 7 --figure 8"),
          notHere(
              EC_CACHE,
              "figures 2, 3",
              "reads and links of Facebook's cluster",
              "its trace is not public; sizes and popularity are the simulator's population = facebook"),
          notHere(EC_CACHE, "theorem 1", "variance of load by k", NO_EC_CACHE),
          notHere(EC_CACHE, "figures 8, 9", "latencies and load by popularity", NO_EC_CACHE),
          notHere(EC_CACHE, "figure 10", "background traffic", NO_EC_CACHE),
          alike(
              EC_CACHE,
              "figure 11",
              "a server fails",
              SIMULATED_STRIPES
                  + " --set fault.failed.nodes=1 --set straggler.nodes=0"
                  + " --beside scheme=stock",
              "erasure-coded files on disks, beside the stock client"),
          notHere(EC_CACHE, "figure 12", "objects of a trace's sizes", NO_EC_CACHE),
          notHere(EC_CACHE, "figures 13, 14", "load and latency by k", NO_EC_CACHE),
          notHere(
              EC_CACHE,
              "figures 15, 16",
              "additional reads",
              NO_EC_CACHE + "; late binding of k + delta is a tested example of a scheme"),
          notHere(EC_CACHE, "figure 17", "times of writes", NO_EC_CACHE),
          notHere(
              SP_CACHE,
              "figure 1",
              "files of Yahoo's cluster",
              "its trace is not public; sizes and popularity are the simulator's population = yahoo"),
          notHere(SP_CACHE, "figures 2 to 6, tables 1 to 3", "why partitions", NO_SP_CACHE),
          notHere(SP_CACHE, "figures 8, 10 to 18", "partitions, load, latency", NO_SP_CACHE),
          alike(
              SP_CACHE,
              "figure 19",
              "stragglers by Bing's profile",
              SIMULATED_STRIPES
                  + " --set straggler.nodes=0 --set straggler.node.probability=0.05"
                  + " --seeds 20 --beside scheme=stock",
              "erasure-coded files on disks, beside the stock client; a seed of few nodes may draw"
                  + " no straggler"),
          notHere(
              SP_CACHE, "figures 20 to 22", "hit ratio, a simulated trace, writes", NO_SP_CACHE));

  private PaperExperiments() {}

  private static PaperExperiment repeated(Paper paper, String id, String subject, String command) {
    return new PaperExperiment(paper, id, subject, REPEATED, command, "");
  }

  private static PaperExperiment alike(
      Paper paper, String id, String subject, String command, String difference) {
    return new PaperExperiment(paper, id, subject, ALIKE, command, difference);
  }

  private static PaperExperiment notHere(Paper paper, String id, String subject, String reason) {
    return new PaperExperiment(paper, id, subject, NOT_HERE, "", reason);
  }

  /** All of them, by paper and in the papers' order. */
  static List<PaperExperiment> all() {
    List<PaperExperiment> run =
        PocacheExperiments.byNumber().values().stream().map(PaperExperiments::of).toList();
    return Stream.concat(
            STATED.stream().filter(stated -> run.stream().noneMatch(each -> same(each, stated))),
            run.stream())
        .sorted(PaperExperiments::inThePapersOrder)
        .toList();
  }

  private static PaperExperiment of(PocacheExperiment experiment) {
    return new PaperExperiment(
        POCACHE,
        EXPERIMENT + experiment.number(),
        experiment.subject(),
        REPEATED,
        "./evenkeel repro pocache --experiment " + experiment.number(),
        experiment.difference());
  }

  private static boolean same(PaperExperiment one, PaperExperiment other) {
    return one.paper() == other.paper() && one.id().equals(other.id());
  }

  /** By paper; POCache's experiments by their numbers, after all else; others as they stand. */
  private static int inThePapersOrder(PaperExperiment one, PaperExperiment other) {
    int byPaper = one.paper().compareTo(other.paper());
    return byPaper != 0 ? byPaper : Integer.compare(number(one), number(other));
  }

  private static int number(PaperExperiment experiment) {
    return experiment.id().startsWith(EXPERIMENT)
        ? Integer.parseInt(experiment.id().substring(EXPERIMENT.length()))
        : 0;
  }
}
