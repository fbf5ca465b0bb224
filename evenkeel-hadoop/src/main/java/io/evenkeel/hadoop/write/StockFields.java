package io.evenkeel.hadoop.write;

import io.evenkeel.hadoop.stock.StockMembers.OfClients;
import io.evenkeel.hadoop.stock.StockMembers.OfWrites;
import java.util.Optional;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.DFSOutputStream;
import org.apache.hadoop.hdfs.DFSStripedOutputStream;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What stock classes do not give out, in one place: where something of it cannot be reached, files
 * are written without parity or in the stock client's packets, and nothing else changes.
 */
final class StockFields {
  private static final Logger LOG = LoggerFactory.getLogger(StockFields.class);

  private StockFields() {}

  /** Whether a file system's client can be replaced. */
  static boolean canSwapClient() {
    return OfClients.CLIENT.isPresent();
  }

  /** Whether everything that encoding cannot do without is there. */
  static boolean canEncode() {
    return OfWrites.canEncode();
  }

  /** Puts a client in the place of the present one, which is returned. */
  static DFSClient swapClient(DistributedFileSystem fs, DFSClient client)
      throws ReflectiveOperationException {
    DFSClient before = (DFSClient) OfClients.CLIENT.orElseThrow().get(fs);
    OfClients.CLIENT.orElseThrow().set(fs, client);
    return before;
  }

  /** Where the file being written is cut into blocks; 0 when that is not known. */
  static long blockBytes(DFSOutputStream stock) {
    try {
      return OfWrites.BLOCK_BYTES.isPresent() ? OfWrites.BLOCK_BYTES.get().getLong(stock) : 0;
    } catch (ReflectiveOperationException e) {
      return 0;
    }
  }

  /** How the file being written is coded by HDFS; empty when it is not, or that is not known. */
  static Optional<ErasureCodingPolicy> policy(DFSOutputStream stock) {
    try {
      return stock instanceof DFSStripedOutputStream && OfWrites.POLICY.isPresent()
          ? Optional.ofNullable((ErasureCodingPolicy) OfWrites.POLICY.get().get(stock))
          : Optional.empty();
    } catch (ReflectiveOperationException e) {
      return Optional.empty();
    }
  }

  /**
   * The block that a stream has written last, with its generation stamp and length as its writer
   * knows them; after its close, the file's last. Empty when it has none or that is not known.
   */
  static Optional<ExtendedBlock> lastBlock(DFSOutputStream stock) {
    try {
      ExtendedBlock block =
          OfWrites.LAST_BLOCK.isPresent()
              ? (ExtendedBlock) OfWrites.LAST_BLOCK.get().invoke(stock)
              : null;
      return Optional.ofNullable(block).map(ExtendedBlock::new);
    } catch (ReflectiveOperationException | RuntimeException e) {
      LOG.debug("The last block of {} is not known", path(stock), e);
      return Optional.empty();
    }
  }

  /** The path under which the file was created, for people. */
  static String path(DFSOutputStream stock) {
    try {
      return OfWrites.PATH.isPresent() ? (String) OfWrites.PATH.get().get(stock) : "";
    } catch (ReflectiveOperationException e) {
      return "";
    }
  }

  /**
   * Sets the size of a file's packets from the next one on.
   *
   * @return whether that could be done
   */
  static boolean resizePackets(DFSOutputStream stock, int bytes) {
    if (!OfWrites.canResizePackets()) {
      return false;
    }
    try {
      synchronized (stock) {
        OfWrites.PACKET_BYTES.get().setInt(stock, bytes);
        OfWrites.ADJUST_PACKETS.get().invoke(stock);
      }
      return true;
    } catch (ReflectiveOperationException | RuntimeException e) {
      LOG.debug("The packets of {} keep their size", path(stock), e);
      return false;
    }
  }
}
