package io.evenkeel.hadoop.lane;

import io.evenkeel.client.read.CuttableStream;
import io.evenkeel.core.model.BlockReplica;
import java.io.IOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.function.IntConsumer;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.datatransfer.InvalidEncryptionKeyException;
import org.apache.hadoop.hdfs.security.token.block.InvalidBlockTokenException;
import org.apache.hadoop.hdfs.server.datanode.CachingStrategy;
import org.apache.hadoop.net.ConnectTimeoutException;
import org.apache.hadoop.security.token.SecretManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One replica as a stream of bytes that only goes forward, with what a stock client owes: verified
 * checksums, a report of bad replicas, fresh tokens, fresh locations. Used by one thread at a time,
 * but {@link #cut} may come from any.
 */
final class BlockStream implements CuttableStream {
  private static final Logger LOG = LoggerFactory.getLogger(BlockStream.class);

  /** A gap this small is read over; a larger one is cheaper to reopen behind. */
  private static final long READ_OVER_BYTES = 256 * 1024;

  private static final int ATTEMPTS_MAX = 3;

  private final LocatedFile file;
  private final BlockConnector connector;
  private final BlockReplica replica;
  private final long end;
  private final CachingStrategy caching;
  private BlockConnector.Stream stream;
  private DatanodeInfo node;
  private long position;
  private volatile boolean cut;

  /**
   * What cuts the connection under way; guarded by this. Never a connection that was given back:
   * others may have it.
   */
  private Runnable cutter = () -> {};

  /**
   * @param caching how DataNodes are to cache what is read
   */
  BlockStream(
      LocatedFile file,
      BlockConnector connector,
      BlockReplica replica,
      long end,
      CachingStrategy caching) {
    this.caching = caching;
    this.file = file;
    this.connector = connector;
    this.replica = replica;
    this.end = end;
  }

  @Override
  public synchronized void cut() {
    cut = true;
    cutter.run();
  }

  @Override
  public boolean isCut() {
    return cut;
  }

  @Override
  public void read(long offset, ByteBuffer target, IntConsumer received) throws IOException {
    int refreshesSeen = file.refreshes(replica);
    for (int attempt = 1; ; attempt++) {
      int start = target.position();
      boolean kept = stream != null;
      try {
        seek(offset, Math.max(end, offset + target.remaining()), received);
        fill(target, received);
        file.readWell(replica, node);
        return;
      } catch (ChecksumException e) {
        close();
        file.foundCorrupt(replica, node);
        throw e;
      } catch (IOException e) {
        target.position(start);
        close();
        if (cut || attempt == ATTEMPTS_MAX) {
          throw e;
        }
        if (kept && !(e instanceof SocketTimeoutException)) {
          // DataNodes close connections that were idle: that says nothing about the node.
          LOG.debug("The connection of {} was lost; trying a new one", replica, e);
        } else if (!prepareRetry(e, refreshesSeen)) {
          throw e;
        }
      }
    }
  }

  /** Mends what a failure says can be mended; answers whether trying again makes sense. */
  private boolean prepareRetry(IOException e, int refreshesSeen) throws IOException {
    if (isKeyProblem(e)) {
      connector.client().clearDataEncryptionKey();
      return true;
    }
    if (isStale(e)) {
      file.lost(replica, node);
    }
    if (isTokenProblem(e) || isStale(e)) {
      file.refresh(replica, refreshesSeen);
      return true;
    }
    return isUnreachable(e) && file.relocate(replica, node);
  }

  private static boolean isKeyProblem(IOException e) {
    return e instanceof InvalidEncryptionKeyException;
  }

  private static boolean isTokenProblem(IOException e) {
    return e instanceof InvalidBlockTokenException
        || e instanceof SecretManager.InvalidToken
        || e.getCause() instanceof SecretManager.InvalidToken;
  }

  private static boolean isUnreachable(IOException e) {
    return e instanceof SocketException || e instanceof ConnectTimeoutException;
  }

  /** The DataNode answered, and does not have the block as we know it. */
  private static boolean isStale(IOException e) {
    return e.getMessage() != null && e.getMessage().contains("status=ERROR");
  }

  private void seek(long offset, long streamEnd, IntConsumer received) throws IOException {
    if (stream != null && offset >= position && offset - position <= READ_OVER_BYTES) {
      long gap = offset - position;
      if (gap > 0) {
        fill(ByteBuffer.allocate((int) gap), received);
      }
      return;
    }
    close();
    node = file.location(replica);
    stream =
        connector.open(
            file.src(), file.located(replica), node, offset, streamEnd, caching, this::connecting);
    position = offset;
  }

  private synchronized void connecting(Runnable cutter) {
    this.cutter = cutter;
    if (cut) {
      cutter.run();
    }
  }

  private void fill(ByteBuffer target, IntConsumer received) throws IOException {
    while (target.hasRemaining()) {
      int count = stream.reader().read(target);
      if (count < 0 || cut) {
        throw new IOException(
            replica + " of " + file.src() + " ended at " + position + " of " + end);
      }
      position += count;
      received.accept(count);
    }
    if (position >= end) {
      // Read to its end, the connection can be used again.
      close();
    }
  }

  /** Lets the connection go; kept for reuse when its range was read to the end. */
  @Override
  public void close() {
    BlockConnector.Stream open = stream;
    stream = null;
    if (open != null) {
      boolean wasCut;
      synchronized (this) {
        cutter = () -> {};
        wasCut = cut;
      }
      try {
        open.reader().close();
        if (wasCut) {
          // Read to its end just before it was cut, it was offered for reuse and refused.
          open.peer().close();
        }
      } catch (IOException e) {
        LOG.debug("Closing the read of {} failed", replica, e);
      }
    }
  }
}
