package io.evenkeel.hadoop.lane;

import io.evenkeel.client.file.LookUpTurns;
import io.evenkeel.client.stream.ProbedBlock;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.BlockReader;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.client.impl.BlockReaderRemote;
import org.apache.hadoop.hdfs.net.Peer;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.datanode.CachingStrategy;
import org.apache.hadoop.net.NetUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens streaming reads of chosen replicas over connections of our own. */
public final class BlockConnector {
  private static final Logger LOG = LoggerFactory.getLogger(BlockConnector.class);

  private final EvenkeelClient client;
  private final Configuration configuration;
  private final int connectTimeoutMillis;
  private final LookUpTurns lookUps = new LookUpTurns();

  public BlockConnector(
      EvenkeelClient client, Configuration configuration, int connectTimeoutMillis) {
    this.client = client;
    this.configuration = configuration;
    this.connectTimeoutMillis = connectTimeoutMillis;
  }

  DFSClient client() {
    return client;
  }

  /** When the NameNode may be asked for blocks that were nowhere, by all files that it opens. */
  public LookUpTurns lookUps() {
    return lookUps;
  }

  /** How DataNodes are to cache what is read of them, as the client is configured. */
  public CachingStrategy usualCaching() {
    return client.getDefaultReadCachingStrategy();
  }

  /** A streaming read with the connection that it runs on. */
  record Stream(BlockReader reader, WatchedPeer peer) {}

  /**
   * Starts one streaming read of {@code [offset, end)} of a replica. Blocks until the DataNode has
   * answered.
   *
   * @param caching how the DataNode is to cache what is read
   * @param connecting told what cuts a connection before anything on it can block, so that a
   *     stalled connect or handshake can be cut too
   */
  Stream open(
      String src,
      LocatedBlock block,
      DatanodeInfo node,
      long offset,
      long end,
      CachingStrategy caching,
      Consumer<Runnable> connecting)
      throws IOException {
    Peer idle = client.peers().get(node, false);
    if (idle instanceof WatchedPeer kept) {
      try {
        connecting.accept(kept::cut);
        return start(src, block, node, offset, end, caching, kept);
      } catch (IOException e) {
        // The DataNode may have closed a kept connection: that says nothing about the node.
        LOG.debug("A kept connection to {} could not be used again", node, e);
      }
    } else if (idle != null) {
      // One of the stock client's own, which cannot be cut.
      idle.close();
    }
    WatchedPeer peer = connect(block, node, connecting);
    connecting.accept(peer::cut);
    return start(src, block, node, offset, end, caching, peer);
  }

  /**
   * Reads {@code [offset, end)} of a replica, and throws it away.
   *
   * @return how long that has taken, in nanoseconds
   */
  public long readAway(
      String src,
      LocatedBlock block,
      DatanodeInfo node,
      long offset,
      long end,
      ProbedBlock.Watcher watcher)
      throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate((int) (end - offset));
    long start = System.nanoTime();
    readAway(
        open(src, block, node, offset, end, usualCaching(), watcher::connecting), bytes, watcher);
    return System.nanoTime() - start;
  }

  private static void readAway(Stream stream, ByteBuffer bytes, ProbedBlock.Watcher watcher)
      throws IOException {
    try {
      while (bytes.hasRemaining()) {
        int more = stream.reader().read(bytes);
        if (more < 0) {
          throw new EOFException("%s brings %d bytes less".formatted(stream, bytes.remaining()));
        }
        watcher.received(more);
      }
    } finally {
      // Others may have the connection once it is given back.
      watcher.connecting(() -> {});
      stream.reader().close();
      if (stream.peer().isClosed()) {
        stream.peer().close();
      }
    }
  }

  private Stream start(
      String src,
      LocatedBlock block,
      DatanodeInfo node,
      long offset,
      long end,
      CachingStrategy caching,
      WatchedPeer peer)
      throws IOException {
    boolean opened = false;
    try {
      BlockReader reader =
          BlockReaderRemote.newBlockReader(
              src,
              block.getBlock(),
              block.getBlockToken(),
              offset,
              end - offset,
              true,
              client.getClientName(),
              peer,
              node,
              client.peers(),
              caching,
              Integer.MAX_VALUE,
              configuration);
      if (reader.getDataChecksum().getChecksumSize() == 0) {
        throw new IOException(
            block.getBlock() + " of " + src + " has no checksums: it is left to the stock read");
      }
      opened = true;
      return new Stream(reader, peer);
    } finally {
      if (!opened) {
        peer.close();
      }
    }
  }

  private WatchedPeer connect(LocatedBlock block, DatanodeInfo node, Consumer<Runnable> connecting)
      throws IOException {
    InetSocketAddress address =
        NetUtils.createSocketAddr(node.getXferAddr(client.getConf().isConnectToDnViaHostname()));
    return client.connect(address, block.getBlockToken(), node, connectTimeoutMillis, connecting);
  }
}
