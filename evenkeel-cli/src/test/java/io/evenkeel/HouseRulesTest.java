package io.evenkeel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What no compiler looks at in the sources of all modules. */
class HouseRulesTest {
  private static final Path TOP = Path.of("..");
  private static final int LINES_MAX = 500;

  // Written so that this file is none of those that it finds.
  private static final Pattern UNFINISHED =
      Pattern.compile("\\b(TO" + "DO|FIX" + "ME|XX" + "X)\\b");

  private static List<Path> sources() throws IOException {
    try (Stream<Path> modules = Files.list(TOP)) {
      List<Path> folders =
          modules
              .filter(module -> module.getFileName().toString().startsWith("evenkeel-"))
              .map(module -> module.resolve("src"))
              .filter(Files::isDirectory)
              .toList();
      assertThat(folders).hasSizeGreaterThan(10);
      return Stream.concat(
              folders.stream().flatMap(HouseRulesTest::javaFiles),
              Stream.of(TOP.resolve("evenkeel")))
          .toList();
    }
  }

  private static Stream<Path> javaFiles(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(".java")).toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void sources_areShortAndFinished() throws IOException {
    for (Path file : sources()) {
      List<String> lines = Files.readAllLines(file);
      assertThat(lines.size())
          .as("lines of %s", TOP.relativize(file))
          .isLessThanOrEqualTo(LINES_MAX);
      assertThat(lines)
          .as("of %s", TOP.relativize(file))
          .noneMatch(line -> UNFINISHED.matcher(line).find());
    }
  }
}
