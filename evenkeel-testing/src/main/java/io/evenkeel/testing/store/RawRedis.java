package io.evenkeel.testing.store;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A Redis server spoken to past every client of the product: to see or to spoil what it holds. */
public final class RawRedis implements AutoCloseable {
  private static final int TIMEOUT_MILLIS = 30_000;

  private final Socket socket;
  private final InputStream in;

  /**
   * @param address {@code host:port}
   */
  public RawRedis(String address) throws IOException {
    int colon = address.lastIndexOf(':');
    socket =
        new Socket(address.substring(0, colon), Integer.parseInt(address.substring(colon + 1)));
    socket.setSoTimeout(TIMEOUT_MILLIS);
    in = new BufferedInputStream(socket.getInputStream());
  }

  /** Runs an inline command; the words of its answer, one for a simple answer. */
  public List<String> run(String command) throws IOException {
    socket.getOutputStream().write((command + "\r\n").getBytes(StandardCharsets.US_ASCII));
    String head = line();
    switch (head.charAt(0)) {
      case '*' -> {
        List<String> words = new ArrayList<>();
        for (int left = Integer.parseInt(head.substring(1)); left > 0; left--) {
          int length = Integer.parseInt(line().substring(1));
          words.add(new String(in.readNBytes(length), StandardCharsets.US_ASCII));
          in.readNBytes(2);
        }
        return words;
      }
      case '-' -> throw new IOException("Redis answers " + head + " to " + command);
      default -> {
        return List.of(head.substring(1));
      }
    }
  }

  /** The keys of the values that hold most of the parity. */
  public List<String> bodyKeys() throws IOException {
    return run("KEYS evenkeel:*:b").stream().sorted().toList();
  }

  /** The milliseconds that a key has left, as PTTL counts: -1 for ever, -2 gone. */
  public long leftMillis(String key) throws IOException {
    return Long.parseLong(run("PTTL " + key).get(0));
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = in.read(); next != '\r'; next = in.read()) {
      if (next < 0) {
        throw new EOFException("Redis closed the connection");
      }
      line.append((char) next);
    }
    in.readNBytes(1);
    return line.toString();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
