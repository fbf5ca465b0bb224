package io.evenkeel.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.client.ReadTotals;
import io.evenkeel.hadoop.read.EvenkeelDataInputStream;
import io.evenkeel.seeds.Seeds;
import io.evenkeel.testing.Await;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reading through the drop-in from a real HDFS gives exactly the file's bytes. */
class ReadPathTest {
  private static final int BLOCK = 1 << 20;
  private static final int[] AWKWARD_SIZES = {
    0,
    1,
    1000,
    BLOCK - 1,
    BLOCK,
    BLOCK + 1,
    4 * BLOCK,
    4 * BLOCK + 65_537,
    6 * BLOCK - 1,
    9 * BLOCK + 511
  };
  private static HdfsInProcess hdfs;

  @BeforeAll
  static void start() throws Exception {
    hdfs = new HdfsInProcess(6);
  }

  @AfterAll
  static void stop() {
    hdfs.close();
  }

  private static byte[] write(FileSystem fs, Path path, int length, long seed) throws IOException {
    byte[] bytes = new byte[length];
    new SplittableRandom(seed).nextBytes(bytes);
    try (FSDataOutputStream out = fs.create(path, true)) {
      out.write(bytes);
    }
    return bytes;
  }

  private static FileSystem fileSystem(String scheme) throws IOException {
    return FileSystem.get(hdfs.evenkeel(scheme));
  }

  @ParameterizedTest
  @ValueSource(strings = {"adaptive", "pocache", "parallel"})
  void everyRead_ofAwkwardSizes_isTheFilesBytes(String scheme) throws Exception {
    try (FileSystem fs = fileSystem(scheme)) {
      for (int size : AWKWARD_SIZES) {
        Path path = new Path("/" + scheme + "-" + size);
        byte[] bytes = write(fs, path, size, size);
        try (FSDataInputStream in = fs.open(path)) {
          assertThat(in.readAllBytes()).as("%s of %s", scheme, size).isEqualTo(bytes);
          assertThat(in.read()).isEqualTo(-1);
          byte[] whole = new byte[size];
          in.readFully(0, whole);
          assertThat(whole).isEqualTo(bytes);
        }
      }
      EvenkeelFileSystem evenkeel = (EvenkeelFileSystem) fs;
      Await.until(() -> evenkeel.readTotals().underWay() == 0);
      ReadTotals totals = evenkeel.readTotals();
      assertThat(totals.plainBytes()).isZero();
      assertThat(totals.receivedBytes() + totals.stockBytes())
          .isGreaterThanOrEqualTo(2L * Arrays.stream(AWKWARD_SIZES).sum());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"adaptive", "pocache", "parallel"})
  void randomOperations_areThoseOfAReference(String scheme) throws Exception {
    long seed = Seeds.one();
    System.out.println("replay: -Devenkeel.seed=" + seed);
    SplittableRandom random = new SplittableRandom(seed);
    try (FileSystem fs = fileSystem(scheme)) {
      Path path = new Path("/random-" + scheme);
      byte[] bytes = write(fs, path, 5 * BLOCK + 77_777, seed);
      FSDataInputStream in = fs.open(path);
      for (int i = 0; i < 300; i++) {
        if (random.nextInt(40) == 0) {
          in.close();
          in = fs.open(path);
        }
        oneOperation(in, bytes, random);
      }
      in.close();
    }
  }

  private static void oneOperation(FSDataInputStream in, byte[] bytes, SplittableRandom random)
      throws IOException {
    int at = random.nextInt(bytes.length + 1);
    int length = random.nextInt(random.nextBoolean() ? 5_000 : 3_000_000);
    int fits = Math.min(length, bytes.length - at);
    byte[] expected = Arrays.copyOfRange(bytes, at, at + fits);
    switch (random.nextInt(7)) {
      case 0 -> {
        in.seek(at);
        assertThat(in.readNBytes(length)).isEqualTo(expected);
        assertThat(in.getPos()).isEqualTo(at + fits);
      }
      case 1 -> {
        byte[] got = new byte[fits];
        in.readFully(at, got);
        assertThat(got).isEqualTo(expected);
      }
      case 2 -> {
        byte[] got = new byte[length];
        int count = in.read(at, got, 0, length);
        assertThat(count).isBetween(fits == 0 ? -1 : 1, fits);
        assertThat(Arrays.copyOf(got, Math.max(0, count)))
            .isEqualTo(Arrays.copyOf(expected, Math.max(0, count)));
      }
      case 3 -> {
        in.seek(at);
        ByteBuffer target =
            random.nextBoolean() ? ByteBuffer.allocate(fits) : ByteBuffer.allocateDirect(fits);
        while (target.hasRemaining()) {
          assertThat(in.read(target)).isPositive();
        }
        assertThat(target.flip()).isEqualTo(ByteBuffer.wrap(expected));
      }
      case 4 -> {
        in.seek(at);
        long skipped = in.skip(length);
        assertThat(skipped).isEqualTo(fits);
        int next = in.read();
        assertThat(next).isEqualTo(at + fits < bytes.length ? bytes[at + fits] & 0xff : -1);
      }
      case 5 -> in.unbuffer();
      default -> {
        long before = in.getPos();
        int piece = (int) Math.min(1 + random.nextInt(200_000), bytes.length - before);
        assertThat(in.readNBytes(piece))
            .isEqualTo(Arrays.copyOfRange(bytes, (int) before, (int) before + piece));
      }
    }
  }

