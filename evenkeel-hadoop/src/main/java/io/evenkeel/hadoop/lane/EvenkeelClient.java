package io.evenkeel.hadoop.lane;

import io.evenkeel.client.watch.NodeBytes;
import io.evenkeel.client.watch.PeerWatch;
import io.evenkeel.core.model.NodeId;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.channels.ClosedByInterruptException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Predicate;
import javax.net.SocketFactory;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.apache.hadoop.hdfs.PeerCache;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.net.Peer;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier;
import org.apache.hadoop.net.ConnectTimeoutException;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.security.token.Token;

/**
 * The stock client, whose connections to DataNodes can be watched and cut, and which lists known
 * stragglers last: so every stock read avoids them as long as there is another replica, at no cost.
 */
public class EvenkeelClient extends DFSClient {
  /** Connections of stock clients in this process, which nobody can cut, must not be met. */
  private static final String CONTEXT_SUFFIX = "-evenkeel";

  /** So many the stock client asks for at once, unless it is told otherwise. */
  private static final int STOCK_PREFETCH_BLOCKS = 10;

  private final SocketFactory sockets;
  private final boolean bindsLocally;
  private final Predicate<NodeId> slow;

  /**
   * @param conf made by {@link #configuration}, or connections are met that nobody can cut
   * @param slow whether a DataNode is known to be slow at this moment
   */
  public EvenkeelClient(
      URI uri, Configuration conf, FileSystem.Statistics statistics, Predicate<NodeId> slow)
      throws IOException {
    super(uri, conf, statistics);
    this.sockets = NetUtils.getSocketFactory(conf, ClientProtocol.class);
    this.bindsLocally =
        conf.getTrimmedStrings(HdfsClientConfigKeys.DFS_CLIENT_LOCAL_INTERFACES).length > 0;
    this.slow = slow;
  }

  /**
   * A configuration whose clients share connections with each other and with no stock client, and
   * locate whole stripes at a time.
   *
   * @param dataCount blocks of a stripe
   */
  public static Configuration configuration(Configuration conf, int dataCount) {
    Configuration own = new Configuration(conf);
    if (conf.get(HdfsClientConfigKeys.Read.PREFETCH_SIZE_KEY) == null) {
      int stripes = (STOCK_PREFETCH_BLOCKS + dataCount - 1) / dataCount;
      long blockBytes =
          conf.getLongBytes(
              HdfsClientConfigKeys.DFS_BLOCK_SIZE_KEY, HdfsClientConfigKeys.DFS_BLOCK_SIZE_DEFAULT);
      long stripeBytes = dataCount * blockBytes;
      own.setLong(HdfsClientConfigKeys.Read.PREFETCH_SIZE_KEY, stripes * stripeBytes);
    }
    own.set(
        HdfsClientConfigKeys.DFS_CLIENT_CONTEXT,
        conf.get(
                HdfsClientConfigKeys.DFS_CLIENT_CONTEXT,
                HdfsClientConfigKeys.DFS_CLIENT_CONTEXT_DEFAULT)
            + CONTEXT_SUFFIX);
    return own;
  }

  /** The connections to DataNodes that all readers of this client keep, stock ones and lanes. */
  PeerCache peers() {
    return getClientContext().getPeerCache();
  }

  @Override
  public LocatedBlocks getLocatedBlocks(String src, long start, long length) throws IOException {
    LocatedBlocks located = super.getLocatedBlocks(src, start, length);
    if (located != null && located.getErasureCodingPolicy() == null) {
      for (LocatedBlock block : located.getLocatedBlocks()) {
        Replicas.order(block, slow);
      }
    }
    return located;
  }

  @Override
  public Peer newConnectedPeer(
      InetSocketAddress address, Token<BlockTokenIdentifier> token, DatanodeID datanode)
      throws IOException {
    if (bindsLocally) {
      // Which interface to bind to is the stock client's secret.
      return super.newConnectedPeer(address, token, datanode);
    }
    return connect(address, token, datanode, getConf().getSocketTimeout(), cutter -> {});
  }

  /**
   * Connects to a DataNode.
   *
   * @param connecting told what cuts the connection before anything on it can block
   */
  WatchedPeer connect(
      InetSocketAddress address,
      Token<BlockTokenIdentifier> token,
      DatanodeID datanode,
      int connectTimeoutMillis,
      Consumer<Runnable> connecting)
      throws IOException {
    // The stock client needs no DataNode's name either, where nothing is encrypted.
    NodeId node =
        datanode == null
            ? new NodeId(NetUtils.getHostPortString(address))
            : LocatedFile.nodeOf(datanode);
    LongAdder received = NodeBytes.counter(node);
    // A socket with a channel, where the factory gives one: others cannot read into direct buffers.
    Socket socket = sockets.createSocket();
    Runnable cutter = () -> WatchedPeer.shutDown(socket);
    PeerWatch watch = PeerWatch.ofThread();
    boolean watched = watch.isWatched();
    boolean connected = false;
    WatchedPeer made;
    try {
      connecting.accept(cutter);
      if (watched) {
        watch.waiting(node, true, received, cutter);
      }
      try {
        socket.setTcpNoDelay(true);
        connect(socket, address, connectTimeoutMillis);
        Peer peer =
            DFSUtilClient.peerFromSocketAndKey(
                getSaslDataTransferClient(),
                socket,
                this,
                token,
                datanode,
                getConf().getSocketTimeout());
        made = new WatchedPeer(peer, socket, node, received);
      } finally {
        if (watched) {
          watch.done(0);
        }
      }
      connected = true;
      return made;
    } catch (ConnectException | NoRouteToHostException | ConnectTimeoutException e) {
      if (watched) {
        watch.refused(node);
      }
      throw e;
    } finally {
      if (!connected) {
        socket.close();
      }
    }
  }

  /**
   * As {@link NetUtils#connect}, which waits in a selector, where closing the socket wakes nobody.
   */
  private static void connect(Socket socket, InetSocketAddress to, int timeoutMillis)
      throws IOException {
    if (to.isUnresolved() && socket.getChannel() != null) {
      // Through a proxy the name is the proxy's to resolve.
      throw new UnknownHostException(to.toString());
    }
    try {
      socket.connect(to, timeoutMillis);
    } catch (SocketTimeoutException e) {
      throw new ConnectTimeoutException(to + " did not answer within " + timeoutMillis + " ms");
    } catch (ClosedByInterruptException e) {
      var interrupted = new InterruptedIOException("Interrupted while connecting to " + to);
      interrupted.initCause(e);
      throw interrupted;
    }
    if (socket.getLocalPort() == socket.getPort()
        && socket.getLocalAddress().equals(socket.getInetAddress())) {
      // Nobody listens there, and the kernel has given us that very port.
      throw new ConnectException("the connection to " + to + " is one to itself");
    }
  }
}
