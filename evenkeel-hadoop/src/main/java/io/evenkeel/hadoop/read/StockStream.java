package io.evenkeel.hadoop.read;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.util.Optional;
import org.apache.hadoop.hdfs.DFSInputStream;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;

/**
 * What an opened stock stream knows and keeps protected: its path after links were followed, and
 * the block list of the authorised open. Where the platform forbids looking, the file is read the
 * plain way.
 */
final class StockStream {
  private static final MethodHandle LOCATED_BLOCKS = protectedMethod("getLocatedBlocks");
  private static final MethodHandle SRC = protectedMethod("getSrc");

  private StockStream() {}

  private static MethodHandle protectedMethod(String name) {
    try {
      Method method = DFSInputStream.class.getDeclaredMethod(name);
      method.setAccessible(true);
      return MethodHandles.lookup().unreflect(method);
    } catch (ReflectiveOperationException | RuntimeException e) {
      return null;
    }
  }

  /** The whole block list; one call to the NameNode when the open located only the first blocks. */
  static Optional<LocatedBlocks> locatedBlocks(DFSInputStream stock) throws IOException {
    stock.getAllBlocks();
    return Optional.ofNullable((LocatedBlocks) call(LOCATED_BLOCKS, stock));
  }

  static Optional<String> src(DFSInputStream stock) throws IOException {
    return Optional.ofNullable((String) call(SRC, stock));
  }

  private static Object call(MethodHandle method, DFSInputStream stock) throws IOException {
    if (method == null) {
      return null;
    }
    try {
      return method.invoke(stock);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IOException("looking into the stock stream failed", e);
    }
  }
}
