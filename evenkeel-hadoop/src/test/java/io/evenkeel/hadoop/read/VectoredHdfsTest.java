package io.evenkeel.hadoop.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.hadoop.EvenkeelFileSystem;
import io.evenkeel.hadoop.HdfsInProcess;
import io.evenkeel.hadoop.TestFiles;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StreamCapabilities;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Vectored reads of a real HDFS by several threads. */
class VectoredHdfsTest {
  private static final int BLOCKS = 12;

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void randomRanges_areRight_andCountAsReadByTheCaller(boolean direct) throws Exception {
    try (HdfsInProcess hdfs = new HdfsInProcess(5);
        EvenkeelFileSystem fs = TestFiles.open(hdfs.evenkeel("adaptive"))) {
      Path path = new Path("/file");
      byte[] bytes = TestFiles.write(fs, path, BLOCKS * TestFiles.BLOCK + 77);
      FileSystem.Statistics counted = TestFiles.statistics(fs);
      SplittableRandom random = new SplittableRandom(5);
      IntFunction<ByteBuffer> allocate = direct ? ByteBuffer::allocateDirect : ByteBuffer::allocate;
      try (FSDataInputStream in = fs.open(path)) {
        for (int round = 0; round < 10; round++) {
          ThreadCounts before = ThreadCounts.ofThread(counted);
          long allBefore = counted.getBytesRead();
          List<FileRange> ranges = ranges(random, bytes.length);
          in.readVectored(ranges, allocate);
          ThreadCounts read = ThreadCounts.ofThread(counted).minus(before);
          long asked = ranges.stream().mapToLong(FileRange::getLength).sum();
          assertThat(read.bytes()).isGreaterThanOrEqualTo(asked);
          assertThat(counted.getBytesRead() - allBefore).isEqualTo(read.bytes());
          assertRight(ranges, bytes);
        }
      }
    }
  }

  private static List<FileRange> ranges(SplittableRandom random, int fileBytes) {
    List<FileRange> ranges = new ArrayList<>();
    for (int at = random.nextInt(1000); at < fileBytes; ) {
      int length = Math.min(fileBytes - at, random.nextInt(1 << random.nextInt(1, 20)));
      ranges.add(random.nextInt(ranges.size() + 1), FileRange.createFileRange(at, length));
      at += length + random.nextInt(1 << random.nextInt(1, 20));
    }
    return ranges;
  }

  private static void assertRight(List<FileRange> ranges, byte[] file) throws Exception {
    for (FileRange range : ranges) {
      ByteBuffer buffer = range.getData().get();
      byte[] found = new byte[buffer.remaining()];
      buffer.get(found);
      int at = (int) range.getOffset();
      TestFiles.assertSame(found, Arrays.copyOfRange(file, at, at + range.getLength()));
    }
  }

  @Test
  void streamSaysThatItCan() throws Exception {
    try (HdfsInProcess hdfs = new HdfsInProcess(5);
        EvenkeelFileSystem fs = TestFiles.open(hdfs.evenkeel("adaptive"))) {
      TestFiles.write(fs, new Path("/file"), 10);
      try (FSDataInputStream in = fs.open(new Path("/file"))) {
        assertThat(in.hasCapability(StreamCapabilities.VECTOREDIO)).isTrue();
      }
    }
  }
}
