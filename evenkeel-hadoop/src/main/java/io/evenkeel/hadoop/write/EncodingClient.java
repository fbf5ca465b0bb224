package io.evenkeel.hadoop.write;

import io.evenkeel.client.ChangedFiles;
import io.evenkeel.client.WriteServices;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.hadoop.lane.EvenkeelClient;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.hdfs.DFSOutputStream;
import org.apache.hadoop.hdfs.DFSStripedOutputStream;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream;
import org.apache.hadoop.hdfs.client.impl.DfsClientConf;
import org.apache.hadoop.security.UserGroupInformation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Our client, whose new files are encoded while they are written. Appended and encrypted files are
 * not: their bytes start elsewhere, or would be seen in the clear. Who only reads does not even
 * load what that takes.
 */
final class EncodingClient extends EvenkeelClient {
  private static final Logger LOG = LoggerFactory.getLogger(EncodingClient.class);

  private final URI uri;
  private final Configuration conf;
  private final UserGroupInformation user;
  private final int packetBytes;
  private final Supplier<Optional<WriteServices>> services;

  private final Object making = new Object();

  /** Made with the first. */
  private volatile EncodedFiles files;

  private boolean closed;

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
    if (startPosition == 0 && isEncodable(stock)) {
      EncodedFiles encoding = files();
      if (encoding != null) {
        Optional<HdfsDataOutputStream> encoded = encoding.open(stock, statistics, services);
        if (encoded.isPresent()) {
          return encoded.get();
        }
      }
    }
    return super.createWrappedOutputStream(stock, statistics, startPosition);
  }

  // What these have done is done: whatever goes wrong with telling it is nobody's trouble.

  @Override
  public boolean delete(String src, boolean recursive) throws IOException {
    boolean deleted = super.delete(src, recursive);
    if (deleted) {
      tell(changes -> changes.gone(src));
    }
    return deleted;
  }

  @Override
  public boolean truncate(String src, long newLength) throws IOException {
    boolean done = super.truncate(src, newLength);
    tell(changes -> changes.gone(src));
    return done;
  }

  @Override
  public void concat(String target, String[] sources) throws IOException {
    super.concat(target, sources);
    tell(changes -> List.of(sources).forEach(source -> changes.moved(source, target)));
  }

  @Override
  @Deprecated
  public boolean rename(String src, String dst) throws IOException {
    boolean renamed = super.rename(src, dst);
    if (renamed) {
      tell(changes -> changes.moved(src, dst));
    }
    return renamed;
  }

  @Override
  public void rename(String src, String dst, Options.Rename... options) throws IOException {
    super.rename(src, dst, options);
    tell(
        changes -> {
          if (List.of(options).contains(Options.Rename.OVERWRITE)) {
            changes.gone(dst);
          }
          changes.moved(src, dst);
        });
  }

  private void tell(Consumer<ChangedFiles> change) {
    try {
      services.get().map(WriteServices::changes).ifPresent(change);
    } catch (Throwable e) {
      LOG.debug("A change of {} is not told", uri, e);
    }
  }

  private static boolean isEncodable(DFSOutputStream stock) {
    return (stock.getClass() == DFSOutputStream.class
            || stock.getClass() == DFSStripedOutputStream.class)
        && stock.getInitialLen() == 0
        && stock.getFileEncryptionInfo() == null;
  }

  /** Null when it cannot be had: then the file gets no parity. */
  private EncodedFiles files() {
    EncodedFiles now = files;
    return now != null ? now : makeFiles();
  }

  /** Under a lock of its own: a client that is being closed holds its own for as long. */
  private EncodedFiles makeFiles() {
    synchronized (making) {
      if (files == null && !closed) {
        try {
          files =
              new EncodedFiles(
                  new BulkPackets(conf, packetBytes), new BlockLookup(uri, conf, user));
        } catch (Throwable e) {
          // As EncodedFiles: the NameNode has created the file.
          LOG.warn("What is written to {} gets no parity: {}", uri, e.toString());
        }
      }
      return files;
    }
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
      synchronized (making) {
        closed = true;
        if (files != null) {
          files.close();
        }
      }
    }
  }
}
