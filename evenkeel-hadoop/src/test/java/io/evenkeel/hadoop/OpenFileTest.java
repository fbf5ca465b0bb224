package io.evenkeel.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.client.ReadTotals;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.ReadOption;
import org.apache.hadoop.io.ElasticByteBufferPool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What programs may say at {@code openFile()}, and the less common ways to read. */
class OpenFileTest {
  private static final int BLOCK = 1 << 20;
  private static final int FILE_BYTES = 6 * BLOCK + 777;
  private static final int SMALL = 4096;
  private static final String POLICY = "fs.option.openfile.read.policy";
  private static HdfsInProcess hdfs;
  private static EvenkeelFileSystem fs;
  private static Path path;
  private static byte[] bytes;

  @BeforeAll
  static void start() throws Exception {
    hdfs = new HdfsInProcess(4);
    fs = (EvenkeelFileSystem) FileSystem.get(configuration());
    path = new Path("/file");
    bytes = new byte[FILE_BYTES];
    new SplittableRandom(11).nextBytes(bytes);
    try (FSDataOutputStream out = fs.create(path)) {
      out.write(bytes);
    }
  }

  @AfterAll
  static void stop() throws IOException {
    fs.close();
    hdfs.close();
  }

  /** Thresholds as they are by default, so that advice makes a difference. */
  private static Configuration configuration() {
    Configuration conf = hdfs.evenkeel("adaptive");
    conf.set("evenkeel.read.sequential.bytes", "256k");
    conf.set("evenkeel.read.pread.min.bytes", "1m");
    return conf;
  }

  private static FSDataInputStream open(String policy) throws Exception {
    return fs.openFile(path).opt(POLICY, policy).build().get(30, TimeUnit.SECONDS);
  }

  /** What the reads of a task have added up to, once the last of them has ended. */
  private static ReadTotals totals(Task task) throws Exception {
    // The reads of the test before this one may still be ending.
    ReadTotals before = TestFiles.settled(fs);
    task.run();
    return TestFiles.settled(fs).minus(before);
  }

  private interface Task {
    void run() throws Exception;
  }

  @ParameterizedTest
  @CsvSource({
    // Who reads so little uses no lanes, unless the program said that it reads all.
    "adaptive, 0",
    "default, 0",
    "random, 0",
    "parquet, 0",
    "vector, 0",
    "sequential, 0",
    "csv, 0",
    "whole-file, 1",
    "unheard-of, 0",
    "'unheard-of, whole-file, random', 1",
    "'random, whole-file', 0",
  })
  void firstKnownPolicy_decidesAboutLanesOfASmallRead(String policy, int reads) throws Exception {
    byte[] got = new byte[SMALL];
    ReadTotals totals =
        totals(
            () -> {
              try (FSDataInputStream in = open(policy)) {
                in.readFully(got);
              }
            });
    assertThat(totals.reads()).as(policy).isEqualTo(reads);
    assertThat(got).isEqualTo(Arrays.copyOf(bytes, SMALL));
  }

  @ParameterizedTest
  @CsvSource({"whole-file, 1", "sequential, 1", "adaptive, 1", "random, 0"})
  void wholeFile_isOneReadFromTheFirstByte(String policy, int reads) throws Exception {
    ReadTotals totals =
        totals(
            () -> {
              try (FSDataInputStream in = open(policy)) {
                assertThat(readInPieces(in, SMALL)).isEqualTo(bytes);
              }
            });
    // The stock stream begins, and lanes go on to the end.
    assertThat(totals.reads()).isEqualTo(reads);
  }

  @ParameterizedTest
  @CsvSource({"1m, 0", "2m, 1"})
  void blocksThatLanesCannotBeAheadBy_areReadFromOneNodeAtATime(String streamBytes, int reads)
      throws Exception {
    Configuration conf = configuration();
    conf.set("evenkeel.read.stream.bytes", streamBytes);
    try (EvenkeelFileSystem other = (EvenkeelFileSystem) FileSystem.get(conf)) {
      ReadTotals before = TestFiles.settled(other);
      try (FSDataInputStream in = other.open(path)) {
        assertThat(readInPieces(in, SMALL)).isEqualTo(bytes);
      }
      assertThat(TestFiles.settled(other).minus(before).reads()).isEqualTo(reads);
    }
  }

  private static byte[] readInPieces(FSDataInputStream in, int pieceBytes) throws IOException {
    byte[] all = new byte[FILE_BYTES];
    for (int at = 0; at < FILE_BYTES; ) {
      int count = in.read(all, at, Math.min(pieceBytes, FILE_BYTES - at));
      assertThat(count).isPositive();
      at += count;
    }
    return all;
  }

  @Test
  void random_usesLanesForOneLargeCallAndNotBeyondIt() throws Exception {
    int length = 2 * BLOCK;
    byte[] got = new byte[length];
    ReadTotals totals =
        totals(
            () -> {
              try (FSDataInputStream in = open("random")) {
                in.seek(BLOCK + 5);
                in.readFully(got);
              }
            });
    assertThat(got).isEqualTo(Arrays.copyOfRange(bytes, BLOCK + 5, BLOCK + 5 + length));
    assertThat(totals.reads()).isEqualTo(1);
    // Whole subblocks are read, of 64 KiB, one more at either end.
    assertThat(totals.receivedBytes()).isBetween((long) length, length + 8L * 65_536);
  }

