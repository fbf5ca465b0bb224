package io.evenkeel.cli.bench.jobs;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/** Which DataNodes hold how much of tables: a straggler that holds nothing would hurt nobody. */
final class TableNodes {
  private final List<Map<String, Long>> tables;

  /**
   * The tables by what each address holds of each; replicas count one by one.
   *
   * @param tables bytes by address, one map a table, none empty
   */
  TableNodes(List<Map<String, Long>> tables) {
    this.tables = List.copyOf(tables);
  }

  /** Asks the NameNode where the blocks of the files in each folder are. */
  static TableNodes of(FileSystem fs, List<Path> folders) throws IOException {
    List<Map<String, Long>> tables = new ArrayList<>();
    for (Path folder : folders) {
      Map<String, Long> bytes = new HashMap<>();
      RemoteIterator<LocatedFileStatus> files = fs.listFiles(folder, true);
      while (files.hasNext()) {
        for (BlockLocation block : files.next().getBlockLocations()) {
          for (String address : block.getNames()) {
            bytes.merge(address, block.getLength(), Long::sum);
          }
        }
      }
      if (bytes.isEmpty()) {
        throw new FileNotFoundException("no DataNode holds a block of the table " + folder);
      }
      tables.add(bytes);
    }
    return new TableNodes(tables);
  }

  /** The DataNode whose smallest share of a table is the largest. */
  String holderOfSomeOfEach() {
    return tables.stream()
        .flatMap(table -> table.keySet().stream())
        .distinct()
        .max(
            Comparator.comparingDouble(this::smallestShare)
                .thenComparing(Comparator.reverseOrder()))
        .orElseThrow();
  }

  /** The smallest share of a table's replicas that the DataNode holds, of 0 to 1. */
  double smallestShare(String address) {
    return tables.stream().mapToDouble(table -> share(table, address)).min().orElse(0);
  }

  private static double share(Map<String, Long> table, String address) {
    long all = table.values().stream().mapToLong(Long::longValue).sum();
    return (double) table.getOrDefault(address, 0L) / all;
  }
}
