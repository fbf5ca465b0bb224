package io.evenkeel.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class EvenkeelSettingsTest {
  @Test
  void buffers_takeNoMoreOfASmallHeapThanTheirShareUnlessTold() {
    Configuration conf = new Configuration(false);
    long share = Runtime.getRuntime().maxMemory() / EvenkeelSettings.HEAP_SHARE;
    long most = Math.min(256L << 20, share);
    assertThat(EvenkeelSettings.from(conf).processBytes()).isEqualTo(most);
    assertThat(EvenkeelSettings.from(conf).writeProcessBytes()).isEqualTo(most);
    conf.set("evenkeel.read.process.bytes", "2g");
    conf.set("evenkeel.write.process.bytes", "1g");
    assertThat(EvenkeelSettings.from(conf).processBytes()).isEqualTo(2L << 30);
    assertThat(EvenkeelSettings.from(conf).writeProcessBytes()).isEqualTo(1L << 30);
  }
}
