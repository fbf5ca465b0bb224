package io.evenkeel.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.client.EvenkeelKeys;
import io.evenkeel.client.PlacementKeys;
import io.evenkeel.client.nodes.LedgerStatistic;
import io.evenkeel.policy.scheme.Schemes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The tables of keys, of schemes and of statistics in docs/CONFIGURATION.md are made of what the
 * code declares.
 */
class ConfigurationDocTest {
  private static final Path DOCUMENT = Path.of("..", "docs", "CONFIGURATION.md");
  private static final boolean WRITE = Boolean.getBoolean("evenkeel.docs.write");
  private static final String TO_WRITE =
      "./mvnw -q -pl evenkeel-hadoop -am test -Dtest=ConfigurationDocTest"
          + " -Dsurefire.failIfNoSpecifiedTests=false -Devenkeel.docs.write=true";

  /** All constants of a class that are declared of its kind. */
  private static <T> List<T> declared(Class<?> in, Class<T> kind) {
    return Arrays.stream(in.getFields())
        .filter(field -> field.getType() == kind)
        .map(
            field -> {
              try {
                return kind.cast(field.get(null));
              } catch (IllegalAccessException e) {
                throw new IllegalStateException(e);
              }
            })
        .toList();
  }

  private static String row(String... cells) {
    return "| " + String.join(" | ", cells) + " |\n";
  }

  private static String inCode(String text) {
    return text.isEmpty() ? "(empty)" : "`" + text + "`";
  }

  @Test
  void tableOfKeys_isMadeOfTheKeysOfTheCode() throws IOException {
    assertKeys("keys", EvenkeelKeys.all(), EvenkeelKeys.class);
    assertKeys("keys of placement", PlacementKeys.all(), PlacementKeys.class);
  }

  private static void assertKeys(String part, List<EvenkeelKeys.Key> keys, Class<?> in)
      throws IOException {
    assertThat(keys)
        .doesNotHaveDuplicates()
        .containsExactlyInAnyOrderElementsOf(declared(in, EvenkeelKeys.Key.class));
    assertGenerated(
        part,
        row("key", "default", "meaning")
            + "|---|---|---|\n"
            + keys.stream()
                .map(key -> row(inCode(key.name()), inCode(key.defaultValue()), key.meaning()))
                .collect(Collectors.joining()));
  }

  @Test
  void tableOfStatistics_isMadeOfTheStatisticsOfTheCode() throws IOException {
    List<LedgerStatistic> statistics = LedgerStatistic.all();
    assertThat(statistics)
        .doesNotHaveDuplicates()
        .containsExactlyInAnyOrderElementsOf(
            declared(LedgerStatistic.class, LedgerStatistic.class));
    assertGenerated(
        "statistics",
        row("name", "what")
            + "|---|---|\n"
            + statistics.stream()
                .map(one -> row(inCode(one.name()), one.meaning()))
                .collect(Collectors.joining()));
  }

  @Test
  void tableOfSchemes_isMadeOfTheSchemesOfTheCode() throws IOException {
    assertGenerated(
        "schemes",
        row("`evenkeel.scheme`", "what")
            + "|---|---|\n"
            + Schemes.names().stream()
                .map(name -> row(inCode(name), Schemes.named(name).meaning()))
                .collect(Collectors.joining()));
  }

  /** The part of the document between two comments is that text; or is made so, when told to. */
  private static void assertGenerated(String part, String text) throws IOException {
    String document = Files.readString(DOCUMENT);
    String begin = "<!-- " + part + ": made of the code by ConfigurationDocTest -->\n";
    String end = "<!-- end of " + part + " -->\n";
    assertThat(document).as("the part of %s", part).containsOnlyOnce(begin).containsOnlyOnce(end);
    int from = document.indexOf(begin) + begin.length();
    int to = document.indexOf(end);
    if (WRITE) {
      Files.writeString(DOCUMENT, document.substring(0, from) + text + document.substring(to));
    } else {
      assertThat(document.substring(from, to))
          .as("the %s in docs/CONFIGURATION.md; to write them anew: %s", part, TO_WRITE)
          .isEqualTo(text);
    }
  }
}
