package io.evenkeel.redis;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * Reads replies in RESP2. A {@link RefusedException} is a reply as any other; after every other
 * exception the connection is of no more use.
 */
final class RespReader {
  private static final int BUFFER_BYTES = 8 * 1024;
  private static final int LINE_BYTES_MAX = 64 * 1024;
  private static final int TEXT_BYTES_MAX = 1 << 20;

  /** What was sent, which a server may repeat: we know it, and some of it is nobody else's. */
  private static final Pattern WITH_ARGUMENTS = Pattern.compile("(?is),? with args.*");

  private final InputStream in;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private int at;
  private int end;
  private long receivedBytes;

  RespReader(InputStream in) {
    this.in = in;
  }

  /** How much has been received so far. */
  long receivedBytes() {
    return receivedBytes;
  }

  /** A status, such as {@code OK}. */
  String status() throws IOException {
    return line('+');
  }

  long integer() throws IOException {
    return number(line(':'));
  }

  /** The number of replies that follow. */
  int array() throws IOException {
    return (int) number(line('*'));
  }

  /** The length of a value of which nothing has been read yet; negative when there is none. */
  int valueBytes() throws IOException {
    return (int) number(line('$'));
  }

  /** A value as text; empty when there is none. */
  String text() throws IOException {
    int length = valueBytes();
    if (length < 0) {
      return "";
    }
    if (length > TEXT_BYTES_MAX) {
      throw new IOException("it answers with a text of " + length + " bytes");
    }
    ByteBuffer bytes = ByteBuffer.allocate(length);
    value(bytes);
    return new String(bytes.array(), StandardCharsets.UTF_8);
  }

  /** Fills a buffer with an array to its limit: the whole value whose length was read. */
  void value(ByteBuffer into) throws IOException {
    int buffered = Math.min(into.remaining(), end - at);
    into.put(buffer, at, buffered);
    at += buffered;
    while (into.hasRemaining()) {
      int most = Math.min(RedisLink.IO_BYTES_MAX, into.remaining());
      int got = received(in.read(into.array(), into.arrayOffset() + into.position(), most));
      into.position(into.position() + got);
    }
    endOfLine();
  }

  /** Passes over a value whose length was read; does nothing for one that is not there. */
  void skip(int lengthBytes) throws IOException {
    if (lengthBytes < 0) {
      return;
    }
    for (int left = lengthBytes; left > 0; ) {
      if (at == end) {
        fill();
      }
      int step = Math.min(left, end - at);
      at += step;
      left -= step;
    }
    endOfLine();
  }

  private void endOfLine() throws IOException {
    if (next() != '\r' || next() != '\n') {
      throw new IOException("it does not speak Redis' protocol: a value has no end");
    }
  }

  private String line(char expected) throws IOException {
    int kind = next();
    StringBuilder line = new StringBuilder();
    for (int b = next(); b != '\r'; b = next()) {
      if (line.length() == LINE_BYTES_MAX) {
        throw new IOException("it does not speak Redis' protocol: a line without an end");
      }
      line.append((char) b);
    }
    if (next() != '\n') {
      throw new IOException("it does not speak Redis' protocol: a line has no end");
    }
    if (kind == '-') {
      throw new RefusedException(WITH_ARGUMENTS.matcher(line).replaceFirst(""));
    }
    if (kind != expected) {
      throw new IOException(
          "it does not speak Redis' protocol: expected '%s', found '%s%s'"
              .formatted(expected, (char) kind, line.substring(0, Math.min(80, line.length()))));
    }
    return line.toString();
  }

  private static long number(String line) throws IOException {
    try {
      return Long.parseLong(line);
    } catch (NumberFormatException e) {
      throw new IOException("it does not speak Redis' protocol: no number: " + line, e);
    }
  }

  private int next() throws IOException {
    if (at == end) {
      fill();
    }
    return buffer[at++] & 0xff;
  }

  private void fill() throws IOException {
    at = 0;
    end = 0;
    end = received(in.read(buffer));
  }

  private int received(int count) throws IOException {
    if (count < 0) {
      throw new EOFException("it closed the connection");
    }
    receivedBytes += count;
    return count;
  }
}