  @Test
  void splitEnd_isWhereReadingAheadEnds_andReadingBeyondWorks() throws Exception {
    long splitEnd = 2 * BLOCK;
    ReadTotals totals =
        totals(
            () -> {
              try (FSDataInputStream in =
                  fs.openFile(path)
                      .opt(POLICY, "whole-file")
                      .optLong("fs.option.openfile.split.start", 0)
                      .optLong("fs.option.openfile.split.end", splitEnd)
                      .build()
                      .get(30, TimeUnit.SECONDS)) {
                assertThat(in.readNBytes((int) splitEnd))
                    .isEqualTo(Arrays.copyOf(bytes, (int) splitEnd));
              }
            });
    assertThat(totals.receivedBytes()).isEqualTo(splitEnd);
    try (FSDataInputStream in =
        fs.openFile(path)
            .mustLong("fs.option.openfile.split.end", splitEnd)
            .build()
            .get(30, TimeUnit.SECONDS)) {
      assertThat(readInPieces(in, SMALL)).isEqualTo(bytes);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "5", "99999999999", "long"})
  void wrongLengthsAndSplits_changeNoByte(String number) throws Exception {
    try (FSDataInputStream in =
        fs.openFile(path)
            .opt("fs.option.openfile.length", number)
            .opt("fs.option.openfile.split.end", number)
            .opt(POLICY, "whole-file")
            .build()
            .get(30, TimeUnit.SECONDS)) {
      assertThat(readInPieces(in, BLOCK)).isEqualTo(bytes);
      assertThat(in.read()).isEqualTo(-1);
    }
  }

  @Test
  void positionalReadsOfNothing_areAnsweredAsByTheStockStream() throws Exception {
    try (FileSystem stock = FileSystem.newInstance(hdfs.uri(), hdfs.stock());
        FSDataInputStream theirs = stock.open(path);
        FSDataInputStream ours = fs.open(path)) {
      for (long at : new long[] {-1, Long.MIN_VALUE, 0, FILE_BYTES, Long.MAX_VALUE}) {
        int length = at == 0 ? 0 : 10;
        assertThat(answer(() -> ours.read(at, new byte[10], 0, length)))
            .as("an array at %s", at)
            .isEqualTo(answer(() -> theirs.read(at, new byte[10], 0, length)));
        assertThat(answer(() -> ours.read(at, ByteBuffer.allocate(length))))
            .as("a buffer at %s", at)
            .isEqualTo(answer(() -> theirs.read(at, ByteBuffer.allocate(length))));
        assertThat(answer(() -> ours.read(at, ByteBuffer.allocateDirect(length))))
            .as("a direct buffer at %s", at)
            .isEqualTo(answer(() -> theirs.read(at, ByteBuffer.allocateDirect(length))));
      }
    }
  }

  private static String answer(Callable<Integer> read) {
    try {
      return "" + read.call();
    } catch (Exception e) {
      return e.toString();
    }
  }

