package io.evenkeel.cli.bench.reads;

import io.evenkeel.process.Janitor;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * One program in a JVM of its own, from its start to its end.
 *
 * @param cpuNanos user and system time of the process and what it waited for, in ticks of 10 ms
 */
public record ChildJvm(long nanos, long cpuNanos) {
  /** What a program says on standard error, in its folder. */
  public static final String ERRORS_FILE = "client.err";

  private static final Path SELF_STAT = Path.of("/proc/self/stat");

  /** As proc(5) counts them. */
  private static final int CHILDREN_USER_FIELD = 16;

  private static final int FIRST_FIELD_AFTER_NAME = 3;
  private static final long PATIENCE_SECONDS = 600;
  private static final int ERROR_CHARACTERS_MAX = 2000;

  /**
   * Runs it with its output in {@code stdout} and fails if it does. The client's JVM has no options
   * of ours.
   *
   * @param folder for temporary files and what it says on standard error
   */
  static ChildJvm run(
      Installation installation, Path folder, Path stdout, String main, List<String> arguments)
      throws IOException, InterruptedException {
    return run(installation, folder, stdout, List.of(), main, arguments);
  }

  /** The same with options for the JVM, such as a program's own documentation demands. */
  public static ChildJvm run(
      Installation installation,
      Path folder,
      Path stdout,
      List<String> jvmOptions,
      String main,
      List<String> arguments)
      throws IOException, InterruptedException {
    ProcessBuilder builder =
        builder(installation, folder, jvmOptions, main, arguments).redirectOutput(stdout.toFile());
    // However this process ends, that one does not outlive it.
    try (Janitor janitor = Janitor.start()) {
      long cpu = cpuOfEndedChildren();
      long start = System.nanoTime();
      int status = statusOf(builder, janitor);
      ChildJvm ended = new ChildJvm(System.nanoTime() - start, cpuOfEndedChildren() - cpu);
      if (status != 0) {
        throw new IOException(
            "%s: %s %s ended with %d: %s"
                .formatted(
                    installation.name(), main, String.join(" ", arguments), status, said(folder)));
      }
      return ended;
    }
  }

  private static int statusOf(ProcessBuilder builder, Janitor janitor)
      throws IOException, InterruptedException {
    Process process = builder.start();
    janitor.kill(process);
    if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      throw new IOException(
          String.join(" ", builder.command()) + " did not end within " + PATIENCE_SECONDS + " s");
    }
    return process.exitValue();
  }

  /**
   * One that is still to be started, in a folder that also takes its temporary files and what it
   * says on standard error.
   */
  public static ProcessBuilder builder(
      Installation installation,
      Path folder,
      List<String> jvmOptions,
      String main,
      List<String> arguments) {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.net.preferIPv4Stack=true",
                "-Djava.io.tmpdir=" + folder));
    command.addAll(jvmOptions);
    command.add(main);
    command.addAll(arguments);
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectError(folder.resolve(ERRORS_FILE).toFile());
    builder
        .environment()
        .put("CLASSPATH", String.join(File.pathSeparator, installation.classPath()));
    return builder;
  }

  /** The beginning of what one has said on standard error. */
  public static String said(Path folder) throws IOException {
    String said = Files.readString(folder.resolve(ERRORS_FILE));
    return said.substring(0, Math.min(said.length(), ERROR_CHARACTERS_MAX));
  }

  /** Of children that were waited for; nodes of a cluster count when they end. */
  private static long cpuOfEndedChildren() throws IOException {
    String stat = Files.readString(SELF_STAT);
    // The name of the process is in parentheses and may have spaces.
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    int first = CHILDREN_USER_FIELD - FIRST_FIELD_AFTER_NAME;
    return (Long.parseLong(fields[first]) + Long.parseLong(fields[first + 1]))
        * ProcessCpu.CLOCK_TICK_NANOS;
  }
}
