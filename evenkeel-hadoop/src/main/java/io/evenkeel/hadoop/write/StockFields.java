package io.evenkeel.hadoop.write;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
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
  private static final String NO_PARITY = "No parity of written files";
  private static final String SMALL_PACKETS = "Files are written in the stock client's packets";
  private static final Optional<Field> CLIENT =
      field(DistributedFileSystem.class, "dfs", DFSClient.class, "Everything is stock");

  private StockFields() {}

  /** Of the streams that write: looked for with the first, as all their classes are loaded then. */
  private static final class OfWriter {
    private static final Optional<Field> BLOCK_BYTES =
        field(DFSOutputStream.class, "blockSize", long.class, NO_PARITY);
    private static final Optional<Field> PATH =
        field(DFSOutputStream.class, "src", String.class, "No paths in what is logged");
    private static final Optional<Field> PACKET_BYTES =
        field(DFSOutputStream.class, "writePacketSize", int.class, SMALL_PACKETS);
    private static final Optional<Method> ADJUST_PACKETS =
        method(DFSOutputStream.class, "adjustChunkBoundary", void.class, SMALL_PACKETS);
    private static final Optional<Field> POLICY =
        field(
            DFSStripedOutputStream.class,
            "ecPolicy",
            ErasureCodingPolicy.class,
            "No cached parity of written erasure-coded files");
    private static final Optional<Method> LAST_BLOCK =
        method(DFSOutputStream.class, "getBlock", ExtendedBlock.class, NO_PARITY);
  }

  private static Optional<Field> field(
      Class<?> of, String name, Class<?> type, String consequence) {
    try {
      Field field = of.getDeclaredField(name);
      if (field.getType() != type) {
        throw new NoSuchFieldException(name + " is a " + field.getType());
      }
      field.setAccessible(true);
      return Optional.of(field);
    } catch (ReflectiveOperationException | RuntimeException e) {
      LOG.warn("{}: {}.{} is out of reach: {}", consequence, of, name, e.toString());
      return Optional.empty();
    }
  }

  private static Optional<Method> method(
      Class<?> of, String name, Class<?> type, String consequence) {
    try {
      Method method = of.getDeclaredMethod(name);
      if (method.getReturnType() != type) {
        throw new NoSuchMethodException(name + " gives a " + method.getReturnType());
      }
      method.setAccessible(true);
      return Optional.of(method);
    } catch (ReflectiveOperationException | RuntimeException e) {
      LOG.warn("{}: {}.{} is out of reach: {}", consequence, of, name, e.toString());
      return Optional.empty();
    }
  }

  /** Whether a file system's client can be replaced. */
  static boolean canSwapClient() {
    return CLIENT.isPresent();
  }

  /** Whether everything that encoding cannot do without is there. */
  static boolean canEncode() {
    return OfWriter.BLOCK_BYTES.isPresent() && OfWriter.LAST_BLOCK.isPresent();
  }

  /** Puts a client in the place of the present one, which is returned. */
  static DFSClient swapClient(DistributedFileSystem fs, DFSClient client)
      throws ReflectiveOperationException {
    DFSClient before = (DFSClient) CLIENT.orElseThrow().get(fs);
    CLIENT.orElseThrow().set(fs, client);
    return before;
  }

  /** Where the file being written is cut into blocks; 0 when that is not known. */
  static long blockBytes(DFSOutputStream stock) {
    try {
      return OfWriter.BLOCK_BYTES.isPresent() ? OfWriter.BLOCK_BYTES.get().getLong(stock) : 0;
    } catch (ReflectiveOperationException e) {
      return 0;
    }
  }

  /** How the file being written is coded by HDFS; empty when it is not, or that is not known. */
  static Optional<ErasureCodingPolicy> policy(DFSOutputStream stock) {
    try {
      return stock instanceof DFSStripedOutputStream && OfWriter.POLICY.isPresent()
          ? Optional.ofNullable((ErasureCodingPolicy) OfWriter.POLICY.get().get(stock))
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
          OfWriter.LAST_BLOCK.isPresent()
              ? (ExtendedBlock) OfWriter.LAST_BLOCK.get().invoke(stock)
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
      return OfWriter.PATH.isPresent() ? (String) OfWriter.PATH.get().get(stock) : "";
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
    if (OfWriter.PACKET_BYTES.isEmpty() || OfWriter.ADJUST_PACKETS.isEmpty()) {
      return false;
    }
    try {
      synchronized (stock) {
        OfWriter.PACKET_BYTES.get().setInt(stock, bytes);
        OfWriter.ADJUST_PACKETS.get().invoke(stock);
      }
      return true;
    } catch (ReflectiveOperationException | RuntimeException e) {
      LOG.debug("The packets of {} keep their size", path(stock), e);
      return false;
    }
  }
}
