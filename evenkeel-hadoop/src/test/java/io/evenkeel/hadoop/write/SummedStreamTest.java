package io.evenkeel.hadoop.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.core.fill.ParityEncoder;
import io.evenkeel.hadoop.HdfsInProcess;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Random;
import java.util.zip.CRC32C;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** Checksums that HDFS has computed are those of the bytes, and of nearly all of them. */
class SummedStreamTest {
  private static final int GROUP = SummedStream.GROUP_BYTES;

  private static HdfsInProcess hdfs;

  /** What was told. */
  private static final class Told implements EncodedFile {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private int summedBytes;

    @Override
    public void wrote(byte[] from, int offset, int length, int[] sums) {
      bytes.write(from, offset, length);
      if (sums == null) {
        return;
      }
      assertThat(length % ParityEncoder.SUMMED_BYTES).isZero();
      for (int chunk = 0; chunk < length / ParityEncoder.SUMMED_BYTES; chunk++) {
        CRC32C crc = new CRC32C();
        crc.update(from, offset + chunk * ParityEncoder.SUMMED_BYTES, ParityEncoder.SUMMED_BYTES);
        assertThat(sums[chunk]).as("of chunk %d", chunk).isEqualTo((int) crc.getValue());
      }
      summedBytes += length;
    }

    @Override
    public void closed() {}

    @Override
    public void abandon(String reason) {}
  }

  @BeforeAll
  static void start() throws Exception {
    hdfs = new HdfsInProcess(1);
  }

  @AfterAll
  static void stop() {
    hdfs.close();
  }

  private interface Writing {
    void write(SummedStream to, FSDataOutputStream stock, byte[] bytes) throws IOException;
  }

  /** Writes a file, and reads it. */
  private static void written(TestInfo test, Configuration conf, Writing writing)
      throws IOException {
    Path path = new Path("/" + test.getTestMethod().orElseThrow().getName());
    byte[] bytes = new byte[3_000_017];
    new Random(1).nextBytes(bytes);
    try (FileSystem fs = FileSystem.newInstance(conf)) {
      try (FSDataOutputStream out = fs.create(path, true, 4096, (short) 1, 1 << 20)) {
        writing.write(new SummedStream((DFSOutputStream) out.getWrappedStream(), null), out, bytes);
      }
      try (FSDataInputStream in = fs.open(path)) {
        assertThat(in.readAllBytes()).isEqualTo(bytes);
      }
    }
  }

  private static Writing inPieces(Told told, boolean flushes, int... lengths) {
    return (to, stock, bytes) -> {
      int piece = 0;
      for (int done = 0; done < bytes.length; ) {
        int length = Math.min(lengths[piece++ % lengths.length], bytes.length - done);
        to.write(bytes, done, length);
        to.tell(told, bytes, done, length);
        done += length;
        if (flushes) {
          stock.hflush();
        }
      }
      assertThat(told.bytes.toByteArray()).isEqualTo(bytes);
    };
  }

  @Test
  void longWrites_areSummedButForTheirEnds(TestInfo test) throws IOException {
    Told told = new Told();
    written(test, hdfs.stock(), inPieces(told, false, 1 << 20));
    assertThat(told.summedBytes).isGreaterThan(3_000_017 - 6 * GROUP);
  }

  @Test
  void writesOfAnyLength_evenFlushed_haveRightSums(TestInfo test) throws IOException {
    Told told = new Told();
    written(test, hdfs.stock(), inPieces(told, true, 100_000, 1, 4607, 511, 64_000, 4608, 9999));
    assertThat(told.summedBytes).isPositive();
  }

  @Test
  void shortWrites_areNot(TestInfo test) throws IOException {
    Told told = new Told();
    written(test, hdfs.stock(), inPieces(told, false, GROUP - 1));
    assertThat(told.summedBytes).isZero();
  }

  @Test
  void otherChecksums_areNotTaken(TestInfo test) throws IOException {
    Configuration conf = hdfs.stock();
    conf.set("dfs.checksum.type", "CRC32");
    Told told = new Told();
    written(test, conf, inPieces(told, false, 1 << 20));
    assertThat(told.summedBytes).isZero();
  }

  @Test
  void otherChunks_areNotTaken(TestInfo test) throws IOException {
    Configuration conf = hdfs.stock();
    conf.setInt("dfs.bytes-per-checksum", 1024);
    Told told = new Told();
    written(test, conf, inPieces(told, false, 1 << 20));
    assertThat(told.summedBytes).isZero();
  }

  @Test
  void wrongArguments_areRefusedBeforeAnythingIsWritten(TestInfo test) throws IOException {
    Told told = new Told();
    Writing whole = inPieces(told, false, 1 << 20);
    written(
        test,
        hdfs.stock(),
        (to, stock, bytes) -> {
          assertThatThrownBy(() -> to.write(bytes, 2_000_000, 2_000_000))
              .isInstanceOf(IndexOutOfBoundsException.class);
          assertThat(stock.getPos()).isZero();
          whole.write(to, stock, bytes);
        });
  }
}
