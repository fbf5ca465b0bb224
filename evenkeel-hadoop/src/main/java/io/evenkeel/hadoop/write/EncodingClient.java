package io.evenkeel.hadoop.write;

import io.evenkeel.core.model.NodeId;
import io.evenkeel.hadoop.lane.EvenkeelClient;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DFSOutputStream;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream;
import org.apache.hadoop.hdfs.client.impl.DfsClientConf;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * Our client, whose new files are encoded while they are written. Appended, striped and encrypted
 * files are not: their bytes start elsewhere, have parity already, or would be seen in the clear.
 * Who only reads does not even load what that takes.
 */
final class EncodingClient extends EvenkeelClient {
  private final URI uri;
  private final Configuration conf;
  private final UserGroupInformation user;
  private final int packetBytes;
  private final Supplier<Optional<WriteServices>> services;

  /** Made with the first. */
  private volatile EncodedFiles files;

  EncodingClient(
      URI uri,
      Configuration conf,
      FileSystem.Statistics statistics,
      Predicate<NodeId> slow,
      int packetBytes,
      Supplier<Optional<WriteServices>> services)
      throws IOException {
    super(uri, conf, statistics, slow);
    this.uri = uri;
    this.conf = conf;
    this.user = UserGroupInformation.getCurrentUser();
    this.packetBytes = packetBytes;
    this.services = services;
  }

  @Override
  public HdfsDataOutputStream createWrappedOutputStream(
      DFSOutputStream stock, FileSystem.Statistics statistics, long startPosition)
      throws IOException {
    if (startPosition == 0 && isPlainNewFile(stock)) {
      Optional<HdfsDataOutputStream> encoded = files().open(stock, statistics, services);
      if (encoded.isPresent()) {
        return encoded.get();
      }
    }
    return super.createWrappedOutputStream(stock, statistics, startPosition);
  }

  private static boolean isPlainNewFile(DFSOutputStream stock) {
    return stock.getClass() == DFSOutputStream.class
        && stock.getInitialLen() == 0
        && stock.getFileEncryptionInfo() == null;
  }

  private synchronized EncodedFiles files() {
    if (files == null) {
      files =
          new EncodedFiles(new BulkPackets(conf, packetBytes), new BlockLookup(uri, conf, user));
    }
    return files;
  }

  @Override
  public DfsClientConf getConf() {
    EncodedFiles made = files;
    return made == null ? super.getConf() : made.conf();
  }

  /** Also files that are not the client's to finish: their writers have gone. */
  @Override
  public void closeAllFilesBeingWritten(boolean abort) {
    super.closeAllFilesBeingWritten(abort);
    EncodedFiles made = files;
    if (made != null) {
      made.abandon("the client was closed before the file");
    }
  }

  @Override
  public synchronized void close() throws IOException {
    try {
      super.close();
    } finally {
      if (files != null) {
        files.close();
      }
    }
  }
}
