package io.evenkeel.cli.bench.tail;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * One row.
 *
 * @param replication 1 with cached parity, or 3 with neither manager nor cache nodes
 * @param perSecond how many operations are due in a second
 */
record TailRow(String name, int replication, Fault fault, double perSecond, Load load) {
  private static final int KIB = 1024;
  private static final long LIMIT_BYTES_PER_SECOND = 64 << 20;

  /** What one of the nodes has. */
  enum Fault {
    /** It waits before every read. */
    DELAYED,
    /** It hangs. */
    STOPPED,
    /** It reads at an eighth of the others' rate. */
    SLOWED,
    /** None has any: what is read is {@link Load#fourfold} instead. */
    FOURFOLD;

    String suffix() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Of every healthy DataNode; 0 for no limit. Only what has one can be slowed. */
  long rateBytesPerSecond() {
    return fault == Fault.SLOWED ? LIMIT_BYTES_PER_SECOND : 0;
  }

  /** What is read while one of the nodes is not healthy. */
  Load loadUnderFault() {
    return fault == Fault.FOURFOLD ? load.fourfold() : load;
  }

  boolean withParity() {
    return replication == 1;
  }

  private static String with(int replication) {
    return replication == 1 ? "parity" : "replicas";
  }

  /** Those of {@code bench small}. */
  static List<TailRow> small(double perSecond) {
    List<TailRow> rows = new ArrayList<>();
    Load plain = new SmallLoad(64 * KIB, 64 * KIB, true, 64, false);
    Load hbase = new SmallLoad(4 * KIB, 64 * KIB, false, 32, false);
    for (Fault fault : List.of(Fault.DELAYED, Fault.STOPPED)) {
      for (int replication : new int[] {1, 3}) {
        String name = with(replication) + "-" + fault.suffix();
        rows.add(new TailRow(name, replication, fault, perSecond, plain));
        rows.add(new TailRow("hbase-" + name, replication, fault, perSecond, hbase));
      }
    }
    rows.add(new TailRow("fourfold", 1, Fault.FOURFOLD, perSecond, plain));
    rows.add(new TailRow("hbase-fourfold", 1, Fault.FOURFOLD, perSecond, hbase));
    return rows;
  }

  /** Those of {@code bench tasks}. */
  static List<TailRow> tasks() {
    List<TailRow> rows = new ArrayList<>();
    for (int replication : new int[] {1, 3}) {
      for (TaskLoad load : List.of(TaskLoad.ofColumns(), TaskLoad.ofColumnsAtOnce())) {
        rows.add(task(replication, Fault.DELAYED, 20, load));
        rows.add(task(replication, Fault.SLOWED, 10, load));
      }
      rows.add(task(replication, Fault.SLOWED, 1.5, TaskLoad.ofSplits()));
    }
    rows.add(task(1, Fault.FOURFOLD, 20, TaskLoad.ofColumnsAtOnce()));
    return rows;
  }

  private static TailRow task(int replication, Fault fault, double perSecond, TaskLoad load) {
    String name = with(replication) + "-" + load.name() + "-" + fault.suffix();
    return new TailRow(name, replication, fault, perSecond, load);
  }
}
