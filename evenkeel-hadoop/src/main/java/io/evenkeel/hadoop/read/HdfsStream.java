package io.evenkeel.hadoop.read;

import io.evenkeel.client.stream.StockBlock;
import io.evenkeel.client.stream.StockStream;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.hadoop.lane.BlockConnector;
import io.evenkeel.hadoop.lane.LocatedFile;
import io.evenkeel.hadoop.lane.Replicas;
import io.evenkeel.hadoop.stock.StockMembers.OfReads;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.UnaryOperator;
import org.apache.hadoop.hdfs.BlockReader;
import org.apache.hadoop.hdfs.DFSInputStream;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.hdfs.server.datanode.CachingStrategy;
import org.apache.hadoop.util.DataChecksum;

/**
 * The stream of the stock client, with what it knows and keeps protected: its path after links were
 * followed, and the block list of the authorised open. Where the platform forbids looking, files
 * are read the stock way.
 */
final class HdfsStream implements StockStream {
  private static final MethodHandle LOCATED_BLOCKS = OfReads.LOCATED_BLOCKS;
  private static final MethodHandle BLOCK_AT = OfReads.BLOCK_AT;
  private static final MethodHandle SRC = OfReads.SRC;
  private static final MethodHandle BLOCK_READER = OfReads.BLOCK_READER;
  private static final MethodHandle VERIFIES = OfReads.VERIFIES;

  private final DFSInputStream in;
  private final BlockConnector connector;

  /** How DataNodes are to cache what is read of them; empty for as the client is configured. */
  private volatile Optional<CachingStrategy> caching = Optional.empty();

  /** What is left to say when nobody reads on. */
  private volatile Runnable whenClosed = () -> {};

  /**
   * @param connector to the nodes that are tried
   */
  HdfsStream(DFSInputStream in, BlockConnector connector) {
    this.in = in;
    this.connector = connector;
  }

  /**
   * @param then what is left to do when nobody reads on; waits for nobody
   */
  void whenClosed(Runnable then) {
    whenClosed = then;
  }

  /** Nobody reads on. */
  void tellClosed() {
    whenClosed.run();
  }

  /** The stock client's own. */
  DFSInputStream in() {
    return in;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    return in.read(target, offset, length);
  }

  @Override
  public int read(ByteBuffer target) throws IOException {
    return in.read(target);
  }

  @Override
  public int read(long at, byte[] target, int offset, int length) throws IOException {
    return in.read(at, target, offset, length);
  }

  @Override
  public int read(long at, ByteBuffer target) throws IOException {
    return in.read(at, target);
  }

  @Override
  public void seek(long target) throws IOException {
    in.seek(target);
  }

  @Override
  public long position() {
    return in.getPos();
  }

  @Override
  public long lengthBytes() {
    return in.getFileLength();
  }

  @Override
  public void unbuffer() {
    in.unbuffer();
  }

  /** As the stock stream does, and for lanes that are opened from now on. */
  void setReadahead(Long bytes) throws IOException {
    in.setReadahead(bytes);
    change(strategy -> strategy.setReadahead(bytes));
  }

  /** As the stock stream does, and for lanes that are opened from now on. */
  void setDropBehind(Boolean isToDrop) throws IOException {
    in.setDropBehind(isToDrop);
    change(strategy -> strategy.setDropBehind(isToDrop));
  }

  private synchronized void change(UnaryOperator<CachingStrategy.Builder> one) {
    CachingStrategy before = caching.orElseGet(connector::usualCaching);
    caching = Optional.of(one.apply(new CachingStrategy.Builder(before)).build());
  }

  /** How DataNodes are to cache what lanes read of them; empty for as the client is configured. */
  Optional<CachingStrategy> caching() {
    return caching;
  }

  @Override
  public Optional<NodeId> node() {
    return Optional.ofNullable(in.getCurrentDatanode()).map(LocatedFile::nodeOf);
  }

  @Override
  public Optional<StockBlock> blockAt(long at) throws IOException {
    LocatedBlock block = locatedAt(at);
    return block == null
        ? Optional.empty()
        : Optional.of(new HdfsBlock(block, src().orElse(""), connector));
  }

  @Override
  public boolean isAnyReordered() {
    return Replicas.anyReordered();
  }

  @Override
  public boolean verifies() throws IOException {
    if (BLOCK_READER == null || VERIFIES == null) {
      return false;
    }
    try {
      if (!(boolean) VERIFIES.invokeExact(in)) {
        return false;
      }
      BlockReader reader = (BlockReader) BLOCK_READER.invokeExact(in);
      DataChecksum checksum = reader == null ? null : reader.getDataChecksum();
      // A local one passes over checksums of what is in memory, and does not say so.
      return checksum != null && checksum.getChecksumSize() > 0 && !reader.isShortCircuit();
    } catch (Throwable e) {
      throw asItIs(e);
    }
  }

  /** Closes a stream that was only read, on a thread of {@code closing} if one can be had. */
  void closeInBackground(Executor closing) {
    try {
      closing.execute(this::closeQuietly);
    } catch (RejectedExecutionException | OutOfMemoryError e) {
      closeQuietly();
    }
  }

  private void closeQuietly() {
    try {
      in.close();
    } catch (IOException e) {
      // Nothing was written: there is nothing to lose, and nobody to tell.
    }
  }

  /**
   * What the open has told of the file; its list may grow as the stream goes on, so only what is
   * said of the file as a whole is to be taken from it.
   */
  Optional<LocatedBlocks> file() throws IOException {
    if (LOCATED_BLOCKS == null) {
      return Optional.empty();
    }
    try {
      return Optional.ofNullable((LocatedBlocks) LOCATED_BLOCKS.invokeExact(in));
    } catch (Throwable e) {
      throw asItIs(e);
    }
  }

  /** The block at an offset; asks the NameNode when it is not located yet, as a read would. */
  LocatedBlock locatedAt(long offset) throws IOException {
    if (BLOCK_AT == null) {
      return null;
    }
    try {
      return (LocatedBlock) BLOCK_AT.invokeExact(in, offset);
    } catch (Throwable e) {
      throw asItIs(e);
    }
  }

  Optional<String> src() throws IOException {
    if (SRC == null) {
      return Optional.empty();
    }
    try {
      return Optional.ofNullable((String) SRC.invokeExact(in));
    } catch (Throwable e) {
      throw asItIs(e);
    }
  }

  /** To be thrown: what the stream itself may throw is thrown as it is. */
  private static IOException asItIs(Throwable thrown) {
    if (thrown instanceof RuntimeException unchecked) {
      throw unchecked;
    }
    if (thrown instanceof Error error) {
      throw error;
    }
    return thrown instanceof IOException io
        ? io
        : new IOException("looking into the stock stream failed", thrown);
  }
}
