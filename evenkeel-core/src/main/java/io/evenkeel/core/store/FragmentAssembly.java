package io.evenkeel.core.store;

import io.evenkeel.core.model.FragmentKey;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.StoredFragment;
import io.evenkeel.core.port.BufferPool;
import io.evenkeel.core.port.CorruptFragmentException;
import io.evenkeel.core.port.MissingFragmentException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * Puts a fragment together from its stored parts, head first, copying each once into one pooled
 * buffer, and verifies it. Give it the head, then the body (null for a part that the node does not
 * have), then ask for the fragment. Not thread-safe; whoever drops it before {@link #fragment} has
 * returned calls {@link #release}.
 */
public final class FragmentAssembly {
  /** Above what any head takes: checksums, and what of the payload fits in no body. */
  private static final int HEAD_BYTES_MAX = 4 << 20;

  private final NodeId node;
  private final FragmentKey key;
  private final BufferPool buffers;
  private FragmentHeader header;
  private ByteBuffer payload;
  private boolean hasBody;

  public FragmentAssembly(NodeId node, FragmentKey key, BufferPool buffers) {
    this.node = node;
    this.key = key;
    this.buffers = buffers;
  }

  /** Takes the head; its bytes are not referred to afterwards. */
  public void head(ByteBuffer head) throws IOException {
    if (head == null) {
      throw new MissingFragmentException(node, key);
    }
    FragmentHeader found;
    try {
      found = FragmentHeader.read(head);
    } catch (FragmentHeader.NotAHeader e) {
      throw corrupt(e.getMessage());
    }
    requireShape(found, head.remaining() - found.lengthBytes());
    Optional<ByteBuffer> taken = buffers.take(found.payloadBytes());
    if (taken.isEmpty()) {
      throw new IOException(
          "no room for fragment %s of %d bytes: %d of %d buffer bytes are taken"
              .formatted(key, found.payloadBytes(), buffers.takenBytes(), buffers.limitBytes()));
    }
    header = found;
    payload = taken.get();
    int bodyBytes = FragmentCodec.bodyBytes(found.payloadBytes());
    ByteBuffer tail = head.slice(head.position() + found.lengthBytes(), tailBytes(found));
    payload.slice(bodyBytes, tail.remaining()).put(tail);
  }

  private static int tailBytes(FragmentHeader header) {
    return header.payloadBytes() - FragmentCodec.bodyBytes(header.payloadBytes());
  }

  private void requireShape(FragmentHeader found, int foundTailBytes)
      throws CorruptFragmentException {
    if (!found.key().equals(key)) {
      throw corrupt("the fragment " + found.key());
    }
    int parts = FragmentCodec.bodyBytes(found.payloadBytes()) > 0 ? 2 : 1;
    if (found.payloadBytes() < 0 || found.parts() != parts || tailBytes(found) != foundTailBytes) {
      throw corrupt(
          "a head with %d payload bytes, for a payload of %d bytes in %d parts"
              .formatted(foundTailBytes, found.payloadBytes(), found.parts()));
    }
  }

  /** Takes the body. Its bytes are not referred to afterwards. */
  public void body(ByteBuffer body) throws IOException {
    if (body != null) {
      roomForBody(body.remaining()).put(body.duplicate());
    }
  }

  /** Where the body of so many bytes is to be put, all of it, instead of giving it. */
  public ByteBuffer roomForBody(int lengthBytes) throws IOException {
    int expected = FragmentCodec.bodyBytes(header.payloadBytes());
    if (lengthBytes != expected) {
      throw corrupt("a body of " + lengthBytes + " bytes, not " + expected);
    }
    hasBody = true;
    return payload.slice(0, expected);
  }

  /** The verified fragment; the caller owns its payload from now on. */
  public StoredFragment fragment() throws IOException {
    if (header == null || (header.parts() == 2 && !hasBody)) {
      throw new MissingFragmentException(node, key);
    }
    if (FragmentHeader.crc(payload) != header.payloadCrc()) {
      throw corrupt("a payload whose CRC32C is not the stored one");
    }
    StoredFragment fragment;
    try {
      fragment =
          new StoredFragment(
              key, header.code(), header.dataLengthBytes(), header.dataChecksums(), payload);
    } catch (IllegalArgumentException e) {
      throw corrupt(e.getMessage());
    }
    payload = null;
    return fragment;
  }

  /** Gives back what has been taken. Idempotent. */
  public void release() {
    if (payload != null) {
      buffers.give(payload);
      payload = null;
    }
  }

  /**
   * Before memory is had for it.
   *
   * @throws CorruptFragmentException when no head is so long
   */
  public void requireHead(int lengthBytes) throws CorruptFragmentException {
    if (lengthBytes > HEAD_BYTES_MAX) {
      throw corrupt("a head of " + lengthBytes + " bytes");
    }
  }

  private CorruptFragmentException corrupt(String found) {
    return new CorruptFragmentException(node, key, found);
  }
}
