package io.evenkeel.http;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * One connection to a manager, kept from request to request: HTTP/1.1, no redirects, no proxy. Used
 * by one thread; any other may cut it, which ends whatever it waits for.
 */
final class HttpLink {
  private static final int PORT_DEFAULT = 80;
  private static final int CONNECT_MILLIS = 2000;
  private static final int LINE_BYTES_MAX = 16 * 1024;
  private static final int LINES_MAX = 200;

  /** What a manager says of thousands of nodes, or of the widest stripes, is less. */
  private static final int ANSWER_BYTES_MAX = 8 << 20;

  private final URI uri;
  private final Socket socket = new Socket(Proxy.NO_PROXY);
  private InputStream in;
  private OutputStream out;
  private boolean answering;
  private boolean reusable;

  HttpLink(URI uri) {
    this.uri = uri;
  }

  /**
   * What a manager said.
   *
   * @param clientsOff whether it wants clients off
   */
  record Answer(int status, byte[] body, boolean clientsOff) {}

  void open() throws IOException {
    InetSocketAddress to =
        new InetSocketAddress(uri.getHost(), uri.getPort() < 0 ? PORT_DEFAULT : uri.getPort());
    if (to.isUnresolved()) {
      throw new UnknownHostException("unknown host " + uri.getHost());
    }
    socket.setTcpNoDelay(true);
    socket.connect(to, CONNECT_MILLIS);
    in = new BufferedInputStream(socket.getInputStream());
    out = socket.getOutputStream();
  }

  /** Whether a byte of the answer to the last request was received. */
  boolean isAnswering() {
    return answering;
  }

  /** Whether another request may follow the last one. */
  boolean isReusable() {
    return reusable;
  }

  /**
   * Asks.
   *
   * @param body null for a GET
   */
  Answer ask(String path, byte[] body) throws IOException {
    answering = false;
    reusable = false;
    ByteArrayOutputStream request = new ByteArrayOutputStream();
    String head =
        (body == null ? "GET " : "POST ")
            + path
            + " HTTP/1.1\r\nHost: "
            + uri.getRawAuthority()
            + "\r\n"
            + (body == null
                ? ""
                : "Content-Type: application/json\r\nContent-Length: " + body.length + "\r\n")
            + "\r\n";
    request.writeBytes(head.getBytes(StandardCharsets.US_ASCII));
    if (body != null) {
      request.writeBytes(body);
    }
    request.writeTo(out);
    out.flush();
    return answer();
  }

  private Answer answer() throws IOException {
    String[] start = line().split(" ", 3);
    if (start.length < 2 || !start[0].startsWith("HTTP/1.") || !start[1].matches("\\d{3}")) {
      throw new IOException("it does not speak HTTP/1.1: " + String.join(" ", start));
    }
    long length = -1;
    boolean chunked = false;
    boolean off = false;
    reusable = start[0].equals("HTTP/1.1");
    int lines = 0;
    for (String line = line(); !line.isEmpty(); line = line()) {
      if (++lines > LINES_MAX) {
        throw new IOException("its answer has more than " + LINES_MAX + " header fields");
      }
      int colon = line.indexOf(':');
      String name = line.substring(0, Math.max(0, colon)).trim().toLowerCase(Locale.ROOT);
      String value = line.substring(colon + 1).trim();
      switch (name) {
        case "content-length" -> length = length(value, 10);
        case "transfer-encoding" -> chunked = value.equalsIgnoreCase("chunked");
        case "connection" -> reusable &= !value.equalsIgnoreCase("close");
        case Messages.CLIENTS_HEADER -> off = value.equalsIgnoreCase(Messages.OFF);
        default -> {}
      }
    }
    return new Answer(Integer.parseInt(start[1]), chunked ? chunks() : body(length), off);
  }

  private byte[] body(long length) throws IOException {
    if (length >= 0) {
      byte[] body = in.readNBytes((int) length);
      if (body.length < length) {
        throw new EOFException("its answer ends after " + body.length + " of " + length + " bytes");
      }
      return body;
    }
    reusable = false;
    byte[] body = in.readNBytes(ANSWER_BYTES_MAX + 1);
    if (body.length > ANSWER_BYTES_MAX) {
      throw new IOException("its answer has more than " + ANSWER_BYTES_MAX + " bytes");
    }
    return body;
  }

  private byte[] chunks() throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    while (true) {
      long length = length(line().replaceFirst(";.*", "").trim(), 16);
      if (length == 0) {
        for (int lines = 0; !line().isEmpty(); lines++) {
          if (lines == LINES_MAX) {
            throw new IOException("its answer has more than " + LINES_MAX + " trailer fields");
          }
        }
        return all.toByteArray();
      }
      if (all.size() + length > ANSWER_BYTES_MAX) {
        throw new IOException("its answer has more than " + ANSWER_BYTES_MAX + " bytes");
      }
      all.writeBytes(body(length));
      if (!line().isEmpty()) {
        throw new IOException("it does not speak HTTP/1.1: a chunk has no end");
      }
    }
  }

  private static long length(String text, int radix) throws IOException {
    long length;
    try {
      length = Long.parseLong(text, radix);
    } catch (NumberFormatException e) {
      throw new IOException("it does not speak HTTP/1.1: no length: " + text, e);
    }
    if (length < 0) {
      throw new IOException("it does not speak HTTP/1.1: no length: " + text);
    }
    if (length > ANSWER_BYTES_MAX) {
      throw new IOException("its answer has " + length + " bytes, at most " + ANSWER_BYTES_MAX);
    }
    return length;
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    while (true) {
      int b = in.read();
      if (b < 0) {
        throw new EOFException("it closed the connection");
      }
      answering = true;
      if (b == '\n') {
        return line.toString();
      }
      if (line.length() == LINE_BYTES_MAX) {
        throw new IOException("it does not speak HTTP/1.1: a line without an end");
      }
      if (b != '\r') {
        line.append((char) b);
      }
    }
  }

  /** Any thread, any time. Never waits. */
  void cut() {
    try {
      socket.close();
    } catch (IOException e) {
      // It is of no more use either way.
    }
  }
}
