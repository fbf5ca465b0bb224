package io.evenkeel.cli.bench.jobs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What Spark wrote down about its tasks, in its event log. */
record SparkEvents(List<Task> tasks) {
  /**
   * A task that ended.
   *
   * @param finishedMillis of the epoch
   * @param readBytes as Spark counts them, from Hadoop's statistics
   */
  record Task(long finishedMillis, long readBytes) {}

  /** Tasks and bytes of a statement. */
  record Sum(long tasks, long readBytes) {}

  /** All logs in {@code folder}, which may be folders of parts. */
  static SparkEvents in(Path folder) throws IOException {
    List<Task> tasks = new ArrayList<>();
    ObjectMapper mapper = new ObjectMapper();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(SparkEvents::isLog).toList()) {
        for (String line : Files.readAllLines(file)) {
          JsonNode event = mapper.readTree(line);
          if (event.path("Event").asText().equals("SparkListenerTaskEnd")) {
            tasks.add(
                new Task(
                    event.at("/Task Info/Finish Time").asLong(),
                    event.at("/Task Metrics/Input Metrics/Bytes Read").asLong()));
          }
        }
      }
    }
    return new SparkEvents(List.copyOf(tasks));
  }

  private static boolean isLog(Path file) {
    String name = file.getFileName().toString();
    return Files.isRegularFile(file) && !name.startsWith(".") && !name.startsWith("appstatus");
  }

  /** Of those that ended in a time; statements run one after the other. */
  Sum between(long begunMillis, long endedMillis) {
    List<Task> own =
        tasks.stream()
            .filter(
                task ->
                    task.finishedMillis() >= begunMillis && task.finishedMillis() <= endedMillis)
            .toList();
    return new Sum(own.size(), own.stream().mapToLong(Task::readBytes).sum());
  }
}
