package io.evenkeel.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.testing.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who reads a wanted stripe whole and in order encodes it in passing, and nobody else does. */
class PassingFillTest {
  private static final int STRIPE = 4 * FillScene.BLOCK;

  /** Two whole stripes and a short one. */
  private static final int LENGTH = 2 * STRIPE + FillScene.BLOCK + 77_777;

  private static final Duration SOON = Duration.ofSeconds(30);
  private static HdfsInProcess hdfs;
  private FillScene scene;
  private Path path;
  private byte[] bytes;

  @BeforeAll
  static void start() throws Exception {
    hdfs = new HdfsInProcess(6);
  }

  @AfterAll
  static void stop() {
    hdfs.close();
  }

  @BeforeEach
  void write(TestInfo test) throws IOException {
    scene = new FillScene(hdfs);
    path = new Path("/passing/" + test.getDisplayName().hashCode());
    bytes = scene.write(path, LENGTH);
  }

  @AfterEach
  void close() {
    scene.close();
  }

  private interface Reading {
    void of(FSDataInputStream in) throws Exception;
  }

  /** Reads the file, and waits until nothing of it is under way any more. */
  private void read(Configuration conf, Reading reading) throws Exception {
    try (EvenkeelFileSystem fs = (EvenkeelFileSystem) FileSystem.newInstance(conf)) {
      try (FSDataInputStream in = fs.open(path)) {
        reading.of(in);
      }
      assertThat(fs.awaitPublished(SOON)).isTrue();
    }
  }

  private void readWhole(Configuration conf) throws Exception {
    read(conf, in -> assertThat(in.readAllBytes()).isEqualTo(bytes));
  }

  @ParameterizedTest
  @ValueSource(strings = {"adaptive", "pocache", "parallel"})
  void wholeFile_everyStripeIsPublished(String scheme) throws Exception {
    readWhole(scene.client(scheme));
    scene.assertPublished(bytes, 0, 1, 2);
  }

  @Test
  void positionalRead_publishesTheStripesThatItHoldsWhole() throws Exception {
    byte[] part = new byte[LENGTH - 10];
    read(scene.client("pocache"), in -> in.readFully(5, part));
    scene.assertPublished(bytes, 1);
  }

  @Test
  void smallPieces_publishToo() throws Exception {
    read(
        scene.client("adaptive"),
        in -> {
          byte[] piece = new byte[1000];
          for (int left = LENGTH; left > 0; ) {
            left -= in.read(piece);
          }
        });
    scene.assertPublished(bytes, 0, 1, 2);
  }

  @Test
  void directBuffers_publishToo() throws Exception {
    ByteBuffer found = ByteBuffer.allocateDirect(LENGTH);
    read(
        scene.client("adaptive"),
        in -> {
          while (found.hasRemaining()) {
            ByteBuffer piece = found.slice();
            found.position(
                found.position() + in.read(piece.limit(Math.min(100_000, piece.limit()))));
          }
        });
    assertThat(found.flip()).isEqualTo(ByteBuffer.wrap(bytes));
    scene.assertPublished(bytes, 0, 1, 2);
  }

  @Test
  void partlyRead_leavesNothing() throws Exception {
    read(
        scene.client("pocache"),
        in -> {
          in.readFully(new byte[STRIPE - 1]);
          Await.until(() -> scene.manager.fillReservations.get() == 1);
        });
    scene.assertNothing();
  }

  @Test
  void seekWithin_givesUpThatStripeOnly() throws Exception {
    read(
        scene.client("pocache"),
        in -> {
          in.readFully(new byte[STRIPE / 2]);
          in.seek(in.getPos() + 1);
          in.readAllBytes();
        });
    scene.assertPublished(bytes, 1, 2);
  }

  @Test
  void skipWithin_givesUpThatStripeOnly() throws Exception {
    read(
        scene.client("pocache"),
        in -> {
          in.readFully(new byte[STRIPE / 2]);
          assertThat(in.skip(1)).isEqualTo(1);
          in.readAllBytes();
        });
    scene.assertPublished(bytes, 1, 2);
  }

