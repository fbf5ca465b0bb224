package io.evenkeel.cli.cluster;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;

/** Asks the process that holds this user's cluster. One request a connection. */
final class ControlClient {
  private ControlClient() {}

  /**
   * Sends one request line and returns the answer's body.
   *
   * @throws IllegalArgumentException if the cluster says that the request is a misuse
   * @throws IOException if there is no cluster, or it could not do it
   */
  static String ask(StateFolder state, String request) throws IOException {
    if (!Files.exists(state.socket())) {
      throw new IOException(
          "no cluster is up (there is no "
              + state.socket()
              + "); start one with \"evenkeel cluster up\"");
    }
    state.checkOurs();
    String answer;
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      channel.connect(UnixDomainSocketAddress.of(state.socket()));
      ByteBuffer line = StandardCharsets.UTF_8.encode(request + "\n");
      while (line.hasRemaining()) {
        channel.write(line);
      }
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      Channels.newInputStream(channel).transferTo(bytes);
      answer = bytes.toString(StandardCharsets.UTF_8);
    }
    int end = answer.indexOf('\n');
    String status = end < 0 ? answer : answer.substring(0, end);
    String body = end < 0 ? "" : answer.substring(end + 1);
    return switch (status) {
      case ControlServer.OK -> body;
      case ControlServer.MISUSE -> throw new IllegalArgumentException(body);
      case ControlServer.FAILED -> throw new IOException(body);
      default -> throw new IOException("the cluster went away while it was asked: " + request);
    };
  }
}
