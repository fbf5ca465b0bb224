package io.evenkeel.redis;

import io.lettuce.core.codec.RedisCodec;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Text keys; values are encoded from a view, and decoded by the outputs themselves. */
enum PartsCodec implements RedisCodec<String, ByteBuffer> {
  INSTANCE;

  @Override
  public String decodeKey(ByteBuffer bytes) {
    return StandardCharsets.UTF_8.decode(bytes).toString();
  }

  @Override
  public ByteBuffer decodeValue(ByteBuffer bytes) {
    throw new UnsupportedOperationException("values are decoded by their command's output");
  }

  @Override
  public ByteBuffer encodeKey(String key) {
    return StandardCharsets.UTF_8.encode(key);
  }

  @Override
  public ByteBuffer encodeValue(ByteBuffer value) {
    return value.duplicate();
  }
}
