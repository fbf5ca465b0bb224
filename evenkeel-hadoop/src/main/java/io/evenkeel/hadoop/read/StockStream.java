package io.evenkeel.hadoop.read;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Optional;
import org.apache.hadoop.hdfs.BlockReader;
import org.apache.hadoop.hdfs.DFSInputStream;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What an opened stock stream knows and keeps protected: its path after links were followed, and
 * the block list of the authorised open. Where the platform forbids looking, files are read the
 * plain way.
 */
final class StockStream {
  private static final Logger LOG = LoggerFactory.getLogger(StockStream.class);
  private static final MethodHandle LOCATED_BLOCKS = protectedMethod("getLocatedBlocks");
  private static final MethodHandle BLOCK_AT = protectedMethod("getBlockAt", long.class);
  private static final MethodHandle SRC = protectedMethod("getSrc");

  private static final MethodHandle BLOCK_READER = getter("blockReader", BlockReader.class);
  private static final MethodHandle VERIFIES = getter("verifyChecksum", boolean.class);

  private StockStream() {}

  private static MethodHandle getter(String name, Class<?> type) {
    try {
      Field field = DFSInputStream.class.getDeclaredField(name);
      field.setAccessible(true);
      return MethodHandles.lookup()
          .unreflectGetter(field)
          .asType(MethodType.methodType(type, DFSInputStream.class));
    } catch (ReflectiveOperationException | RuntimeException e) {
      LOG.warn("Stock reads are not encoded in passing: {}", e.toString());
      return null;
    }
  }

  /** Whether what the stream reads now was checked against checksums before it was handed out. */
  static boolean verifies(DFSInputStream stock) throws IOException {
    if (BLOCK_READER == null || VERIFIES == null) {
      return false;
    }
    try {
      if (!(boolean) VERIFIES.invokeExact(stock)) {
        return false;
      }
      BlockReader reader = (BlockReader) BLOCK_READER.invokeExact(stock);
      return reader != null && reader.getDataChecksum().getChecksumSize() > 0;
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IOException("looking into the stock stream failed", e);
    }
  }

  private static MethodHandle protectedMethod(String name, Class<?>... parameters) {
    try {
      Method method = DFSInputStream.class.getDeclaredMethod(name, parameters);
      method.setAccessible(true);
      return MethodHandles.lookup().unreflect(method);
    } catch (ReflectiveOperationException | RuntimeException e) {
      LOG.warn(
          "Files are read the plain way: DFSInputStream.{} is out of reach: {}",
          name,
          e.toString());
      return null;
    }
  }

  /**
   * What the open has told of the file; its list may grow as the stream goes on, so only what is
   * said of the file as a whole is to be taken from it.
   */
  static Optional<LocatedBlocks> file(DFSInputStream stock) throws IOException {
    return Optional.ofNullable((LocatedBlocks) call(LOCATED_BLOCKS, stock));
  }

  /** The block at an offset; asks the NameNode when it is not located yet, as a read would. */
  static LocatedBlock blockAt(DFSInputStream stock, long offset) throws IOException {
    return (LocatedBlock) call(BLOCK_AT, stock, offset);
  }

  static Optional<String> src(DFSInputStream stock) throws IOException {
    return Optional.ofNullable((String) call(SRC, stock));
  }

  private static Object call(MethodHandle method, Object... arguments) throws IOException {
    if (method == null) {
      return null;
    }
    try {
      return method.invokeWithArguments(arguments);
    } catch (IOException | RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IOException("looking into the stock stream failed", e);
    }
  }
}
