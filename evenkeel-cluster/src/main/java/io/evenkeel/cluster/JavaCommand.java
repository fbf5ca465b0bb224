package io.evenkeel.cluster;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Command lines of child JVMs: this JVM's java and class path, a small heap, a log file. */
final class JavaCommand {
  private static final String LOG_CONFIGURATION = "io/evenkeel/cluster/node-log4j.properties";

  private JavaCommand() {}

  /** The command that runs {@code main}; the class path goes by {@link #environment()}. */
  static List<String> of(String main, int heapMebibytes, Path log, List<String> arguments) {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                // Quick to start and small: a node here serves loopback at a throttled rate.
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx" + heapMebibytes + "m",
                "-Djava.net.preferIPv4Stack=true",
                "-Dlog4j.configuration=" + LOG_CONFIGURATION,
                "-Devenkeel.log.file=" + log,
                // Hadoop's web servers unpack there, and a killed node does not clean up.
                "-Djava.io.tmpdir=" + log.toAbsolutePath().getParent(),
                main));
    command.addAll(arguments);
    return command;
  }

  /** In the environment it keeps the command lines short enough to read in a process list. */
  static Map<String, String> environment() {
    return Map.of("CLASSPATH", System.getProperty("java.class.path"));
  }
}
