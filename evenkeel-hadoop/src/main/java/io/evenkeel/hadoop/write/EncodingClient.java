package io.evenkeel.hadoop.write;

import io.evenkeel.core.fill.FileVersion;
import io.evenkeel.core.fill.ParityEncoder;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.port.Completion;
import io.evenkeel.hadoop.lane.EvenkeelClient;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DFSOutputStream;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream;
import org.apache.hadoop.hdfs.client.impl.DfsClientConf;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.security.UserGroupInformation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Our client, whose new files are encoded while they are written. Appended, striped and encrypted
 * files are not: their bytes start elsewhere, have parity already, or would be seen in the clear.
 */
final class EncodingClient extends EvenkeelClient {
  private static final Logger LOG = LoggerFactory.getLogger(EncodingClient.class);

  private final Supplier<Optional<WriteServices>> services;
  private final BulkPackets packets;
  private final BlockLookup lookup;
  private final Set<Encoding> open = ConcurrentHashMap.newKeySet();

  EncodingClient(
      URI uri,
      Configuration conf,
      FileSystem.Statistics statistics,
      Predicate<NodeId> slow,
      BulkPackets packets,
      Supplier<Optional<WriteServices>> services)
      throws IOException {
    super(uri, conf, statistics, slow);
    this.packets = packets;
    this.services = services;
    this.lookup = new BlockLookup(uri, conf, UserGroupInformation.getCurrentUser());
  }

  @Override
  public HdfsDataOutputStream createWrappedOutputStream(
      DFSOutputStream stock, FileSystem.Statistics statistics, long startPosition)
      throws IOException {
    if (startPosition == 0 && isPlainNewFile(stock)) {
      Optional<Encoding> encoding = encoding(stock);
      if (encoding.isPresent()) {
        open.add(encoding.get());
        return new EncodingOutputStream(
            stock, statistics, encoding.get(), packets.of(stock, StockFields.blockBytes(stock)));
      }
    }
    return super.createWrappedOutputStream(stock, statistics, startPosition);
  }

  @Override
  public DfsClientConf getConf() {
    // The stock client's constructor comes before there are any.
    return packets == null ? super.getConf() : packets.conf();
  }

  private static boolean isPlainNewFile(DFSOutputStream stock) {
    return stock.getClass() == DFSOutputStream.class
        && stock.getInitialLen() == 0
        && stock.getFileEncryptionInfo() == null;
  }

  private Optional<Encoding> encoding(DFSOutputStream stock) {
    try {
      Optional<WriteServices> on = services.get();
      long blockBytes = StockFields.blockBytes(stock);
      if (on.isEmpty() || blockBytes <= 0) {
        return Optional.empty();
      }
      return on.get()
          .writers()
          .encoder(StockFields.path(stock), blockBytes)
          .map(encoder -> new Encoding(encoder, stock, on.get().background()));
    } catch (RuntimeException e) {
      LOG.warn("{} gets no parity: {}", StockFields.path(stock), e.toString());
      return Optional.empty();
    }
  }

  /** Also files that are not the client's to finish: their writers have gone. */
  @Override
  public void closeAllFilesBeingWritten(boolean abort) {
    super.closeAllFilesBeingWritten(abort);
    for (Encoding encoding : open) {
      encoding.abandon("the client was closed before the file");
    }
  }

  @Override
  public synchronized void close() throws IOException {
    try {
      super.close();
    } finally {
      lookup.close();
    }
  }

  /** One file being written and encoded. */
  private final class Encoding implements EncodedFile {
    private final ParityEncoder encoder;
    private final DFSOutputStream stock;
    private final Executor background;

    Encoding(ParityEncoder encoder, DFSOutputStream stock, Executor background) {
      this.encoder = encoder;
      this.stock = stock;
      this.background = background;
    }

    @Override
    public void wrote(byte[] bytes, int offset, int length) {
      encoder.write(bytes, offset, length);
    }

    @Override
    public void closed() {
      if (!open.remove(this)) {
        return;
      }
      Optional<ExtendedBlock> last = StockFields.lastBlock(stock);
      if (!encoder.closed()) {
        return;
      }
      if (last.isEmpty()) {
        encoder.abandon("which block was written last is not known");
        return;
      }
      lookup.ask(
          new BlockLookup.ClosedFile(stock.getFileId(), StockFields.path(stock), last.get()),
          background,
          new Completion<FileVersion>() {
            @Override
            public void done(FileVersion version) {
              encoder.finish(version);
            }

            @Override
            public void failed(Throwable cause) {
              encoder.abandon("its blocks are not known: " + cause);
            }
          });
    }

    @Override
    public void abandon(String reason) {
      if (open.remove(this)) {
        encoder.abandon(reason);
      }
    }
  }
}
