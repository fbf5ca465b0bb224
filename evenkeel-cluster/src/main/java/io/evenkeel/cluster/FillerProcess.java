package io.evenkeel.cluster;

import io.evenkeel.process.ChildProcess;
import io.evenkeel.process.Deadline;
import io.evenkeel.process.Janitor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The cluster's filler, which makes the parity that the manager wants. */
final class FillerProcess {
  static final String NAME = "filler";
  private static final String MAIN_CLASS = "io.evenkeel.hadoop.fill.FillerMain";
  private static final int HEAP_MEBIBYTES = 256;

  private final ChildProcess child;

  private FillerProcess(ChildProcess child) {
    this.child = child;
  }

  /**
   * Starts it.
   *
   * @param properties those of a client with Evenkeel
   */
  static FillerProcess start(Map<String, String> properties, Path clusterFolder, Janitor janitor)
      throws IOException {
    Path folder = Files.createDirectory(clusterFolder.resolve(NAME));
    List<String> arguments = new ArrayList<>();
    properties.forEach(
        (key, value) -> {
          arguments.add("-D");
          arguments.add(key + "=" + value);
        });
    arguments.add("--end-on-stdin-eof");
    return new FillerProcess(
        ChildProcess.start(
            NAME,
            JavaCommand.of(
                MAIN_CLASS, HEAP_MEBIBYTES, ChildProcess.logFile(NAME, folder), arguments),
            JavaCommand.environment(),
            folder,
            janitor));
  }

  void awaitReady(Deadline deadline) throws IOException {
    child.awaitReady(deadline);
  }

  NodeStatus status() {
    return NodeStatus.of(NAME, NodeStatus.Kind.FILLER, child, "");
  }
}
