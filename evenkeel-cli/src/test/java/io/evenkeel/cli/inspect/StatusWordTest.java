package io.evenkeel.cli.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.port.ManagerApi.ManagerStatus;
import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class StatusWordTest {
  private static final Path OPERATING = Path.of("..", "docs", "OPERATING.md");

  /** The fields of the status that are no records themselves, by path. */
  private static List<String> fields(Class<?> of, String path) {
    List<String> fields = new ArrayList<>();
    for (RecordComponent component : of.getRecordComponents()) {
      Class<?> type = component.getType();
      if (type == List.class) {
        ParameterizedType list = (ParameterizedType) component.getGenericType();
        type = (Class<?>) list.getActualTypeArguments()[0];
      }
      String name = path + component.getName();
      if (type.isRecord() && type.getName().startsWith("io.evenkeel.core.port.")) {
        fields.addAll(fields(type, name + "."));
      } else {
        fields.add(name);
      }
    }
    return fields;
  }

  @Test
  void everyField_hasOneWord() {
    List<String> declared =
        StatusWord.all().stream().flatMap(word -> word.fields().stream()).toList();
    assertThat(declared)
        .doesNotHaveDuplicates()
        .containsExactlyInAnyOrderElementsOf(fields(ManagerStatus.class, ""));
    assertThat(fields(ManagerStatus.class, ""))
        .contains("load.nodes.redirected", "nodes.usedBytes");
  }

  @Test
  void tableOfOperating_hasEveryWord() throws IOException {
    String table =
        StatusWord.all().stream()
            .map(
                word ->
                    "| %s | %s | %s |%n"
                        .formatted(
                            word.word(),
                            word.meaning(),
                            word.fields().stream()
                                .map(field -> "`" + field + "`")
                                .collect(Collectors.joining(", "))))
            .collect(Collectors.joining());
    assertThat(Files.readString(OPERATING)).contains(table);
  }

  @Test
  void help_isInTwoColumns() {
    assertThat(StatusWord.footer())
        .contains(
            "  reserved     stripes with room for parity that is being made",
            "  gone         deleted, or overwritten: their parity goes for whoever needs the",
            "               room from 15 seconds on, or in a third of the time to live,",
            "               unless it is read");
  }
}
