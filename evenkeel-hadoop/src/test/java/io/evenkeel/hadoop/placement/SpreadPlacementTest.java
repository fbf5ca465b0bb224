package io.evenkeel.hadoop.placement;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.client.PlacementKeys;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class SpreadPlacementTest {
  @Test
  void widthBelowOne_isRefusedWithTheKeyAndTheValue() {
    Configuration conf = new Configuration(false);
    conf.setInt(PlacementKeys.WIDTH.name(), 0);
    assertThatThrownBy(() -> new SpreadPlacement().setConf(conf))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(PlacementKeys.WIDTH.name())
        .hasMessageContaining("0");
  }
}
