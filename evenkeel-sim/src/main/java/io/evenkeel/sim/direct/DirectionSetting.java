package io.evenkeel.sim.direct;

import io.evenkeel.sim.chance.Distribution;
import io.evenkeel.sim.workload.ReadArrival;

/**
 * A cluster as that of Hu et al. (SoCC 2017, section 4): 90 nodes alike that serve one read task
 * after the other, 334 coding groups of six partitions and their parity, and front ends by which
 * reads come in. A task takes a fixed time and that of its bytes, lognormal. It counts in queues as
 * the bytes that its node could serve in all of that time.
 *
 * @param code of the groups, of six data fragments
 * @param readsPerSecond in the mean, by Poisson
 * @param medianSeconds of the time of a task's bytes
 * @param zipf the exponent of the objects' popularity; 0 for all alike
 */
public record DirectionSetting(
    String code, double readsPerSecond, double medianSeconds, double zipf) {
  private static final double WAS_ZIPF = 1.15;

  /** Table 1 of the paper; its rate is what the probes stated there make of four for each read. */
  public static final DirectionSetting TABLE_1 =
      new DirectionSetting("lrc-6-2-2", 222, 0.018, WAS_ZIPF);

  /** Table 2 of the paper; likewise, of seven and of nine probes for each read. */
  public static final DirectionSetting TABLE_2 =
      new DirectionSetting("rs-6-3", 112, 0.040, WAS_ZIPF);

  public static final int NODES = 90;
  public static final int GROUPS = 334;
  static final int DATA = 6;
  static final double BYTES_PER_SECOND = 25e6;
  static final double NANOS_PER_SECOND = 1e9;

  /** Half of what it takes to ask a node. */
  public static final long PROBE_HALF_NANOS = 1_000_000;

  private static final double TASK_SECONDS = 0.003;
  private static final double SIGMA = 0.7;
  private static final double SECONDS_MAX = 0.4;

  /** The same with all objects alike, and as many reads as keep each node busy for that share. */
  public DirectionSetting even(double utilisation) {
    double reads = utilisation * NODES / meanTaskSeconds();
    return new DirectionSetting(code, reads, medianSeconds, 0);
  }

  /** The share of their time that normal reads take of all nodes together. */
  public double meanUtilisation() {
    return readsPerSecond * meanTaskSeconds() / NODES;
  }

  /** Partitions are numbered group by group. */
  static int partition(ReadArrival arrival) {
    return arrival.file() * DATA + (int) (arrival.offset() / objectBytesMax());
  }

  /** The bytes of objects. */
  Distribution objectBytes() {
    return Distribution.lognormal(medianSeconds * BYTES_PER_SECOND, SIGMA);
  }

  static long objectBytesMax() {
    return (long) (SECONDS_MAX * BYTES_PER_SECOND);
  }

  /** What a task of an object counts in queues. */
  static long taskBytes(long objectBytes) {
    return objectBytes + (long) (TASK_SECONDS * BYTES_PER_SECOND);
  }

  /** How long a task takes in the mean. */
  double meanTaskSeconds() {
    return TASK_SECONDS + objectBytes().mean() / BYTES_PER_SECOND;
  }
}
