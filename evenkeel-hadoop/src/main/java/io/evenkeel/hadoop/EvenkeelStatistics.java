package io.evenkeel.hadoop;

import io.evenkeel.client.nodes.LedgerBook;
import io.evenkeel.hadoop.read.LedgerStatistics;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.fs.GlobalStorageStatistics;
import org.apache.hadoop.fs.StorageStatistics;

/**
 * What going around nodes has cost this process, and what came of it, beside the statistics of
 * Hadoop's own file systems. What is read here is never set back: it is the whole process's.
 */
public final class EvenkeelStatistics extends StorageStatistics {
  /** Its name in {@link GlobalStorageStatistics}. */
  public static final String NAME = "Evenkeel";

  private static final AtomicBoolean REGISTERED = new AtomicBoolean();

  private EvenkeelStatistics() {
    super(NAME);
  }

  /** Once a process; what jobs show of it, too. */
  static void register() {
    if (!REGISTERED.get() && REGISTERED.compareAndSet(false, true)) {
      GlobalStorageStatistics.INSTANCE.put(NAME, EvenkeelStatistics::new);
      JobCounters.register();
    }
  }

  private static Map<String, Long> counters() {
    return LedgerStatistics.counters(LedgerBook.ofProcess().totals());
  }

  @Override
  public String getScheme() {
    return "hdfs";
  }

  @Override
  public Iterator<LongStatistic> getLongStatistics() {
    return counters().entrySet().stream()
        .map(counter -> new LongStatistic(counter.getKey(), counter.getValue()))
        .iterator();
  }

  @Override
  public Long getLong(String key) {
    return counters().get(key);
  }

  @Override
  public boolean isTracked(String key) {
    return counters().containsKey(key);
  }

  @Override
  public void reset() {
    // Other file systems of the process may have others who look at it.
  }
}
