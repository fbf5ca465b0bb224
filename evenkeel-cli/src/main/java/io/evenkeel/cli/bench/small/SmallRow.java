package io.evenkeel.cli.bench.small;

import java.util.ArrayList;
import java.util.List;

/**
 * One row.
 *
 * @param replication 1 with cached parity, or 3 with neither manager nor cache nodes
 * @param stopped whether the node is stopped, or delays every read
 * @param shortestBytes the least that is read at once
 * @param longestBytes the most
 * @param verifies whether the client verifies checksums
 * @param threads how many reads may be under way
 */
record SmallRow(
    String name,
    int replication,
    boolean stopped,
    int shortestBytes,
    int longestBytes,
    boolean verifies,
    int threads) {
  private static final int KIB = 1024;

  boolean withParity() {
    return replication == 1;
  }

  static List<SmallRow> all() {
    List<SmallRow> rows = new ArrayList<>();
    for (boolean stopped : new boolean[] {false, true}) {
      String fault = stopped ? "stopped" : "delayed";
      for (int replication : new int[] {1, 3}) {
        String with = replication == 1 ? "parity" : "replicas";
        rows.add(
            new SmallRow(with + "-" + fault, replication, stopped, 64 * KIB, 64 * KIB, true, 64));
        rows.add(
            new SmallRow(
                "hbase-" + with + "-" + fault, replication, stopped, 4 * KIB, 64 * KIB, false, 32));
      }
    }
    return rows;
  }
}
