package io.evenkeel.cli.bench.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.FileNotFoundException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableNodesTest {
  @TempDir private java.nio.file.Path folder;

  @Test
  void stragglerHoldsSomethingOfEveryTable() {
    TableNodes nodes =
        new TableNodes(
            List.of(Map.of("a", 90L, "b", 10L), Map.of("b", 20L, "c", 80L), Map.of("b", 1L)));

    // a and c hold most of one table and nothing of another.
    assertThat(nodes.holderOfSomeOfEach()).isEqualTo("b");
    assertThat(nodes.smallestShare("b")).isCloseTo(.1, within(1e-9));
    assertThat(nodes.smallestShare("a")).isZero();
  }

  @Test
  void firstByNameAmongEqualOnes() {
    assertThat(new TableNodes(List.of(Map.of("a", 5L, "b", 5L))).holderOfSomeOfEach())
        .isEqualTo("a");
  }

  @Test
  void emptyTableIsAnError() throws Exception {
    java.nio.file.Path table = Files.createDirectory(folder.resolve("table"));
    try (FileSystem fs = FileSystem.newInstanceLocal(new Configuration())) {
      assertThatThrownBy(() -> TableNodes.of(fs, List.of(new Path(table.toUri()))))
          .isInstanceOf(FileNotFoundException.class)
          .hasMessageContaining(table.toString());
    }
  }
}
