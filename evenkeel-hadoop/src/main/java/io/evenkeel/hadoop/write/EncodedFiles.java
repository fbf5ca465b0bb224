package io.evenkeel.hadoop.write;

import io.evenkeel.client.WriteServices;
import io.evenkeel.core.fill.FileVersion;
import io.evenkeel.core.fill.ParityEncoder;
import io.evenkeel.core.fill.ParityWriters;
import io.evenkeel.core.port.Completion;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DFSOutputStream;
import org.apache.hadoop.hdfs.DFSStripedOutputStream;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream;
import org.apache.hadoop.hdfs.client.impl.DfsClientConf;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The files of one client that are being written and encoded. Thread-safe. */
final class EncodedFiles implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EncodedFiles.class);

  private final BulkPackets packets;
  private final BlockLookup lookup;
  private final Set<Encoding> open = ConcurrentHashMap.newKeySet();

  EncodedFiles(BulkPackets packets, BlockLookup lookup) {
    this.packets = packets;
    this.lookup = lookup;
  }

  /**
   * The stream that encodes what is written to a new file; empty when that cannot be done now.
   *
   * @param services empty while encoding is switched off
   */
  Optional<HdfsDataOutputStream> open(
      DFSOutputStream stock,
      FileSystem.Statistics statistics,
      Supplier<Optional<WriteServices>> services) {
    Optional<Encoding> encoding = Optional.empty();
    try {
      Optional<WriteServices> on = services.get();
      encoding = on.flatMap(with -> encoding(stock, with));
      if (encoding.isEmpty()) {
        // What it may have overwritten has nobody else to tell of it.
        on.filter(with -> covers(with, stock))
            .ifPresent(with -> with.changes().createdPlain(StockWrites.path(stock)));
        return Optional.empty();
      }
      // Of a striped file every block has packets of its own, which stay as they are.
      long bulkBlockBytes = isStriped(stock) ? 0 : StockWrites.blockBytes(stock);
      HdfsDataOutputStream stream =
          new EncodingOutputStream(
              stock, statistics, encoding.get(), packets.of(stock, bulkBlockBytes));
      open.add(encoding.get());
      on.get().changes().createdEncoded(StockWrites.path(stock));
      return Optional.of(stream);
    } catch (Throwable e) {
      // The NameNode has created the file, and nobody's create() is to fail.
      encoding.ifPresent(begun -> begun.encoder.abandon("its stream could not be made"));
      LOG.warn("{} gets no parity: {}", StockWrites.path(stock), e.toString());
      return Optional.empty();
    }
  }

  private Optional<Encoding> encoding(DFSOutputStream stock, WriteServices services) {
    if (!StockWrites.canEncode()) {
      return Optional.empty();
    }
    long blockBytes = StockWrites.blockBytes(stock);
    if (blockBytes <= 0 || !covers(services, stock)) {
      return Optional.empty();
    }
    services.firstUse().run();
    return encoder(stock, services.parityWriters(), blockBytes)
        .map(encoder -> new Encoding(encoder, stock, services));
  }

  private static boolean covers(WriteServices services, DFSOutputStream stock) {
    return services.parityWriters().limits().policy().covers(StockWrites.path(stock));
  }

  private static boolean isStriped(DFSOutputStream stock) {
    return stock instanceof DFSStripedOutputStream;
  }

  private static Optional<ParityEncoder> encoder(
      DFSOutputStream stock, ParityWriters writers, long blockBytes) {
    String path = StockWrites.path(stock);
    return isStriped(stock)
        ? StockWrites.policy(stock)
            .flatMap(policy -> StripedCut.of(policy, blockBytes))
            .flatMap(cut -> writers.encoder(path, cut))
        : writers.encoder(path, blockBytes);
  }

  /** What the client is to go by. */
  DfsClientConf conf() {
    return packets.conf();
  }

  /** Those that are being written get no parity. */
  void abandon(String reason) {
    for (Encoding encoding : open) {
      encoding.abandon(reason);
    }
  }

  /** Files that were closed are still looked up; never waits for that. */
  @Override
  public void close() {
    lookup.close();
  }

  /** One file being written and encoded. */
  private final class Encoding implements EncodedFile {
    private final ParityEncoder encoder;
    private final DFSOutputStream stock;
    private final WriteServices services;

    Encoding(ParityEncoder encoder, DFSOutputStream stock, WriteServices services) {
      this.encoder = encoder;
      this.stock = stock;
      this.services = services;
    }

    @Override
    public void wrote(byte[] bytes, int offset, int length, int[] sums) {
      encoder.write(bytes, offset, length, sums);
    }

    @Override
    public void closed() {
      if (!open.remove(this)) {
        return;
      }
      Optional<ExtendedBlock> last = StockWrites.lastBlock(stock);
      if (!encoder.closed()) {
        return;
      }
      if (last.isEmpty()) {
        encoder.abandon("which block was written last is not known");
        return;
      }
      lookup.ask(
          new BlockLookup.ClosedFile(stock.getFileId(), StockWrites.path(stock), last.get()),
          services.writeThreads(),
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
