package io.evenkeel.hadoop;

import static io.evenkeel.hadoop.TestFiles.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.hadoop.read.EvenkeelDataInputStream;
import io.evenkeel.testing.store.Answer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** One word of the manager switches running clients off, and on again. */
class ManagerSwitchTest {
  private static final Path FILE = new Path("/file");
  private static HdfsInProcess hdfs;
  private static ParityServers servers;

  @BeforeAll
  static void start() throws Exception {
    hdfs = new HdfsInProcess(5);
    servers = new ParityServers();
  }

  @AfterAll
  static void stop() {
    servers.close();
    hdfs.close();
  }

  private static Class<?> written(EvenkeelFileSystem fs) throws Exception {
    try (FSDataOutputStream out = fs.create(new Path("/other"), true)) {
      out.write(new byte[BLOCK]);
      return out.getClass();
    }
  }

  private static Class<?> read(EvenkeelFileSystem fs, byte[] bytes) throws Exception {
    try (FSDataInputStream in = fs.open(FILE)) {
      TestFiles.assertRest(in, bytes);
      return in.getClass();
    }
  }

  @Test
  void managersWord_switchesRunningClientsOffAndOnAgain() throws Exception {
    try (EvenkeelFileSystem fs = TestFiles.open(servers.addTo(hdfs.evenkeel("adaptive")))) {
      byte[] bytes = servers.write(fs, FILE, 4 * BLOCK);
      assertThat(read(fs, bytes)).isEqualTo(EvenkeelDataInputStream.class);
      servers.tellClients(false);
      // The answer to whatever it asks next tells it: to this, if to nothing before.
      written(fs);
      Answer.until("it is off", () -> isStock(fs));
      assertThat(fs.awaitPublished(Duration.ofSeconds(30))).isTrue();
      int before = servers.publishedStripes();
      assertThat(written(fs)).isEqualTo(HdfsDataOutputStream.class);
      assertThat(read(fs, bytes)).isEqualTo(HdfsDataInputStream.class);
      assertThat(servers.publishedStripes()).isEqualTo(before);
      servers.tellClients(true);
      // Nothing else is asked any more: only that, every ten seconds.
      Answer.until("it is on again", () -> !isStock(fs));
      assertThat(read(fs, bytes)).isEqualTo(EvenkeelDataInputStream.class);
    }
  }

  private static boolean isStock(EvenkeelFileSystem fs) {
    try (FSDataInputStream in = fs.open(FILE)) {
      return in.getClass() == HdfsDataInputStream.class;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