  @Test
  void unknownOptions_areRefusedWhenMandatoryOnly() throws Exception {
    assertThatThrownBy(() -> fs.openFile(path).must("fs.option.unheard.of", "1").build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("fs.option.unheard.of");
    FileContext context = FileContext.getFileContext(fs.getUri(), configuration());
    assertThatThrownBy(() -> context.openFile(path).must("fs.option.unheard.of", "1").build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("fs.option.unheard.of");
    try (FSDataInputStream in =
        fs.openFile(path)
            .opt("fs.option.unheard.of", "1")
            .must(POLICY, "unheard-of")
            .build()
            .get()) {
      assertThat(in.read()).isEqualTo(bytes[0] & 0xff);
    }
  }

  @Test
  void missingFile_failsTheFuture() throws Exception {
    assertThatThrownBy(() -> fs.openFile(new Path("/missing")).build().get())
        .hasCauseInstanceOf(FileNotFoundException.class);
  }

  @Test
  void vectoredReads_areTheFilesBytes_largeRangesThroughLanes() throws Exception {
    List<FileRange> ranges =
        List.of(
            FileRange.createFileRange(10, 100),
            FileRange.createFileRange(BLOCK - 7, 2 * BLOCK + 14),
            FileRange.createFileRange(FILE_BYTES - 1000, 1000));
    for (boolean direct : new boolean[] {false, true}) {
      ReadTotals totals =
          totals(
              () -> {
                try (FSDataInputStream in = fs.open(path)) {
                  in.readVectored(
                      ranges, direct ? ByteBuffer::allocateDirect : ByteBuffer::allocate);
                  for (FileRange range : ranges) {
                    ByteBuffer data = range.getData().get(30, TimeUnit.SECONDS);
                    int start = (int) range.getOffset();
                    assertThat(data)
                        .isEqualTo(ByteBuffer.wrap(bytes, start, range.getLength()).slice());
                  }
                }
              });
      assertThat(totals.reads()).isEqualTo(1);
    }
  }

  @Test
  void vectoredReads_thatOverlapOrLeaveTheFile_failAsInTheStockStream() throws Exception {
    List<FileRange> overlapping =
        List.of(FileRange.createFileRange(0, 100), FileRange.createFileRange(50, 100));
    List<FileRange> negative = List.of(FileRange.createFileRange(-1, 10));
    List<FileRange> beyond = List.of(FileRange.createFileRange(FILE_BYTES - 5, 10));
    try (FileSystem stockFs = FileSystem.get(hdfs.stock());
        FSDataInputStream stock = stockFs.open(path);
        FSDataInputStream own = fs.open(path)) {
      for (List<FileRange> ranges : List.of(overlapping, negative, beyond)) {
        assertThat(failure(own, ranges)).isEqualTo(failure(stock, ranges)).isNotEmpty();
      }
    }
  }

  /** The class of what a vectored read fails with, at once or by its future; empty if it works. */
  private static String failure(FSDataInputStream in, List<FileRange> ranges) throws Exception {
    try {
      in.readVectored(ranges, ByteBuffer::allocate);
      for (FileRange range : ranges) {
        range.getData().get(30, TimeUnit.SECONDS);
      }
      return "";
    } catch (ExecutionException e) {
      return "future: " + e.getCause().getClass().getName();
    } catch (IOException | RuntimeException e) {
      return e.getClass().getName();
    }
  }

  @Test
  void zeroCopyReads_areTheFilesBytesAndMixWithOthers() throws Exception {
    ElasticByteBufferPool pool = new ElasticByteBufferPool();
    try (FSDataInputStream in = fs.open(path)) {
      int at = 0;
      while (at < FILE_BYTES) {
        ByteBuffer part = in.read(pool, 100_000, EnumSet.of(ReadOption.SKIP_CHECKSUMS));
        int count = part.remaining();
        assertThat(part).isEqualTo(ByteBuffer.wrap(bytes, at, count).slice());
        in.releaseBuffer(part);
        at += count;
        assertThat(in.getPos()).isEqualTo(at);
        if (at < FILE_BYTES) {
          assertThat(in.read()).isEqualTo(bytes[at++] & 0xff);
        }
      }
      assertThat(in.read(pool, 1, EnumSet.noneOf(ReadOption.class))).isNull();
    }
    FSDataInputStream closed = fs.open(path);
    closed.close();
    assertThatThrownBy(() -> closed.read(pool, 1, EnumSet.noneOf(ReadOption.class)))
        .isInstanceOf(IOException.class);
    assertThat(closed.read(0, new byte[1], 0, 0)).as("nothing, as of the stock client's").isZero();
    assertThat(closed.read(0, ByteBuffer.allocate(0))).isZero();
    assertThatThrownBy(() -> closed.read(0, new byte[1], 0, 1)).isInstanceOf(IOException.class);
  }

  @Test
  void capabilities_areThoseOfTheStockStream() throws Exception {
    try (FileSystem stockFs = FileSystem.get(hdfs.stock());
        FSDataInputStream stock = stockFs.open(path);
        FSDataInputStream own = fs.open(path)) {
      for (String capability :
          List.of(
              "in:readahead",
              "dropbehind",
              "in:unbuffer",
              "in:readbytebuffer",
              "in:preadbytebuffer",
              "hsync",
              "unheard-of")) {
        assertThat(own.hasCapability(capability))
            .as(capability)
            .isEqualTo(stock.hasCapability(capability));
      }
      assertThat(own.hasCapability("in:preadbytebuffer")).isTrue();
      assertThat(own.hasCapability("iostatistics")).as("what was read around nodes").isTrue();
    }
  }

  @Test
  void fileContext_passesTheAdviceOn() throws Exception {
    FileContext context = FileContext.getFileContext(fs.getUri(), configuration());
    byte[] got = new byte[SMALL];
    ReadTotals totals =
        totals(
            () -> {
              try (FSDataInputStream in =
                  context.openFile(path).opt(POLICY, "whole-file").build().get()) {
                in.readFully(got);
              }
            });
    assertThat(got).isEqualTo(Arrays.copyOf(bytes, SMALL));
    assertThat(totals.reads()).isEqualTo(1);
  }

  @Test
  void aLookFarIntoTheFile_doesNotMakeItAPlainOne() throws Exception {
    Configuration conf = hdfs.evenkeel("parallel");
    // The open locates the first block only.
    conf.set("dfs.client.read.prefetch.size", String.valueOf(TestFiles.BLOCK));
    try (EvenkeelFileSystem fs = TestFiles.open(conf)) {
      Path path = new Path("/far");
      byte[] bytes = TestFiles.write(fs, path, 6 * TestFiles.BLOCK);
      try (FSDataInputStream in = fs.open(path)) {
        in.readFully(4L * TestFiles.BLOCK, new byte[16]);
        TestFiles.assertRest(in, bytes);
      }
      assertThat(TestFiles.settled(fs).receivedBytes()).as("by lanes").isPositive();
    }
  }
}
