package io.evenkeel.cli.demo;

import io.evenkeel.cli.bench.EvenkeelReads;
import io.evenkeel.client.ReadTotals;
import io.evenkeel.hadoop.EvenkeelFileSystem;
import java.io.EOFException;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Reads as a stream, with the stock client or with Evenkeel, by the configuration. */
final class StreamReader implements FileReader {
  private static final int PIECE_BYTES = 1 << 20;

  private final String scheme;
  private final FileSystem fs;
  private final Path path;
  private long receivedBytes = -1;

  StreamReader(String scheme, Configuration conf, Path path) throws IOException {
    this.scheme = scheme;
    this.fs = FileSystem.newInstance(conf);
    this.path = path;
  }

  @Override
  public String scheme() {
    return scheme;
  }

  @Override
  public long read(byte[] target) throws IOException {
    ReadTotals before = totals();
    long start = System.nanoTime();
    try (FSDataInputStream in = fs.open(path)) {
      for (int at = 0; at < target.length; ) {
        int count = in.read(target, at, Math.min(PIECE_BYTES, target.length - at));
        if (count < 0) {
          throw new EOFException(path + " ended at " + at + " of " + target.length);
        }
        at += count;
      }
    }
    long nanos = System.nanoTime() - start;
    if (before != null) {
      ReadTotals spent = EvenkeelReads.settled((EvenkeelFileSystem) fs).minus(before);
      receivedBytes = spent.receivedBytes() + spent.plainBytes();
    }
    return nanos;
  }

  private ReadTotals totals() {
    return fs instanceof EvenkeelFileSystem evenkeel ? evenkeel.readTotals() : null;
  }

  @Override
  public long receivedBytes() {
    return receivedBytes;
  }

  @Override
  public void close() throws IOException {
    fs.close();
  }
}
