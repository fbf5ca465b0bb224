package io.evenkeel.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InUseCheckTest {
  @TempDir private Path temp;
  private final Configuration conf = new Configuration(false);

  private Finding found() {
    return new InUseCheck().run(Scenes.of(conf));
  }

  @Test
  void programs_useWhatTheConfigurationNames() {
    assertThat(found())
        .isEqualTo(
            Finding.failed(
                "in use",
                "fs.hdfs.impl is not set: programs use the stock client",
                "set fs.hdfs.impl to io.evenkeel.hadoop.EvenkeelFileSystem"));
    conf.set("fs.hdfs.impl", "a.Mistake");
    assertThat(found().found()).startsWith("fs.hdfs.impl is a.Mistake");
    conf.set("fs.hdfs.impl", "io.evenkeel.hadoop.EvenkeelFileSystem");
    assertThat(found().state()).isEqualTo(State.WARNING);
    assertThat(found().advice()).contains("io.evenkeel.hadoop.EvenkeelHdfs");
    conf.set("fs.AbstractFileSystem.hdfs.impl", "io.evenkeel.hadoop.EvenkeelHdfs");
    assertThat(found().state()).isEqualTo(State.OK);
  }

  @Test
  void whatIsSwitchedOff_doesNotWork() throws Exception {
    conf.set("fs.hdfs.impl", "io.evenkeel.hadoop.EvenkeelFileSystem");
    Path file = temp.resolve("switch");
    conf.set("evenkeel.switch.file", file.toString());
    Files.writeString(file, "off\n");
    assertThat(found().state()).isEqualTo(State.FAILED);
    assertThat(found().found()).contains(file.toString());
    Files.writeString(file, "on\n");
    conf.set("evenkeel.enabled", "false");
    assertThat(found().found()).contains("evenkeel.enabled is false");
  }

  /** As in the product, where it goes on. */
  @Test
  void switchFileThatCannotBeRead_isAWarning() throws Exception {
    conf.set("fs.hdfs.impl", "io.evenkeel.hadoop.EvenkeelFileSystem");
    conf.set("fs.AbstractFileSystem.hdfs.impl", "io.evenkeel.hadoop.EvenkeelHdfs");
    Path file = Files.createDirectory(temp.resolve("switch"));
    conf.set("evenkeel.switch.file", file.toString());
    assertThat(found().state()).isEqualTo(State.WARNING);
    assertThat(found().advice()).contains(file.toString(), "cannot be read", "stays on");
  }

  @Test
  void hedgedReadsOfHdfs_areAWarning() {
    assertThat(new HedgingCheck().run(Scenes.of(conf)).state()).isEqualTo(State.OK);
    conf.set("dfs.client.hedged.read.threadpool.size", "4");
    Finding on = new HedgingCheck().run(Scenes.of(conf));
    assertThat(on.state()).isEqualTo(State.WARNING);
    assertThat(on.advice()).contains("unset it");
  }
}
