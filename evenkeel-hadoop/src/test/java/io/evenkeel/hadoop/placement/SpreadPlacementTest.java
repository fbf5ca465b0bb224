package io.evenkeel.hadoop.placement;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class SpreadPlacementTest {
  @Test
  void widthBelowOne_isRefusedWithTheKeyAndTheValue() {
    Configuration conf = new Configuration(false);
    conf.setInt(SpreadPlacement.WIDTH_KEY, 0);
    assertThatThrownBy(() -> new SpreadPlacement().setConf(conf))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(SpreadPlacement.WIDTH_KEY)
        .hasMessageContaining("0");
  }
}
