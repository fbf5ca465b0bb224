package io.evenkeel.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** One client program in a JVM of its own, with exactly the class path it is given. */
record ClientProcess(byte[] stdout, String stderr) {
  private static final long PATIENCE_SECONDS = 60;

  /**
   * Runs a program to its end and requires that it succeeds.
   *
   * @param folder where its output goes, and its temporary files
   */
  static ClientProcess run(List<String> classPath, Path folder, String main, List<String> arguments)
      throws IOException, InterruptedException {
    Path stdout = Files.createTempFile(folder, "client-", ".out");
    Path stderr = Files.createTempFile(folder, "client-", ".err");
    List<String> command =
        new ArrayList<>(
            List.of(
                tool("java"), "-XX:+UseSerialGC", "-Xmx256m", "-Djava.io.tmpdir=" + folder, main));
    command.addAll(arguments);
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectOutput(stdout.toFile()).redirectError(stderr.toFile());
    builder.environment().put("CLASSPATH", String.join(File.pathSeparator, classPath));
    Process process = builder.start();
    try {
      boolean ended = process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
      if (!ended) {
        dumpThreads(process);
      }
      String errors = Files.readString(stderr, StandardCharsets.ISO_8859_1);
      assertThat(ended)
          .as("%s %s ended within %s s\n%s", main, arguments, PATIENCE_SECONDS, errors)
          .isTrue();
      assertThat(process.exitValue()).as("%s %s\n%s", main, arguments, errors).isZero();
      return new ClientProcess(Files.readAllBytes(stdout), errors);
    } finally {
      process.destroyForcibly();
    }
  }

  /** What the JVM was doing that did not end, for whoever looks into it: target/hung-client.txt. */
  private static void dumpThreads(Process process) throws IOException, InterruptedException {
    new ProcessBuilder(tool("jcmd"), Long.toString(process.pid()), "Thread.print")
        .redirectOutput(Path.of("target", "hung-client.txt").toFile())
        .start()
        .waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  private static String tool(String name) {
    return Path.of(System.getProperty("java.home"), "bin", name).toString();
  }

  String text() {
    return new String(stdout, StandardCharsets.UTF_8);
  }
}
