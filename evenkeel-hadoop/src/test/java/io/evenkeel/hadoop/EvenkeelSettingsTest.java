package io.evenkeel.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.client.DoubtfulKeys;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class EvenkeelSettingsTest {
  private static List<String> doubts(Configuration conf) {
    return DoubtfulKeys.of(
        conf.getPropsWithPrefix(DoubtfulKeys.PREFIX).keySet(), EvenkeelSettings.from(conf));
  }

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

  @Test
  void flags_areReadAsHadoopReadsThem() {
    Configuration conf = new Configuration(false);
    conf.set("evenkeel.enabled", "TRUE");
    assertThat(EvenkeelSettings.from(conf).enabled()).isTrue();
    conf.set("evenkeel.enabled", "False");
    assertThat(EvenkeelSettings.isOff(conf)).isTrue();
  }

  @Test
  void memoryThatHoldsNoGroup_isDoubted() {
    Configuration conf = new Configuration(false);
    assertThat(doubts(conf)).isEmpty();
    for (String key : List.of("evenkeel.read.stream.bytes", "evenkeel.read.process.bytes")) {
      Configuration small = new Configuration(conf);
      small.set(key, "4194303");
      assertThat(doubts(small)).singleElement().asString().contains(key, "4194304 bytes");
    }
  }

  /** Not with a client: the pool of hedged reads is the whole process's, for ever. */
  @Test
  void hedgedReadsOfHdfs_areNamed() {
    Configuration conf = new Configuration(false);
    assertThat(EvenkeelFileSystem.hedging(conf)).isEmpty();
    conf.setInt("dfs.client.hedged.read.threadpool.size", 4);
    assertThat(EvenkeelFileSystem.hedging(conf))
        .hasValueSatisfying(
            doubt -> assertThat(doubt).startsWith("dfs.client.hedged.read.threadpool.size is set"));
  }
}
