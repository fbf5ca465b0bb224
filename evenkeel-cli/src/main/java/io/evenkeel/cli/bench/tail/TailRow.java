package io.evenkeel.cli.bench.tail;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * One row.
 *
 * @param perSecond how many operations are due in a second
 */
record TailRow(String name, Storage storage, Fault fault, double perSecond, Load load) {
  private static final int KIB = 1024;
  private static final long LIMIT_BYTES_PER_SECOND = 64 << 20;

  /** How the file is stored, and so which ways around a node there are. */
  enum Storage {
    /** One replica, with cached parity. */
    PARITY(1),
    /** With neither manager nor cache nodes, as what follows. */
    REPLICAS(3),
    /** Erasure-coded, {@link TailRow#POLICY}. */
    CODED(1);

    private final short replication;

    Storage(int replication) {
      this.replication = (short) replication;
    }

    short replication() {
      return replication;
    }

    String prefix() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** As wide as six DataNodes allow. */
  static final String POLICY = "RS-3-2-1024k";

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

    String text() {
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

  /** Those of {@code bench small}. */
  static List<TailRow> small(double perSecond) {
    List<TailRow> rows = new ArrayList<>();
    Load plain = new SmallLoad(64 * KIB, 64 * KIB, true, 64, false);
    Load hbase = new SmallLoad(4 * KIB, 64 * KIB, false, 32, false);
    for (Fault fault : List.of(Fault.DELAYED, Fault.STOPPED)) {
      for (Storage storage : Storage.values()) {
        String name = storage.prefix() + "-" + fault.text();
        rows.add(new TailRow(name, storage, fault, perSecond, plain));
        rows.add(new TailRow("hbase-" + name, storage, fault, perSecond, hbase));
      }
    }
    rows.add(new TailRow("fourfold", Storage.PARITY, Fault.FOURFOLD, perSecond, plain));
    rows.add(new TailRow("hbase-fourfold", Storage.PARITY, Fault.FOURFOLD, perSecond, hbase));
    return rows;
  }

  /** Those of {@code bench tasks}. */
  static List<TailRow> tasks() {
    List<TailRow> rows = new ArrayList<>();
    for (Storage storage : List.of(Storage.PARITY, Storage.REPLICAS)) {
      for (TaskLoad load : List.of(TaskLoad.ofColumns(), TaskLoad.ofColumnsAtOnce())) {
        rows.add(task(storage, Fault.DELAYED, 20, load));
        rows.add(task(storage, Fault.SLOWED, 10, load));
      }
      rows.add(task(storage, Fault.SLOWED, 1.5, TaskLoad.ofSplits()));
    }
    rows.add(task(Storage.PARITY, Fault.FOURFOLD, 20, TaskLoad.ofColumnsAtOnce()));
    return rows;
  }

  private static TailRow task(Storage storage, Fault fault, double perSecond, TaskLoad load) {
    String name = storage.prefix() + "-" + load.name() + "-" + fault.text();
    return new TailRow(name, storage, fault, perSecond, load);
  }
}
