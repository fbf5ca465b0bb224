package io.evenkeel.hadoop.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.client.PlacementKeys;
import io.evenkeel.hadoop.LoggedLines;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpreadPlacementTest {
  /** No NameNode fails to start for it. */
  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "k", "four", "", "99999999999"})
  void wrongWidth_isWarnedOf_andTheDefaultTaken(String width) {
    Configuration conf = new Configuration(false);
    conf.set(PlacementKeys.WIDTH.name(), width);
    try (LoggedLines lines = new LoggedLines(SpreadPlacement.class)) {
      new SpreadPlacement().setConf(conf);
      assertThat(lines.all())
          .singleElement()
          .asString()
          .contains(PlacementKeys.WIDTH.name() + " is '" + width + "'")
          .contains("4 is taken");
    }
  }
}