  @Test
  void notWanted_nothingIsReservedOrStored() throws Exception {
    scene.manager.wanting = false;
    readWhole(scene.client("pocache"));
    scene.assertNothing();
    assertThat(scene.manager.fillReservations).hasValue(0);
    assertThat(scene.manager.ticketRequests.get()).isPositive();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void answerAfterTheLastByte_decides(boolean wanted) throws Exception {
    scene.manager.wanting = wanted;
    CountDownLatch answering = new CountDownLatch(1);
    scene.manager.answering = answering;
    read(
        scene.client("pocache"),
        in -> {
          assertThat(in.readAllBytes()).isEqualTo(bytes);
          assertThat(scene.manager.fillReservations).hasValue(0);
          answering.countDown();
        });
    if (wanted) {
      scene.assertPublished(bytes, 0, 1, 2);
    } else {
      scene.assertNothing();
    }
  }

  @Test
  void switchedOffByItsKey_nothing() throws Exception {
    Configuration conf = scene.client("pocache");
    conf.set("evenkeel.read.encode", "false");
    readWhole(conf);
    scene.assertNothing();
    assertThat(scene.manager.fillReservations).hasValue(0);
  }

  @Test
  void readTwiceThroughOneStream_isEncodedOnce() throws Exception {
    read(
        scene.client("pocache"),
        in -> {
          in.readAllBytes();
          in.seek(0);
          assertThat(in.readAllBytes()).isEqualTo(bytes);
        });
    scene.assertPublished(bytes, 0, 1, 2);
    assertThat(scene.manager.fillReservations).hasValue(3);
  }

  @Test
  void withoutVerification_nothingThatTheStockStreamReads() throws Exception {
    Configuration conf = scene.client("adaptive");
    // No DataNode is so slow that lanes would read, and verify.
    conf.set("evenkeel.read.wide.rate", "1");
    try (EvenkeelFileSystem fs = (EvenkeelFileSystem) FileSystem.newInstance(conf)) {
      fs.setVerifyChecksum(false);
      try (FSDataInputStream in = fs.open(path)) {
        assertThat(in.readAllBytes()).isEqualTo(bytes);
      }
      assertThat(fs.awaitPublished(SOON)).isTrue();
    }
    scene.assertNothing();
    assertThat(scene.manager.fillReservations).hasValue(0);
  }

  @Test
  void withoutChecksums_bytesAreRightAndNothingIsPublished() throws Exception {
    Configuration conf = hdfs.stock();
    conf.set("dfs.checksum.type", "NULL");
    bytes = scene.write(conf, path, LENGTH);
    readWhole(scene.client("pocache"));
    scene.assertNothing();
  }

  @Test
  void erasureCodedFile_isLeftToItsWriterAndTheFiller() throws Exception {
    String policy = "XOR-2-1-1024k";
    Path folder = new Path("/striped");
    try (DistributedFileSystem fs = (DistributedFileSystem) FileSystem.newInstance(hdfs.stock())) {
      fs.enableErasureCodingPolicy(policy);
      fs.mkdirs(folder);
      fs.setErasureCodingPolicy(folder, policy);
    }
    path = new Path(folder, "file");
    bytes = scene.write(path, LENGTH);
    readWhole(scene.client("pocache"));
    scene.assertNothing();
    assertThat(scene.manager.ticketRequests)
        .as("its block groups are asked for")
        .hasPositiveValue();
  }

  @Test
  void samplesOfStorageNodes_reachTheManager() throws Exception {
    Configuration conf = scene.client("pocache");
    try (EvenkeelFileSystem fs = (EvenkeelFileSystem) FileSystem.newInstance(conf)) {
      try (FSDataInputStream in = fs.open(path)) {
        in.readAllBytes();
      }
      Await.until(() -> received() >= LENGTH);
    }
    List<String> dataNodes =
        hdfs.dataNodes().stream().map(d -> d.getDatanodeId().getXferAddr()).toList();
    assertThat(scene.manager.samples)
        .allMatch(s -> dataNodes.contains(s.node().address()))
        .allMatch(s -> s.receivedBytes() > 0);
  }

  private long received() {
    return scene.manager.samples.stream().mapToLong(s -> s.receivedBytes()).sum();
  }

  @Test
  void switchedOffInTheMiddleOfAStripe_publishesNothing(@TempDir java.nio.file.Path folder)
      throws Exception {
    java.nio.file.Path file = folder.resolve("switch");
    Configuration conf = scene.client("adaptive");
    conf.set("evenkeel.switch.file", file.toString());
    // The stock stream reads.
    conf.set("evenkeel.read.wide.rate", "1");
    try (EvenkeelFileSystem fs = (EvenkeelFileSystem) FileSystem.newInstance(conf)) {
      try (FSDataInputStream in = fs.open(path)) {
        in.readFully(new byte[STRIPE / 2]);
        Await.until(() -> scene.manager.fillReservations.get() == 1);
        Files.writeString(file, "off");
        Await.until(() -> isOff(fs));
        in.readAllBytes();
      }
      assertThat(fs.awaitPublished(SOON)).isTrue();
    }
    scene.assertNothing();
  }

  private boolean isOff(EvenkeelFileSystem fs) {
    try (FSDataInputStream in = fs.open(path)) {
      return in.getClass() == HdfsDataInputStream.class;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