  @Test
  void misuse_failsAsInTheStockStream() throws Exception {
    try (FileSystem fs = fileSystem("pocache")) {
      Path path = new Path("/misuse");
      write(fs, path, 3 * BLOCK, 1);
      FSDataInputStream in = fs.open(path);
      assertThatThrownBy(() -> in.seek(-1)).isInstanceOf(EOFException.class);
      assertThatThrownBy(() -> in.seek(3 * BLOCK + 1)).isInstanceOf(EOFException.class);
      assertThatThrownBy(() -> in.readFully(2 * BLOCK, new byte[BLOCK + 1]))
          .isInstanceOf(EOFException.class);
      assertThat(in.read(3 * BLOCK, new byte[1], 0, 1)).isEqualTo(-1);
      in.close();
      in.close();
      assertThatThrownBy(in::read).isInstanceOf(IOException.class);
    }
  }

  @Test
  @SuppressWarnings("deprecation")
  void typesAndStatistics_areThoseOfTheStockClient() throws Exception {
    try (FileSystem fs = fileSystem("pocache")) {
      assertThat(fs).isInstanceOf(DistributedFileSystem.class);
      Path path = new Path("/types");
      write(fs, path, 3 * BLOCK, 1);
      FileSystem.Statistics statistics = FileSystem.getStatistics("hdfs", fs.getClass());
      long before = statistics.getBytesRead();
      try (FSDataInputStream in = fs.open(path)) {
        assertThat(in).isInstanceOf(HdfsDataInputStream.class);
        HdfsDataInputStream hdfsIn = (HdfsDataInputStream) in;
        assertThat(hdfsIn.getVisibleLength()).isEqualTo(3 * BLOCK);
        assertThat(hdfsIn.getAllBlocks()).hasSize(3);
        in.readFully(0, new byte[3 * BLOCK]);
        assertThat(hdfsIn.getReadStatistics().getTotalBytesRead()).isEqualTo(3 * BLOCK);
        assertThat(in.hasCapability("in:unbuffer")).isTrue();
      }
      assertThat(statistics.getBytesRead() - before).isEqualTo(3 * BLOCK);
    }
  }

  @Test
  void fileContext_readsThroughEvenkeelToo() throws Exception {
    Configuration conf = hdfs.evenkeel("pocache");
    try (FileSystem fs = FileSystem.get(conf)) {
      Path path = new Path("/context");
      byte[] bytes = write(fs, path, 2 * BLOCK + 5, 3);
      FileContext context = FileContext.getFileContext(fs.getUri(), conf);
      try (FSDataInputStream in = context.open(path)) {
        assertThat(in).isInstanceOf(EvenkeelDataInputStream.class);
        assertThat(in.readAllBytes()).isEqualTo(bytes);
      }
    }
  }

  @Test
  void switchedOff_isTheStockStream() throws Exception {
    Configuration conf = hdfs.evenkeel("pocache");
    conf.set("evenkeel.enabled", "false");
    try (FileSystem fs = FileSystem.get(conf)) {
      Path path = new Path("/off");
      write(fs, path, 100, 1);
      try (FSDataInputStream in = fs.open(path)) {
        assertThat(in.getClass()).isEqualTo(HdfsDataInputStream.class);
      }
    }
  }

  @Test
  void switchedOffInTheMiddle_reachesOpenStreams(@TempDir java.nio.file.Path folder)
      throws Exception {
    java.nio.file.Path file = folder.resolve("switch");
    Configuration conf = hdfs.evenkeel("pocache");
    conf.set("evenkeel.switch.file", file.toString());
    try (EvenkeelFileSystem fs = (EvenkeelFileSystem) FileSystem.get(conf)) {
      Path path = new Path("/off-in-the-middle");
      byte[] bytes = write(fs, path, 24 * BLOCK, 6);
      byte[] read = new byte[bytes.length];
      try (FSDataInputStream in = fs.open(path)) {
        in.readFully(read, 0, 2 * BLOCK);
        assertThat(fs.readTotals().underWay()).as("reads by lanes").isPositive();
        Files.writeString(file, "off");
        Await.until(() -> opensTheStockWay(fs, path));
        long before = fs.readTotals().stockBytes();
        in.readFully(read, 2 * BLOCK, bytes.length - 2 * BLOCK);
        TestFiles.assertSame(read, bytes);
        assertThat(fs.readTotals().stockBytes() - before)
            .as("bytes of the stock stream, of %s in all", bytes.length)
            .isGreaterThan(bytes.length / 2);
      }
    }
  }

  private static boolean opensTheStockWay(FileSystem fs, Path path) {
    try (FSDataInputStream in = fs.open(path)) {
      return in.getClass() == HdfsDataInputStream.class;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
