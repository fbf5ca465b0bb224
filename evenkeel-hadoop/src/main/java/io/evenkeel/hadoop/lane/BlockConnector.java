package io.evenkeel.hadoop.lane;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.BlockReader;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.apache.hadoop.hdfs.PeerCache;
import org.apache.hadoop.hdfs.client.impl.BlockReaderRemote;
import org.apache.hadoop.hdfs.net.Peer;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.util.DataChecksum;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens streaming reads of chosen replicas over connections of our own. */
public final class BlockConnector {
  private static final Logger LOG = LoggerFactory.getLogger(BlockConnector.class);
  private static final int PEERS_KEPT_MAX = 64;

  /** Below the DataNode's own keep-alive of 4 s. */
  private static final long PEER_EXPIRY_MILLIS = 3000;

  private final DFSClient client;
  private final Configuration configuration;
  private final int connectTimeoutMillis;
  private final PeerCache peers = new PeerCache(PEERS_KEPT_MAX, PEER_EXPIRY_MILLIS);

  public BlockConnector(DFSClient client, Configuration configuration, int connectTimeoutMillis) {
    this.client = client;
    this.configuration = configuration;
    this.connectTimeoutMillis = connectTimeoutMillis;
  }

  DFSClient client() {
    return client;
  }

  /** A streaming read with the connection that it runs on. */
  record Stream(BlockReader reader, CancellablePeer peer) {}

  /**
   * Starts one streaming read of {@code [offset, end)} of a replica. Blocks until the DataNode has
   * answered.
   *
   * @param connecting told of every socket before anything on it can block, so that a stalled
   *     connect or handshake can be cut too
   */
  Stream open(
      String src,
      LocatedBlock block,
      DatanodeInfo node,
      long offset,
      long end,
      Consumer<CancellableSocket> connecting)
      throws IOException {
    CancellablePeer kept = (CancellablePeer) peers.get(node, false);
    if (kept != null) {
      try {
        connecting.accept(kept::cancel);
        return start(src, block, node, offset, end, kept);
      } catch (IOException e) {
        // The DataNode may have closed a kept connection: that says nothing about the node.
        if (kept.isClosed()) {
          LOG.debug("A kept connection to {} could not be used again", node, e);
        }
      }
    }
    CancellablePeer peer = connect(block, node, connecting);
    connecting.accept(peer::cancel);
    return start(src, block, node, offset, end, peer);
  }

  private Stream start(
      String src,
      LocatedBlock block,
      DatanodeInfo node,
      long offset,
      long end,
      CancellablePeer peer)
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
              peers,
              client.getDefaultReadCachingStrategy(),
              Integer.MAX_VALUE,
              configuration);
      if (reader.getDataChecksum().getChecksumType() == DataChecksum.Type.NULL) {
        throw new IOException(
            block.getBlock()
                + " of "
                + src
                + " has no checksums: only the plain read may trust it");
      }
      opened = true;
      return new Stream(reader, peer);
    } finally {
      if (!opened) {
        peer.close();
      }
    }
  }

  /** What cuts a connection under way. */
  @FunctionalInterface
  interface CancellableSocket {
    void cancel();
  }

  private CancellablePeer connect(
      LocatedBlock block, DatanodeInfo node, Consumer<CancellableSocket> connecting)
      throws IOException {
    InetSocketAddress address =
        NetUtils.createSocketAddr(node.getXferAddr(client.getConf().isConnectToDnViaHostname()));
    // The stock peer needs a socket with a channel to read into direct buffers.
    Socket socket = SocketChannel.open().socket();
    boolean connected = false;
    try {
      connecting.accept(() -> CancellablePeer.shutDown(socket));
      socket.setTcpNoDelay(true);
      NetUtils.connect(socket, address, connectTimeoutMillis);
      Peer peer =
          DFSUtilClient.peerFromSocketAndKey(
              client.getSaslDataTransferClient(),
              socket,
              client,
              block.getBlockToken(),
              node,
              client.getConf().getSocketTimeout());
      connected = true;
      return new CancellablePeer(peer, socket);
    } finally {
      if (!connected) {
        socket.close();
      }
    }
  }
}
