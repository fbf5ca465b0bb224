package io.evenkeel.cli.doctor;

import io.evenkeel.core.log.ByteText;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/** Whether the stock client reads the same of what was written by Evenkeel. */
final class StockReadCheck implements Check {
  static final String NAME = "stock read";

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
    long start = System.nanoTime();
    try (DistributedFileSystem stock = scene.newFileSystem(DistributedFileSystem.class);
        FSDataInputStream in = stock.open(probe.path())) {
      probe.bytes().check(in);
    }
    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    return Finding.ok(
        NAME,
        "%s in %d ms by the stock client, the same bytes"
            .formatted(ByteText.of(probe.bytes().lengthBytes()), millis));
  }

  /** It says nothing against Evenkeel. */
  @Override
  public Finding late(Duration limit) {
    return Finding.warning(
        NAME,
        "the stock client did not read it within " + Trouble.text(limit),
        "a DataNode that has some of it is slow or hangs: see DataNodes above");
  }
}
