package io.evenkeel.hadoop.lane;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.channels.ReadableByteChannel;
import org.apache.hadoop.hdfs.net.Peer;
import org.apache.hadoop.net.unix.DomainSocket;

/**
 * A connection to a DataNode that can be cut at once. Shutting the socket down wakes a stalled
 * reader within milliseconds, where closing the stock peer or block reader waits for it.
 */
final class CancellablePeer implements Peer {
  private final Peer peer;
  private final Socket socket;
  private volatile boolean cancelled;

  CancellablePeer(Peer peer, Socket socket) {
    this.peer = peer;
    this.socket = socket;
  }

  /** Cuts the connection; whoever reads from it gets an exception. Never blocks. */
  void cancel() {
    cancelled = true;
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

  /** A cancelled connection counts as closed: the peer cache must not keep it. */
  @Override
  public boolean isClosed() {
    return cancelled || peer.isClosed();
  }

  @Override
  public ReadableByteChannel getInputStreamChannel() {
    return peer.getInputStreamChannel();
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
    return peer.getInputStream();
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
}
