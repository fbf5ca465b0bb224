package io.evenkeel.hadoop.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.core.model.ByteRange;
import io.evenkeel.hadoop.TestFiles;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class VectoredReadsTest {
  private static final int KIB = 1024;
  private static final byte[] FILE = TestFiles.bytes(4 << 20, 41);

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final FileSystem.Statistics statistics = new FileSystem.Statistics("test");
  private final List<ByteRange> reads = Collections.synchronizedList(new ArrayList<>());
  private final List<ByteBuffer> released = Collections.synchronizedList(new ArrayList<>());
  private OptionalLong blockBytes = OptionalLong.empty();

  @AfterEach
  void stop() throws InterruptedException {
    threads.shutdownNow();
    assertThat(threads.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
  }

  private void readFully(long at, ByteBuffer target) throws IOException {
    reads.add(ByteRange.of(at, target.remaining()));
    if (at + target.remaining() > FILE.length) {
      throw new EOFException("at " + at);
    }
    statistics.incrementBytesRead(target.remaining());
    statistics.incrementBytesReadByDistance(0, target.remaining());
    target.put(FILE, (int) at, target.remaining());
  }

  private VectoredReads reads(VectoredReads.Source source) {
    return new VectoredReads(source, () -> blockBytes, threads, statistics);
  }

  private void read(VectoredReads vectored, FileRange... ranges) throws IOException {
    vectored.read(List.of(ranges), ByteBuffer::allocate, released::add);
  }

  private static FileRange range(long at, int length) {
    return FileRange.createFileRange(at, length);
  }

  private static void assertRight(FileRange... ranges) throws Exception {
    for (FileRange range : ranges) {
      assertThat(range.getData()).isCompleted();
      ByteBuffer buffer = range.getData().get();
      byte[] bytes = new byte[buffer.remaining()];
      buffer.get(bytes);
      int at = (int) range.getOffset();
      assertThat(bytes).isEqualTo(Arrays.copyOfRange(FILE, at, at + range.getLength()));
    }
  }

  @Test
  void whatLiesCloseIsReadTogether_asFarAsThatIsNotTooMuch() throws Exception {
    FileRange[] ranges = {
      range(100 * KIB, 10 * KIB),
      range(0, 50 * KIB),
      range(50 * KIB, 50 * KIB - 9),
      // One byte too far from the last.
      range(110 * KIB + VectoredReads.GAP_BYTES_MAX + 1, 1),
      range(1 << 20, 200 * KIB),
      range((1 << 20) + 200 * KIB, 57 * KIB)
    };
    read(reads(this::readFully), ranges);
    assertRight(ranges);
    assertThat(reads)
        .containsExactlyInAnyOrder(
            ByteRange.of(0, 110 * KIB),
            ByteRange.of(ranges[3].getOffset(), 1),
            ByteRange.of(1 << 20, 200 * KIB),
            ByteRange.of((1 << 20) + 200 * KIB, 57 * KIB));
  }

  @Test
  void rangesOfTwoBlocksAreNotReadTogether() throws Exception {
    blockBytes = OptionalLong.of(64 * KIB);
    FileRange[] ranges = {
      range(50 * KIB, 14 * KIB),
      range(64 * KIB, KIB),
      range(65 * KIB, KIB),
      range(127 * KIB, 2 * KIB)
    };
    read(reads(this::readFully), ranges);
    assertRight(ranges);
    assertThat(reads)
        .containsExactlyInAnyOrder(
            ByteRange.of(50 * KIB, 14 * KIB),
            ByteRange.of(64 * KIB, 2 * KIB),
            ByteRange.of(127 * KIB, 2 * KIB));
  }

  @Test
  void severalAreReadAtOnce_neverMoreThanFour() throws Exception {
    CyclicBarrier four = new CyclicBarrier(4);
    AtomicInteger now = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    FileRange[] ranges = new FileRange[8];
    Arrays.setAll(ranges, i -> range(i * 400L * KIB, 300 * KIB));
    read(
        reads(
            (at, target) -> {
              most.accumulateAndGet(now.incrementAndGet(), Math::max);
              await(four);
              now.decrementAndGet();
              readFully(at, target);
            }),
        ranges);
    assertRight(ranges);
    assertThat(most).hasValue(4);
  }

  @Test
  void rangePastTheEnd_isReadByItself_andItsNeighboursOnce() throws Exception {
    FileRange near = range(FILE.length - 3 * KIB, KIB);
    FileRange last = range(FILE.length - 2 * KIB, KIB);
    FileRange past = range(FILE.length - KIB, 2 * KIB);
    VectoredReads.Source file =
        new VectoredReads.Source() {
          @Override
          public void readFully(long at, ByteBuffer target) throws IOException {
            VectoredReadsTest.this.readFully(at, target);
          }

          @Override
          public long lengthBytes() {
            return FILE.length;
          }
        };
    read(reads(file), near, last, past);
    assertRight(near, last);
    assertThat(past.getData()).isCompletedExceptionally();
    assertThat(reads)
        .containsExactlyInAnyOrder(
            ByteRange.of(FILE.length - 3 * KIB, 2 * KIB), ByteRange.of(FILE.length - KIB, 2 * KIB));
  }

  @Test
  void withoutThreads_theCallerReadsInTheOrderOfTheFile() throws Exception {
    FileRange[] ranges = {range(1 << 20, KIB), range(2 << 20, KIB), range(0, KIB)};
    VectoredReads alone =
        new VectoredReads(
            this::readFully,
            OptionalLong::empty,
            task -> {
              throw new RejectedExecutionException("none");
            },
            statistics);
    read(alone, ranges);
    assertRight(ranges);
    assertThat(reads).extracting(ByteRange::start).containsExactly(0L, 1L << 20, 2L << 20);
  }

  @Test
  void allIsCountedAsReadByTheCaller() throws Exception {
    CyclicBarrier four = new CyclicBarrier(4);
    FileRange[] ranges = new FileRange[48];
    Arrays.setAll(ranges, i -> range(i * 40L * KIB, 10 * KIB));
    read(
        reads(
            (at, target) -> {
              await(four);
              readFully(at, target);
            }),
        ranges);
    assertThat(statistics.getThreadStatistics().getBytesRead()).isEqualTo(480 * KIB);
    assertThat(statistics.getThreadStatistics().getBytesReadLocalHost()).isEqualTo(480 * KIB);
    assertThat(statistics.getBytesRead()).isEqualTo(480 * KIB);
    assertThat(statistics.getBytesReadByDistance(0)).isEqualTo(480 * KIB);
  }

  @Test
  void pastTheEnd_onlyThatRangeFails_andItsBufferIsGivenBack() throws Exception {
    FileRange good = range(FILE.length - 2 * KIB, KIB);
    FileRange past = range(FILE.length - KIB, KIB + 1);
    FileRange far = range(2L * FILE.length, KIB);
    read(reads(this::readFully), past, good, far);
    assertRight(good);
    for (FileRange failed : List.of(past, far)) {
      assertThatThrownBy(() -> failed.getData().get())
          .isInstanceOf(ExecutionException.class)
          .hasCauseInstanceOf(EOFException.class);
    }
    assertThat(released).extracting(ByteBuffer::remaining).containsExactlyInAnyOrder(KIB + 1, KIB);
  }

  @Test
  void whatCannotBeAskedForIsRefused_beforeAnyBufferIsTaken() {
    VectoredReads vectored = reads(this::readFully);
    assertThatThrownBy(() -> vectored.read(null, ByteBuffer::allocate, released::add))
        .isInstanceOf(NullPointerException.class);
    assertThatThrownBy(() -> read(vectored, range(10, 5), range(14, 5)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Overlapping");
    assertThatThrownBy(() -> read(vectored, range(10, -5)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> read(vectored, range(-1, 5))).isInstanceOf(EOFException.class);
    assertThat(reads).isEmpty();
  }

  @Test
  void whenBuffersRunOut_thoseTakenAreGivenBack() {
    List<ByteBuffer> taken = new ArrayList<>();
    assertThatThrownBy(
            () ->
                reads(this::readFully)
                    .read(
                        List.of(range(0, 10), range(20, 11), range(40, 12)),
                        length -> {
                          if (length == 12) {
                            throw new OutOfMemoryError("direct");
                          }
                          taken.add(ByteBuffer.allocateDirect(length));
                          return taken.get(taken.size() - 1);
                        },
                        released::add))
        .isInstanceOf(OutOfMemoryError.class);
    assertThat(released).isEqualTo(taken).hasSize(2);
  }

  @Test
  void bufferOfAPool_longerThanAskedFor_isFilledAsFarAsTheRangeIsLong() throws Exception {
    FileRange range = range(7, 100);
    reads(this::readFully)
        .read(List.of(range), length -> ByteBuffer.allocateDirect(2 * length), released::add);
    assertRight(range);
    FileRange other = range(7, 100);
    assertThatThrownBy(
            () ->
                reads(this::readFully)
                    .read(List.of(other), length -> ByteBuffer.allocate(99), released::add))
        .hasMessageContaining("99 bytes");
  }

  @Test
  void interruptedWhileAnotherThreadReads_interruptsThat_andReturnsWhenNobodyHasABuffer()
      throws Exception {
    Thread caller = Thread.currentThread();
    FileRange[] ranges = {range(0, KIB), range(1 << 20, KIB)};
    read(
        reads(
            (at, target) -> {
              if (Thread.currentThread() != caller) {
                caller.interrupt();
                await(new CountDownLatch(1));
              }
              // The other one is the helper's, however late its thread comes.
              while (!caller.isInterrupted()) {
                Thread.onSpinWait();
              }
              readFully(at, target);
            }),
        ranges);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(ranges).allMatch(range -> range.getData().isDone());
    assertThat(ranges).filteredOn(r -> r.getData().isCompletedExceptionally()).hasSize(1);
    assertThat(released).hasSize(1);
    assertThat(threads.submit(() -> Thread.currentThread().isInterrupted()).get()).isFalse();
    assertThat(statistics.getThreadStatistics().getBytesRead()).isEqualTo(KIB);
  }

  @Test
  void whateverGoesWrong_everyRangeEnds() throws IOException {
    List<FileRange> ranges = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      ranges.add(range(i / 2 * 400L * KIB + i % 2 * 10L, 10));
    }
    reads(this::readFully)
        .read(
            ranges,
            length -> ByteBuffer.allocate(length).asReadOnlyBuffer(),
            buffer -> {
              throw new IllegalStateException("not mine");
            });
    for (FileRange range : ranges) {
      assertThatThrownBy(() -> range.getData().get())
          .hasCauseInstanceOf(ReadOnlyBufferException.class);
    }
  }

  private static void await(CyclicBarrier barrier) throws IOException {
    try {
      barrier.await();
    } catch (InterruptedException | BrokenBarrierException e) {
      throw new IOException(e);
    }
  }

  private static void await(CountDownLatch latch) throws IOException {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  @Test
  @Timeout(30)
  void helperThatCannotGoOn_failsItsRange_andNobodyWaitsForIt() throws Exception {
    FileRange[] ranges = {range(0, KIB), range(1 << 20, KIB), range(2 << 20, KIB)};
    VectoredReads broken = new VectoredReads(this::readFully, () -> blockBytes, threads, null);
    try {
      read(broken, ranges);
    } catch (NullPointerException e) {
      // The caller's own count.
    }
    for (FileRange range : ranges) {
      assertThat(range.getData()).isDone();
    }
  }
}
