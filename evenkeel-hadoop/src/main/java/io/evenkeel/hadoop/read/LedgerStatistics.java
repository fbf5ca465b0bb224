package io.evenkeel.hadoop.read;

import io.evenkeel.client.nodes.LedgerBook;
import io.evenkeel.client.nodes.LedgerStatistic;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.fs.statistics.IOStatistics;
import org.apache.hadoop.fs.statistics.IOStatisticsContext;
import org.apache.hadoop.fs.statistics.IOStatisticsSnapshot;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The two ledgers as Hadoop's statistics name and add them up. */
public final class LedgerStatistics {
  private static final Logger LOG = LoggerFactory.getLogger(LedgerStatistics.class);

  private LedgerStatistics() {}

  /** The counters by name, in a fixed order. */
  public static Map<String, Long> counters(LedgerBook.Totals totals) {
    Map<String, Long> counters = new LinkedHashMap<>();
    LedgerStatistic.all().forEach(one -> counters.put(one.name(), one.of().applyAsLong(totals)));
    return counters;
  }

  static IOStatistics of(LedgerBook.Totals totals) {
    IOStatisticsSnapshot snapshot = new IOStatisticsSnapshot();
    snapshot.counters().putAll(counters(totals));
    return snapshot;
  }

  /** Adds what a stream did to what Hadoop collects for the calling thread's task. */
  static void tellThread(LedgerBook.Totals totals) {
    if (!totals.isAny()) {
      return;
    }
    try {
      IOStatisticsContext.getCurrentIOStatisticsContext().getAggregator().aggregate(of(totals));
    } catch (Throwable e) {
      // Whatever collects for the task is not ours: no stream stays open for want of a statistic.
      LOG.debug("What was read around nodes is not in the task's statistics", e);
    }
  }
}
