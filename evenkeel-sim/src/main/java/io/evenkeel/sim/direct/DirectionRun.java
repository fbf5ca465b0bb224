package io.evenkeel.sim.direct;

import io.evenkeel.policy.direct.CodedPartition;
import io.evenkeel.policy.direct.DirectedRead;
import io.evenkeel.policy.direct.LoadDirection;
import io.evenkeel.policy.direct.LoadDirections;
import io.evenkeel.policy.direct.ProbeStep;
import io.evenkeel.policy.direct.ProbeStep.Ask;
import io.evenkeel.policy.direct.ProbeStep.ConditionalRead;
import io.evenkeel.policy.direct.ProbeStep.Decided;
import io.evenkeel.policy.direct.ReadOption;
import io.evenkeel.sim.queue.VirtualScheduler;
import io.evenkeel.sim.workload.ReadArrival;
import java.util.SplittableRandom;

/**
 * Reads of a cluster's partitions by one direction in virtual time: each comes in by a front end,
 * is directed there, with the questions that this takes, and then waits at the nodes that were
 * chosen until the last of them is done. By seed: all directions have the same placement and reads.
 */
public final class DirectionRun {
  private final VirtualScheduler scheduler = new VirtualScheduler();
  private final CodedCluster cluster;
  private final LoadDirection direction;
  private final FcfsNodes nodes;
  private final HeardQueues heard;
  private final SplittableRandom entrances;
  private final SplittableRandom draws;
  private final DirectionFigures.Counts counts;
  private final ReadTimes times;

  private DirectionRun(
      DirectionSetting setting, DirectionPlan plan, long seed, int reads, ReadTimes times) {
    SplittableRandom random = new SplittableRandom(~seed);
    this.entrances = random.split();
    this.draws = random.split();
    this.cluster = new CodedCluster(setting, seed, reads);
    this.direction = LoadDirections.named(plan.direction());
    this.nodes = new FcfsNodes(cluster.nodes(), scheduler);
    this.heard = new HeardQueues(plan, direction.belief(), cluster, nodes, scheduler, draws);
    this.counts = new DirectionFigures.Counts(reads);
    this.times = times;
  }

  /**
   * The share of its time that normal reads take of the busiest node, as partitions are placed by
   * that seed and by their popularity. From 1 on its queue would grow without end.
   */
  public static double hottestUtilisation(DirectionSetting setting, long seed) {
    return new CodedCluster(setting, seed, 0).hottestUtilisation();
  }

  /**
   * Runs so many reads, from idle nodes to the last one's end.
   *
   * @param reads at least 1
   * @param times is told of all of them
   */
  public static DirectionFigures run(
      DirectionSetting setting, DirectionPlan plan, long seed, int reads, ReadTimes times) {
    if (reads < 1) {
      throw new IllegalArgumentException("there is one read at least, got " + reads);
    }
    DirectionRun run = new DirectionRun(setting, plan, seed, reads, times);
    run.next();
    while (!run.counts.isComplete()) {
      run.scheduler.runNext();
    }
    return run.counts.figures(run.heard.reported());
  }

  private void next() {
    ReadArrival arrival = cluster.objects().next();
    scheduler.schedule(arrival.atNanos() - scheduler.nanoTime(), () -> arrived(arrival));
  }

  private void arrived(ReadArrival arrival) {
    if (cluster.objects().hasNext()) {
      next();
    } else {
      counts.lastArrived(nodes.hottestUtilisation());
    }
    CodedPartition partition = cluster.partitions().get(DirectionSetting.partition(arrival));
    long bytes = DirectionSetting.taskBytes(arrival.lengthBytes());
    new Read(new DirectedRead(partition, bytes)).begin();
  }

  /** One read from its arrival on. */
  private final class Read {
    private final DirectedRead read;
    private final int frontEnd = entrances.nextInt(heard.frontEnds());
    private final long arrivedNanos = scheduler.nanoTime();
    private long sentNanos;
    private int left;

    Read(DirectedRead read) {
      this.read = read;
    }

    void begin() {
      heard.wanted(read);
      take(direction.begin(read, heard.known(frontEnd), draws::nextLong));
    }

    private void take(ProbeStep step) {
      if (step instanceof Ask ask) {
        counts.asked(ask.nodes().size());
        nodes.ask(ask.nodes(), answers -> take(ask.answered(answers)));
      } else if (step instanceof ConditionalRead read) {
        counts.asked(1);
        if (nodes.queuedBytes(read.node()) <= read.queuedBytesMax()) {
          start(read.normal());
        } else {
          nodes.refuse(read.node(), answers -> take(read.refused(answers)));
        }
      } else {
        start(((Decided) step).option());
      }
    }

    private void start(ReadOption option) {
      sentNanos = scheduler.nanoTime();
      left = option.indexes().size();
      counts.directed(option.isDegraded(), left);
      heard.directed(frontEnd, read, option);
      for (int index : option.indexes().toArray()) {
        nodes.submit(read.partition().nodes().get(index), read.requestBytes(), this::served);
      }
    }

    private void served(long startedNanos) {
      long now = scheduler.nanoTime();
      times.task(sentNanos, startedNanos, now);
      left--;
      if (left == 0) {
        times.read(arrivedNanos, sentNanos, now);
        counts.ended(now - arrivedNanos);
      }
    }
  }
}
