package io.evenkeel.core.store;

import io.evenkeel.core.model.StoredFragment;
import java.nio.ByteBuffer;

/**
 * How a fragment lies in a cache node: a head, which is the header and the end of the payload, and,
 * for large fragments, a body with the rest of the payload.
 *
 * <p>Fragments are powers of two as a rule, and a general-purpose allocator has a size class at
 * every power of two and the next one a quarter above it: a value with its header before it, or
 * merely the server's few bytes of string header, would cost a quarter more than it holds. So the
 * body is {@link #TAIL_BYTES} short of the payload and fits its class, and what was cut off travels
 * with the header in a small class.
 */
public final class FragmentCodec {
  /** Payloads of at least this many bytes have a body. */
  public static final int SPLIT_BYTES = 16 * 1024;

  /** How much of a split payload is kept in the head. */
  public static final int TAIL_BYTES = 64;

  private FragmentCodec() {}

  /**
   * The values to store.
   *
   * @param head never empty
   * @param body a view of the payload, {@code [0, 0)} when there is none
   */
  public record Parts(ByteBuffer head, ByteBuffer body) {
    public boolean isSplit() {
      return body.hasRemaining();
    }

    public long lengthBytes() {
      return (long) head.remaining() + body.remaining();
    }
  }

  /** How many bytes of a payload of this length go into its body; 0 when it has none. */
  public static int bodyBytes(int payloadBytes) {
    return payloadBytes >= SPLIT_BYTES ? payloadBytes - TAIL_BYTES : 0;
  }

  /**
   * Encodes a fragment. The body is a view of its payload, not a copy.
   *
   * @throws IllegalArgumentException when its checksums are not those of its data lengths
   */
  public static Parts encode(StoredFragment fragment) {
    ByteBuffer payload = fragment.payload().slice();
    int bodyBytes = bodyBytes(payload.remaining());
    FragmentHeader header = FragmentHeader.of(fragment, bodyBytes > 0 ? 2 : 1);
    ByteBuffer head = ByteBuffer.allocate(header.lengthBytes() + payload.remaining() - bodyBytes);
    header.write(head);
    head.put(payload.slice(bodyBytes, payload.remaining() - bodyBytes));
    return new Parts(head.flip(), payload.slice(0, bodyBytes));
  }
}
