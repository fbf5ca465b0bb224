package io.evenkeel.cli.bench.jobs;

import io.evenkeel.cli.bench.reads.Installation;
import io.evenkeel.process.Janitor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The jars of Spark or of MapReduce, fetched by the build's Maven the first time. */
final class JobJars {
  private static final long MINUTES_MAX = 15;
  private static final String COMPLETE = "complete";

  private JobJars() {}

  /**
   * All jars of {@code what}, by path.
   *
   * @throws IOException that says what to do when they cannot be had
   */
  static List<String> of(String what) throws IOException, InterruptedException {
    Path top = Installation.home();
    Path folder = top.resolve("target").resolve("jobs").resolve(what);
    Path pom = top.resolve("evenkeel-cli/src/jobs").resolve(what).resolve("pom.xml");
    if (!Files.exists(folder.resolve(COMPLETE))) {
      fetch(top, pom, folder);
      Files.writeString(folder.resolve(COMPLETE), "");
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.toString().endsWith(".jar"))
          .map(Path::toString)
          .sorted()
          .toList();
    }
  }

  private static void fetch(Path top, Path pom, Path folder)
      throws IOException, InterruptedException {
    Files.createDirectories(folder);
    Path log = folder.resolve("fetch.log");
    ProcessBuilder fetching =
        new ProcessBuilder(
                top.resolve("mvnw").toString(),
                "-B",
                "--no-transfer-progress",
                "-f",
                pom.toString(),
                "dependency:copy-dependencies",
                "-DincludeScope=runtime",
                "-DoutputDirectory=" + folder)
            .directory(top.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    try (Janitor janitor = Janitor.start()) {
      Process maven = fetching.start();
      janitor.kill(maven);
      if (!maven.waitFor(MINUTES_MAX, TimeUnit.MINUTES) || maven.exitValue() != 0) {
        throw new IOException(
            "Maven could not fetch the jars of "
                + pom
                + "; it needs Maven Central or a mirror in ~/.m2/settings.xml once, and what it said"
                + " is in "
                + log);
      }
    }
  }
}
