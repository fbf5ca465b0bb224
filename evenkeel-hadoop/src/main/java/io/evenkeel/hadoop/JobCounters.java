package io.evenkeel.hadoop;

import io.evenkeel.client.nodes.LedgerBook;
import io.evenkeel.client.process.ThreadScheduler;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.fs.FileSystem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What was read around nodes, as the statistics of a file system of its own scheme: MapReduce and
 * Tez show those among a job's counters, and Spark's executors among their metrics, without knowing
 * whose they are. Its read operations are how often anything was asked around a node, or of one to
 * try it; its bytes read what came of that and was used, of what is decoded k times the bytes that
 * {@code hdfs} counts.
 */
final class JobCounters {
  private static final Logger LOG = LoggerFactory.getLogger(JobCounters.class);

  private static final String SCHEME = "evenkeel";

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
            new LinkedBlockingQueue<>(1),
            ThreadScheduler.daemons("evenkeel-job-counters"));
  }

  /** Counts what the process enters from now on, and has entered before. */
  @SuppressWarnings("deprecation") // What is to replace these statistics no job shows as yet.
  static void register() {
    try {
      LedgerBook book = LedgerBook.ofProcess();
      JobCounters counters =
          new JobCounters(book, FileSystem.getStatistics(SCHEME, AroundNodes.class));
      LedgerBook.tellOfProcess(entry -> counters.entered());
      counters.entered();
    } catch (Throwable e) {
      // No read is to fail for want of a counter.
      LOG.debug("A job's counters will not have what was read around nodes", e);
    }
  }

  private void entered() {
    if (!isDue.compareAndSet(false, true)) {
      return;
    }
    try {
      counting.execute(this::count);
    } catch (Throwable e) {
      // No thread, or what waits for one is not counted yet: the next entry has both counted.
      isDue.set(false);
    }
  }

  /** What this throws would end the process where the job's default is to end it. */
  private void count() {
    try {
      isDue.set(false);
      count(book.totals());
    } catch (Throwable e) {
      LOG.debug("A job's counters will have this later", e);
    }
  }

  private void count(LedgerBook.Totals totals) {
    long asks = totals.redirected().asks() + totals.duplicated().asks();
    long bytes = totals.redirected().wonBytes() + totals.duplicated().wonBytes();
    statistics.incrementReadOps((int) (asks - countedAsks));
    statistics.incrementBytesRead(bytes - countedBytes);
    countedAsks = asks;
    countedBytes = bytes;
  }
}
