package io.evenkeel.redis;

import io.lettuce.core.output.CommandOutput;
import java.nio.ByteBuffer;

/** A reply of text. */
final class TextOutput extends CommandOutput<String, ByteBuffer, String> {
  TextOutput() {
    super(PartsCodec.INSTANCE, "");
  }

  @Override
  public void set(ByteBuffer bytes) {
    output = bytes == null ? "" : decodeString(bytes);
  }
}
