package io.evenkeel.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.client.EvenkeelKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * docs/CONFIGURATION.md lists exactly the keys in the code, with their defaults and meanings;
 * others invent none.
 */
class ConfigurationDocTest {
  private static final Pattern ROW =
      Pattern.compile(
          "(?m)^\\| `(evenkeel\\.[a-z.]+)` \\| (?:`([^`]*)`|\\(empty\\)) \\| (.+) \\|$");

  /** As keys are written in sentences: no class, no host, no file. */
  private static final Pattern KEY =
      Pattern.compile("(?<![.\\w/-])evenkeel\\.[a-z]+(?:\\.[a-z]+)+(?![\\w.]*\\*)");

  @ParameterizedTest
  @ValueSource(strings = {"README.md", "docs/OPERATING.md", "docs/LOGS.md"})
  void otherDocuments_nameKeysThatThereAre(String document) throws IOException {
    List<String> named =
        KEY.matcher(Files.readString(Path.of("..").resolve(document)))
            .results()
            .map(MatchResult::group)
            .toList();
    assertThat(named).isNotEmpty();
    assertThat(named.stream().filter(key -> !key.startsWith("evenkeel.placement.")))
        .isSubsetOf(EvenkeelKeys.all().stream().map(EvenkeelKeys.Key::name).toList());
  }

  @Test
  void documentation_listsTheKeysOfTheCode() throws IOException {
    String text = Files.readString(Path.of("..", "docs", "CONFIGURATION.md"));
    List<MatchResult> rows = ROW.matcher(text).results().toList();
    assertThat(rows.stream().map(r -> r.group(1)))
        .containsExactlyElementsOf(
            EvenkeelKeys.all().stream().map(EvenkeelKeys.Key::name).toList());
    for (int i = 0; i < rows.size(); i++) {
      String documented = rows.get(i).group(2);
      assertThat(documented == null ? "" : documented)
          .as(rows.get(i).group(1))
          .isEqualTo(EvenkeelKeys.all().get(i).defaultValue());
      assertThat(rows.get(i).group(3)).isEqualTo(EvenkeelKeys.all().get(i).meaning());
    }
  }
}
