package io.evenkeel.hadoop;

import io.evenkeel.core.fill.ParityWriters;
import io.evenkeel.core.fill.WriteTotals;
import io.evenkeel.hadoop.lane.BlockConnector;
import io.evenkeel.hadoop.read.EvenkeelDataInputStream;
import io.evenkeel.hadoop.read.OpenFile;
import io.evenkeel.hadoop.read.ReadAdvice;
import io.evenkeel.hadoop.read.Thresholds;
import io.evenkeel.policy.scheme.Schemes;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathHandle;
import org.apache.hadoop.fs.impl.OpenFileParameters;
import org.apache.hadoop.hdfs.DFSInputStream;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;

/**
 * The drop-in for {@code hdfs://}: set {@code fs.hdfs.impl} to this class. It is a {@link
 * DistributedFileSystem} in every respect; large reads go past stragglers, and what is written gets
 * its parity cached. Whatever Evenkeel does not cover falls through to stock behaviour.
 */
public class EvenkeelFileSystem extends DistributedFileSystem {
  private EvenkeelSettings settings;
  private EvenkeelRuntime runtime;
  private BlockConnector connector;
  private volatile boolean verifyChecksums = true;

  @Override
  public void initialize(URI uri, Configuration conf) throws IOException {
    settings = EvenkeelSettings.from(conf);
    super.initialize(uri, conf);
    runtime = EvenkeelRuntime.acquire(settings);
    int connectMillis = (int) settings.connectTimeout().toMillis();
    connector =
        runtime
            .installClient(this, uri, conf)
            .map(client -> new BlockConnector(client, conf, connectMillis))
            .orElse(null);
  }

  @Override
  public FSDataInputStream open(Path path, int bufferSize) throws IOException {
    return accelerated(super.open(path, bufferSize));
  }

  @Override
  public FSDataInputStream open(PathHandle handle, int bufferSize) throws IOException {
    return accelerated(super.open(handle, bufferSize));
  }

  /** As {@code open}, except that a symbolic link on the way is an UnresolvedLinkException. */
  FSDataInputStream openWithoutLinks(String path, int bufferSize, boolean verify)
      throws IOException {
    DFSInputStream in = getClient().open(path, bufferSize, verify);
    try {
      HdfsDataInputStream opened = getClient().createWrappedInputStream(in);
      return verify ? accelerated(opened) : opened;
    } catch (IOException e) {
      in.close();
      throw e;
    }
  }

  @Override
  protected CompletableFuture<FSDataInputStream> openFileWithOptions(
      Path path, OpenFileParameters parameters) throws IOException {
    return super.openFileWithOptions(path, parameters).thenApply(in -> advised(in, parameters));
  }

  @Override
  protected CompletableFuture<FSDataInputStream> openFileWithOptions(
      PathHandle handle, OpenFileParameters parameters) throws IOException {
    return super.openFileWithOptions(handle, parameters).thenApply(in -> advised(in, parameters));
  }

  private static FSDataInputStream advised(FSDataInputStream opened, OpenFileParameters given) {
    if (opened instanceof EvenkeelDataInputStream own) {
      own.advise(ReadAdvice.of(given.getOptions()));
    }
    return opened;
  }

  @Override
  public void setVerifyChecksum(boolean verify) {
    verifyChecksums = verify;
    super.setVerifyChecksum(verify);
  }

  /**
   * Only what is exactly a stock replicated stream; striped and encrypted ones stay as they are.
   */
  private FSDataInputStream accelerated(FSDataInputStream opened) {
    boolean covered =
        runtime != null
            && connector != null
            && runtime.isOn()
            && verifyChecksums
            && opened instanceof HdfsDataInputStream
            && opened.getWrappedStream().getClass() == DFSInputStream.class;
    if (!covered) {
      return opened;
    }
    return EvenkeelDataInputStream.over(
        (DFSInputStream) opened.getWrappedStream(),
        getClient(),
        connector,
        runtime,
        new OpenFile.Layout(
            settings.code(), settings.subblockBytes(), Schemes.named(settings.scheme())),
        new Thresholds(settings.sequentialBytes(), settings.preadBytes()),
        statistics,
        runtime.background());
  }

  /** What this file system's reads have done so far, for benchmarks and tests. */
  public ReadTotals readTotals() {
    return runtime.readTotals();
  }

  /** What became of the files that this process has written, for benchmarks and tests. */
  public WriteTotals writeTotals() {
    return runtime.writers().map(ParityWriters::totals).orElse(new WriteTotals(0, 0, 0, 0));
  }

  /** The most that reads of this process have held in buffers at once. */
  public long peakBufferBytes() {
    return runtime.buffers().peakBytes();
  }

  /**
   * Waits until the parity of what was written and closed is published or given up: for the end of
   * a program, a benchmark or a test. No close waits for it.
   *
   * @return false when it takes longer
   */
  public boolean awaitPublished(Duration timeout) throws InterruptedException {
    return runtime.awaitPublished(timeout);
  }

  @Override
  public void close() throws IOException {
    EvenkeelRuntime held = runtime;
    runtime = null;
    try {
      super.close();
    } finally {
      if (held != null) {
        held.release();
      }
    }
  }
}
