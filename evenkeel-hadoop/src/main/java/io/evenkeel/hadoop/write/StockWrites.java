package io.evenkeel.hadoop.write;

import io.evenkeel.hadoop.stock.StockMembers.OfClients;
import io.evenkeel.hadoop.stock.StockMembers.OfGroups;
import io.evenkeel.hadoop.stock.StockMembers.OfWrites;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.apache.hadoop.fs.FSOutputSummer;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.DFSOutputStream;
import org.apache.hadoop.hdfs.DFSStripedOutputStream;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.util.DataChecksum;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What stock classes do not give out, in one place: where something of it cannot be reached, files
 * are written without parity or in the stock client's packets, and nothing else changes.
 */
final class StockWrites {
  private static final Logger LOG = LoggerFactory.getLogger(StockWrites.class);

  private StockWrites() {}

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
    } catch (ReflectiveOperationException | LinkageError e) {
      return 0;
    }
  }

  /** How the file being written is coded by HDFS; empty when it is not, or that is not known. */
  static Optional<ErasureCodingPolicy> policy(DFSOutputStream stock) {
    try {
      return stock instanceof DFSStripedOutputStream
              && OfWrites.POLICY.isPresent()
              && OfGroups.canBeRead()
          ? Optional.ofNullable((ErasureCodingPolicy) OfWrites.POLICY.get().get(stock))
          : Optional.empty();
    } catch (ReflectiveOperationException | LinkageError e) {
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
    } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
      LOG.debug("The last block of {} is not known", path(stock), e);
      return Optional.empty();
    }
  }

  /** The path under which the file was created, for people. */
  static String path(DFSOutputStream stock) {
    try {
      return OfWrites.PATH.isPresent() ? (String) OfWrites.PATH.get().get(stock) : "";
    } catch (ReflectiveOperationException | LinkageError e) {
      return "";
    }
  }

  /** Whether a stream keeps the CRC32C of every chunk of so many bytes for a while. */
  static boolean sumsBy(DFSOutputStream stock, int chunkBytes) {
    try {
      if (!OfWrites.canSum()) {
        return false;
      }
      DataChecksum by = (DataChecksum) OfWrites.SUMMED_BY.invokeExact((FSOutputSummer) stock);
      return by.getChecksumType() == DataChecksum.Type.CRC32C
          && by.getBytesPerChecksum() == chunkBytes;
    } catch (Throwable e) {
      LOG.debug("The checksums of {} are not known", path(stock), e);
      return false;
    }
  }

  /** What a stream has been given and not computed checksums of; -1 where that is not known. */
  static int bufferedBytes(DFSOutputStream stock) {
    try {
      return (int) OfWrites.BUFFERED.invokeExact((FSOutputSummer) stock);
    } catch (Throwable e) {
      return -1;
    }
  }

  /**
   * Copies the checksums of the chunks that a stream was given last, if they are of these alone.
   *
   * @return false where they are not
   */
  static boolean copySums(DFSOutputStream stock, int[] to, int at, int count) {
    try {
      byte[] sums = (byte[]) OfWrites.SUMS.invokeExact((FSOutputSummer) stock);
      if (sums.length != count * Integer.BYTES || bufferedBytes(stock) != 0) {
        return false;
      }
      // One by one: copying them at once makes a native call for each nine.
      ByteBuffer bytes = ByteBuffer.wrap(sums);
      for (int i = 0; i < count; i++) {
        to[at + i] = bytes.getInt();
      }
      return true;
    } catch (Throwable e) {
      return false;
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
    } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
      LOG.debug("The packets of {} keep their size", path(stock), e);
      return false;
    }
  }
}
