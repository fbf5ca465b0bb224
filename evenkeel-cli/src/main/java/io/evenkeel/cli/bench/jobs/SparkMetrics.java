package io.evenkeel.cli.bench.jobs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What Spark's own metrics say of a session, as files that it writes until it ends. */
final class SparkMetrics {
  private static final String AROUND = "executor.filesystem.evenkeel.read_bytes";
  private static final String SINK = "spark.metrics.conf.*.sink.csv.";

  private SparkMetrics() {}

  /** What a user sets to see them; they are written into that folder. */
  static List<String> settings(Path folder) {
    return List.of(
        "spark.executor.metrics.fileSystemSchemes=file,hdfs,evenkeel",
        SINK + "class=org.apache.spark.metrics.sink.CsvSink",
        SINK + "period=1",
        SINK + "unit=seconds",
        SINK + "directory=" + folder);
  }

  /** What the session has read around nodes; 0 where no such file system was ever there. */
  static long aroundBytes(Path folder) throws IOException {
    long sum = 0;
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file :
          files.filter(file -> file.getFileName().toString().endsWith(AROUND + ".csv")).toList()) {
        List<String> lines = Files.readAllLines(file);
        // A header, then a time and a value on each line.
        if (lines.size() > 1) {
          String last = lines.get(lines.size() - 1);
          sum += Long.parseLong(last.substring(last.indexOf(',') + 1));
        }
      }
    }
    return sum;
  }
}
