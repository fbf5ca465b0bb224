package io.evenkeel.hadoop;

import io.evenkeel.client.nodes.LedgerBook;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.fs.FileSystem;

/**
 * What was read around nodes, as the statistics of a file system of its own scheme: MapReduce and
 * Tez show those among a job's counters, and Spark's executors among their metrics, without knowing
 * whose they are. Its read operations are how often another source was asked, its bytes read what
 * came of that and was used; these are in the statistics of {@code hdfs}, too.
 */
final class JobCounters {
  static final String SCHEME = "evenkeel";

  private static final long THREAD_IDLE_SECONDS = 60;

  /** Hadoop keeps statistics by class. */
  private abstract static class AroundNodes extends FileSystem {}

  private final LedgerBook book;
  private final FileSystem.Statistics statistics;
  private final AtomicBoolean isDue = new AtomicBoolean();

  /**
   * Spark takes what its task's thread has counted, of all schemes together, for the input of the
   * task: nothing is counted there twice.
   */
  private final ThreadPoolExecutor counting;

  private long countedAsks;
  private long countedBytes;

  private JobCounters(LedgerBook book, FileSystem.Statistics statistics) {
    this.book = book;
    this.statistics = statistics;
    this.counting =
        new ThreadPoolExecutor(
            0,
            1,
            THREAD_IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> {
              Thread thread = new Thread(task, "evenkeel-job-counters");
              thread.setDaemon(true);
              return thread;
            });
  }

  /** Counts what the process enters from now on, and has entered before. */
  @SuppressWarnings("deprecation") // What is to replace these statistics no job shows as yet.
  static void register() {
    LedgerBook book = LedgerBook.ofProcess();
    JobCounters counters =
        new JobCounters(book, FileSystem.getStatistics(SCHEME, AroundNodes.class));
    book.tell(entry -> counters.entered());
    counters.entered();
  }

  private void entered() {
    if (!isDue.compareAndSet(false, true)) {
      return;
    }
    try {
      counting.execute(this::count);
    } catch (Throwable e) {
      // No thread: the next entry has this one counted, too.
      isDue.set(false);
    }
  }

  private void count() {
    isDue.set(false);
    LedgerBook.Totals totals = book.totals();
    long asks = totals.redirected().asks() + totals.duplicated().asks();
    long bytes = totals.redirected().wonBytes() + totals.duplicated().wonBytes();
    statistics.incrementReadOps((int) (asks - countedAsks));
    statistics.incrementBytesRead(bytes - countedBytes);
    countedAsks = asks;
    countedBytes = bytes;
  }
}
