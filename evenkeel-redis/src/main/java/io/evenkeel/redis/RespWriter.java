package io.evenkeel.redis;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Writes commands in RESP2; small pieces together, large ones straight from their buffers. */
final class RespWriter {
  private static final int BUFFER_BYTES = 8 * 1024;

  private final OutputStream out;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private int length;

  RespWriter(OutputStream out) {
    this.out = out;
  }

  void command(Command command) throws IOException {
    text("*" + command.words().size() + "\r\n");
    for (Object word : command.words()) {
      if (word instanceof ByteBuffer bytes) {
        text("$" + bytes.remaining() + "\r\n");
        bytes(bytes.duplicate());
      } else {
        byte[] text = word.toString().getBytes(StandardCharsets.UTF_8);
        text("$" + text.length + "\r\n");
        bytes(ByteBuffer.wrap(text));
      }
      text("\r\n");
    }
  }

  void flush() throws IOException {
    out.write(buffer, 0, length);
    length = 0;
    out.flush();
  }

  private void text(String ascii) throws IOException {
    bytes(ByteBuffer.wrap(ascii.getBytes(StandardCharsets.US_ASCII)));
  }

  private void bytes(ByteBuffer bytes) throws IOException {
    if (bytes.hasArray() && bytes.remaining() > buffer.length - length) {
      flush();
      int end = bytes.arrayOffset() + bytes.limit();
      for (int at = bytes.arrayOffset() + bytes.position();
          at < end;
          at += RedisLink.IO_BYTES_MAX) {
        out.write(bytes.array(), at, Math.min(RedisLink.IO_BYTES_MAX, end - at));
      }
      return;
    }
    while (bytes.hasRemaining()) {
      if (length == buffer.length) {
        flush();
      }
      int step = Math.min(bytes.remaining(), buffer.length - length);
      bytes.get(buffer, length, step);
      length += step;
    }
  }
}
