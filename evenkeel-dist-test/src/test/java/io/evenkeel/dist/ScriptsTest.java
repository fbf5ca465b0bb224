package io.evenkeel.dist;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The scripts of the tree, but Maven's own, have none of the mistakes that shellcheck knows. */
final class ScriptsTest {
  private static final List<String> NAMED = List.of("evenkeel", ".ci/run");

  @Test
  void scripts_satisfyShellcheck() throws IOException, InterruptedException {
    assumeThat(isInstalled())
        .as("shellcheck is on the PATH (./evenkeel test installs it on Debian and Ubuntu, as root)")
        .isTrue();
    Path top = Path.of("..").toRealPath();
    List<String> command = new ArrayList<>(List.of("shellcheck", "--color=never"));
    command.addAll(scripts(top));
    Process process =
        new ProcessBuilder(command).directory(top.toFile()).redirectErrorStream(true).start();
    String findings = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(findings).isZero();
  }

  private static List<String> scripts(Path top) throws IOException {
    List<String> scripts = new ArrayList<>(NAMED);
    for (String folder : List.of("evenkeel-process", "evenkeel-dist-test")) {
      try (Stream<Path> files = Files.walk(top.resolve(folder).resolve("src"))) {
        files
            .filter(file -> file.toString().endsWith(".sh"))
            .map(file -> top.relativize(file).toString())
            .forEach(scripts::add);
      }
    }
    return scripts;
  }

  private static boolean isInstalled() {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, "shellcheck")));
  }
}
