package io.evenkeel.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ClusterSettingsTest {
  @Test
  void builder_startsFromTheDefaults() {
    assertThat(ClusterSettings.builder().dataNodes(9).build().dataNodes()).isEqualTo(9);
    assertThat(ClusterSettings.defaults().rateBytesPerSecond()).isEqualTo(64L << 20);
  }

  @Test
  void settingOutOfRange_isRefusedWithWhatIsNeededAndWhatWasFound() {
    assertThatThrownBy(() -> ClusterSettings.builder().dataNodes(2).replication(3).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("replication")
        .hasMessageContaining("3");
    assertThatThrownBy(() -> ClusterSettings.builder().redisServers(0).withFiller(true).build())
        .hasMessageContaining("Redis");
    assertThatThrownBy(() -> ClusterSettings.builder().blockSizeBytes(1000).build())
        .hasMessageContaining("1000");
  }
}
