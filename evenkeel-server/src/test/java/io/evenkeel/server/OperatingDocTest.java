package io.evenkeel.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.evenkeel.http.Health;
import io.evenkeel.manager.ManagerSettings;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** What the documents say of the manager is what it does: command lines, sizes, times. */
class OperatingDocTest {
  private static final Pattern COMMAND =
      Pattern.compile("evenkeel manager((?: +(?!\\\\)[^ `\n]+| *\\\\\n(?= ))+)");

  private static ManagerCommand parse(String... arguments) {
    CommandLine commandLine = ManagerCommand.commandLine();
    commandLine.parseArgs(arguments);
    ManagerCommand parsed = commandLine.getCommand();
    parsed.check();
    return parsed;
  }

  private static String text(String document) throws IOException {
    return Files.readString(Path.of("..").resolve(document));
  }

  @ParameterizedTest
  @ValueSource(strings = {"README.md", "docs/OPERATING.md", "docs/CONFIGURATION.md"})
  void commandLines_areUnderstood(String document) throws IOException {
    List<String> commands =
        COMMAND.matcher(text(document)).results().map(match -> match.group(1)).toList();
    assertThat(commands).isNotEmpty();
    for (String command : commands) {
      assertThatCode(() -> parse(command.replace("\\", "").strip().split("\\s+")))
          .as(command)
          .doesNotThrowAnyException();
    }
  }

  @Test
  void whatHealthzAnswers_isSaid() throws IOException {
    for (RecordComponent field : Health.class.getRecordComponents()) {
      assertThat(text("docs/OPERATING.md")).contains("`" + field.getName() + "`");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"README.md", "docs/OPERATING.md"})
  void managersForOtherHosts_areBoundToAnAddressThatTheyReach(String document) throws IOException {
    Matcher command = COMMAND.matcher(text(document));
    assertThat(
            command
                .results()
                .map(match -> match.group(1))
                .filter(arguments -> arguments.contains("--redis ")))
        .isNotEmpty()
        .allMatch(arguments -> arguments.contains("--bind ") && arguments.contains("--namenode "));
  }

  @Test
  void heap_isThatOfTheSettings() throws IOException {
    ManagerSettings settings = ManagerSettings.of(1, Duration.ofMinutes(1));
    long each = settings.heapBytes() / settings.maxStripes();
    assertThat(text("docs/OPERATING.md").replaceAll("\\s+", " "))
        .contains("%,d x %d bytes".formatted(settings.maxStripes(), each))
        .contains("`-Xmx` = 2 x %d bytes x `--max-stripes`".formatted(each))
        .contains("%.2f GB".formatted(settings.heapBytes() / 1e9));
  }

  @Test
  void optionsOfTheJvm_areThoseOfTheCommand() throws IOException {
    String options = "-Xmx2g -XX:+UseG1GC -XX:+ExitOnOutOfMemoryError";
    assertThat(text("docs/OPERATING.md")).contains("`" + options + "`");
    assertThat(text("evenkeel"))
        .containsPattern(
            Pattern.quote("jvm_options='" + options + "'")
                + "\\n +run_main evenkeel-cli io.evenkeel.server.ManagerMain");
  }

  @Test
  void exampleOfSizes_leavesRoomForTheParity() throws IOException {
    Matcher example =
        Pattern.compile("each server: 1 TiB / 8.*`--capacity-bytes (\\w+)`")
            .matcher(text("docs/OPERATING.md"));
    assertThat(example.find()).isTrue();
    ManagerCommand arguments = parse("--redis", "host:6379", "--capacity-bytes", example.group(1));
    ManagerSettings settings = arguments.settings();
    assertThat(8 * (settings.capacityBytes() - settings.spareBytes())).isEqualTo(1L << 40);
    long twoThirds = 2 * arguments.timeToLive().toSeconds() / 3;
    assertThat(text("docs/OPERATING.md")).contains("lives on for " + twoThirds + " s at least");
  }
}
