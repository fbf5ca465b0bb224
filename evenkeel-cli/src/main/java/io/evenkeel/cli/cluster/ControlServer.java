package io.evenkeel.cli.cluster;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Answers requests on a Unix socket, one after the other: a line in, a status line and a body out.
 * Whoever may enter the socket's folder may ask.
 */
final class ControlServer implements AutoCloseable {
  static final String OK = "ok";
  static final String MISUSE = "misuse";
  static final String FAILED = "failed";

  private final ServerSocketChannel server;
  private final Handler handler;

  /** Does what a request line says and returns the answer's body. */
  interface Handler {
    String handle(String request) throws IOException;
  }

  private ControlServer(ServerSocketChannel server, Handler handler) {
    this.server = server;
    this.handler = handler;
  }

  static ControlServer open(Path socket, Handler handler) throws IOException {
    ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    server.bind(UnixDomainSocketAddress.of(socket));
    return new ControlServer(server, handler);
  }

  /** Serves until closed or until {@code last} was answered. */
  void serveUntil(String last) throws IOException {
    boolean done = false;
    while (!done) {
      try (SocketChannel channel = server.accept()) {
        done = serve(channel).equals(last);
      }
    }
  }

  /** Returns the request, done whether or not the client waited for its answer. */
  private String serve(SocketChannel channel) {
    String request = "";
    try {
      String line =
          new BufferedReader(Channels.newReader(channel, StandardCharsets.UTF_8)).readLine();
      if (line != null) {
        request = line;
        ByteBuffer answer = StandardCharsets.UTF_8.encode(answer(request));
        while (answer.hasRemaining()) {
          channel.write(answer);
        }
      }
    } catch (IOException clientGone) {
      // Nobody is there to be told.
    }
    return request;
  }

  private String answer(String request) {
    try {
      return OK + "\n" + handler.handle(request);
    } catch (IllegalArgumentException misuse) {
      return MISUSE + "\n" + misuse.getMessage();
    } catch (IOException | RuntimeException failure) {
      return FAILED + "\n" + (failure.getMessage() == null ? failure : failure.getMessage());
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
