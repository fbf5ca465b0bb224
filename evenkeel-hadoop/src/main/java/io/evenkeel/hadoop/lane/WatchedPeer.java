package io.evenkeel.hadoop.lane;

import io.evenkeel.client.watch.PeerWatch;
import io.evenkeel.core.model.NodeId;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.hdfs.net.Peer;
import org.apache.hadoop.net.unix.DomainSocket;

/**
 * A connection to a DataNode that can be cut at once, and whose waits the reading thread's {@link
 * PeerWatch} sees. Shutting the socket down wakes a stalled reader within milliseconds, where
 * closing the stock peer or block reader waits for it.
 */
public final class WatchedPeer implements Peer {
  private final Peer peer;
  private final Socket socket;
  private final NodeId node;
  private final LongAdder received;
  private final Runnable cutter = this::cut;
  private volatile boolean cut;

  /**
   * @param received counts what packets are read from
   */
  WatchedPeer(Peer peer, Socket socket, NodeId node, LongAdder received) {
    this.peer = peer;
    this.socket = socket;
    this.node = node;
    this.received = received;
  }

  /** Cuts the connection; whoever reads from it gets an exception. Never blocks. */
  void cut() {
    cut = true;
    shutDown(socket);
  }

  /** Wakes whoever reads from or writes to the socket. */
  static void shutDown(Socket socket) {
    try {
      socket.shutdownInput();
      socket.shutdownOutput();
    } catch (IOException e) {
      // Not connected yet, or closed already: then closing is enough.
      try {
        socket.close();
      } catch (IOException closed) {
        // Closed already.
      }
    }
  }

  /** A connection that was cut counts as closed: the peer cache must not keep it. */
  @Override
  public boolean isClosed() {
    return cut || peer.isClosed();
  }

  @Override
  public ReadableByteChannel getInputStreamChannel() {
    return new WatchedChannel(peer.getInputStreamChannel());
  }

  @Override
  public void setReadTimeout(int timeoutMs) throws IOException {
    peer.setReadTimeout(timeoutMs);
  }

  @Override
  public int getReceiveBufferSize() throws IOException {
    return peer.getReceiveBufferSize();
  }

  @Override
  public boolean getTcpNoDelay() throws IOException {
    return peer.getTcpNoDelay();
  }

  @Override
  public void setWriteTimeout(int timeoutMs) throws IOException {
    peer.setWriteTimeout(timeoutMs);
  }

  @Override
  public void close() throws IOException {
    peer.close();
  }

  @Override
  public String getRemoteAddressString() {
    return peer.getRemoteAddressString();
  }

  @Override
  public String getLocalAddressString() {
    return peer.getLocalAddressString();
  }

  @Override
  public InputStream getInputStream() throws IOException {
    return new WatchedStream(peer.getInputStream());
  }

  @Override
  public OutputStream getOutputStream() throws IOException {
    return peer.getOutputStream();
  }

  @Override
  public boolean isLocal() {
    return peer.isLocal();
  }

  @Override
  public DomainSocket getDomainSocket() {
    return peer.getDomainSocket();
  }

  @Override
  public boolean hasSecureChannel() {
    return peer.hasSecureChannel();
  }

  /** What packets are read from. */
  private final class WatchedChannel implements ReadableByteChannel {
    private final ReadableByteChannel in;

    WatchedChannel(ReadableByteChannel in) {
      this.in = in;
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
      PeerWatch watch = PeerWatch.ofThread();
      if (!watch.isWatched()) {
        return counted(in.read(target));
      }
      int count = 0;
      watch.waiting(node, false, received, cutter);
      try {
        count = counted(in.read(target));
      } finally {
        watch.done(Math.max(0, count));
      }
      return count;
    }

    private int counted(int count) {
      if (count > 0) {
        received.add(count);
      }
      return count;
    }

    @Override
    public boolean isOpen() {
      return in.isOpen();
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }

  /** What the answer to a request is read from. */
  private final class WatchedStream extends InputStream {
    private final InputStream in;

    WatchedStream(InputStream in) {
      this.in = in;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      PeerWatch watch = PeerWatch.ofThread();
      if (!watch.isWatched()) {
        return in.read(target, offset, length);
      }
      watch.waiting(node, true, received, cutter);
      try {
        return in.read(target, offset, length);
      } finally {
        watch.done(0);
      }
    }

    @Override
    public int available() throws IOException {
      return in.available();
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
