package io.evenkeel.cli.bench.striped;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * One cluster with one file, read through one fault after the other.
 *
 * @param dataUnits of the policy: its k
 * @param parityUnits its m: so many nodes are stopped at most
 * @param rateBytesPerSecond of each DataNode; 0 for no limit
 * @param isCached whether its parity is in a cache node, too
 */
record StripedRow(
    String policy,
    int dataUnits,
    int parityUnits,
    int dataNodes,
    long rateBytesPerSecond,
    boolean isCached) {
  private static final long MIB = 1 << 20;

  /**
   * A group takes all but one of the nodes, or all, as is usual in a small cluster. Those with
   * cached parity have the codes of POCache's experiment 2.
   */
  static List<StripedRow> all() {
    List<StripedRow> rows = new ArrayList<>();
    for (long rate : new long[] {32 * MIB, 0}) {
      rows.add(new StripedRow("RS-3-2-1024k", 3, 2, 6, rate, false));
      rows.add(new StripedRow("RS-6-3-1024k", 6, 3, 10, rate, false));
      rows.add(new StripedRow("RS-10-4-1024k", 10, 4, 15, rate, false));
    }
    for (int k : new int[] {4, 6, 8, 10}) {
      rows.add(new StripedRow("RS-" + k + "-1-1024k", k, 1, k + 2, 32 * MIB, true));
    }
    return rows;
  }

  String name() {
    String code = policy.substring(0, policy.lastIndexOf('-')).toLowerCase(Locale.ROOT);
    return (isCached ? "cached-" : "")
        + code
        + (rateBytesPerSecond == 0 ? "-unlimited" : "-" + rateBytesPerSecond / MIB + "m");
  }
}
