package io.evenkeel.cli.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManagerOptionTest {
  @TempDir private Path ofCluster;

  @Test
  void whatIsSaid_comesBeforeAClusterThatHappensToRun() {
    Path option = Path.of("option");
    assertThat(ManagerOption.chosen(option, "variable", ofCluster)).contains(option);
    assertThat(ManagerOption.chosen(null, "variable", ofCluster)).contains(Path.of("variable"));
    assertThat(ManagerOption.chosen(null, "", ofCluster)).contains(ofCluster);
    assertThat(ManagerOption.chosen(null, null, ofCluster.resolve("none"))).isEmpty();
  }
}
