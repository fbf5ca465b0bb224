package io.evenkeel.cli.doctor;

import io.evenkeel.client.ReadTotals;
import io.evenkeel.core.log.ByteText;
import io.evenkeel.hadoop.EvenkeelFileSystem;
import io.evenkeel.hadoop.EvenkeelStatistics;
import io.evenkeel.hadoop.ExplainedFile;
import io.evenkeel.hadoop.read.EvenkeelDataInputStream;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.GlobalStorageStatistics;
import org.apache.hadoop.fs.StorageStatistics;

/** Whether what was written is read back by Evenkeel, and what that took. */
final class ReadCheck implements Check {
  static final String NAME = "read";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<String> needs() {
    return List.of(WriteCheck.NAME);
  }

  @Override
  public Finding run(Scene scene) throws IOException {
    ProbeFile probe = scene.probe();
    EvenkeelFileSystem fs = probe.fileSystem();
    ReadTotals before = fs.readTotals();
    Map<String, Long> countersBefore = counters();
    boolean ours;
    long start = System.nanoTime();
    try (ProductLines lines = new ProductLines()) {
      try (FSDataInputStream in = fs.open(probe.path())) {
        ours = in instanceof EvenkeelDataInputStream;
        probe.bytes().check(in);
      } catch (IOException e) {
        return Finding.failed(NAME, Trouble.text(e), lines.text());
      }
      long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
      String how =
          scene.isOff()
              ? "the stock way, for Evenkeel is off"
              : ours
                  ? "by Evenkeel, the loading of its code included"
                  : "by the stock client, to which Evenkeel left it";
      String found =
          "%s in %d ms %s; the same bytes"
              .formatted(ByteText.of(probe.bytes().lengthBytes()), millis, how);
      if (scene.isOff()) {
        return Finding.ok(NAME, found);
      }
      if (!ours) {
        return Finding.warning(NAME, found, why(scene, lines.text()));
      }
      return Finding.ok(NAME, found + counted(fs.readTotals().minus(before), countersBefore));
    }
  }

  /** Why Evenkeel leaves the file to the stock client. */
  private static String why(Scene scene, String lines) throws IOException {
    String reason = ExplainedFile.of(scene.probe().path(), scene.bounded()).plainReason();
    if (reason.isEmpty()) {
      return lines;
    }
    return "Evenkeel left the file to the stock client, for " + reason;
  }

  /** What Evenkeel's own counters say of the read. */
  private static String counted(ReadTotals totals, Map<String, Long> countersBefore) {
    StringBuilder text =
        new StringBuilder(
            "; received: %s by stock streams, %s by lanes"
                .formatted(ByteText.of(totals.stockBytes()), ByteText.of(totals.receivedBytes())));
    boolean around = false;
    for (Map.Entry<String, Long> counter : counters().entrySet()) {
      long added = counter.getValue() - countersBefore.getOrDefault(counter.getKey(), 0L);
      if (added > 0) {
        text.append(", ").append(counter.getKey()).append(' ').append(added);
        around = true;
      }
    }
    return text.append(around ? "" : "; nothing around a node").toString();
  }

  /** Those of the process; none before the first stream was opened. */
  private static Map<String, Long> counters() {
    Map<String, Long> counters = new LinkedHashMap<>();
    StorageStatistics statistics = GlobalStorageStatistics.INSTANCE.get(EvenkeelStatistics.NAME);
    if (statistics != null) {
      statistics
          .getLongStatistics()
          .forEachRemaining(counter -> counters.put(counter.getName(), counter.getValue()));
    }
    return counters;
  }
}
