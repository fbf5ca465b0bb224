package io.evenkeel.core.store;

import io.evenkeel.core.model.FragmentKey;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.StoredFragment;
import io.evenkeel.core.model.StoredRange;
import io.evenkeel.core.model.SubblockChecksums;
import io.evenkeel.core.port.BufferPool;
import io.evenkeel.core.port.CorruptFragmentException;
import io.evenkeel.core.port.ForeignFragmentException;
import io.evenkeel.core.port.MissingFragmentException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * Puts a fragment, or a part of it, together from its stored parts, head first, copying each once
 * into one pooled buffer, and verifies it. Give it the head, then the body or what was asked of it
 * (null for a part that the node does not have), then ask for the fragment. Not thread-safe;
 * whoever drops it before {@link #fragment} or {@link #range} has returned calls {@link #release}.
 */
public final class FragmentAssembly {
  /** Above what any head takes: checksums, and what of the payload fits in no body. */
  private static final int HEAD_BYTES_MAX = 4 << 20;

  private final NodeId node;
  private final FragmentKey key;
  private final BufferPool buffers;
  private final int offset;

  /** Up to which byte of the fragment; negative for its end. */
  private int end;

  private FragmentHeader header;
  private ByteBuffer payload;
  private boolean hasBody;

  /** Of all of a fragment. */
  public FragmentAssembly(NodeId node, FragmentKey key, BufferPool buffers) {
    this(node, key, buffers, 0, -1);
  }

  private FragmentAssembly(NodeId node, FragmentKey key, BufferPool buffers, int offset, int end) {
    this.node = node;
    this.key = key;
    this.buffers = buffers;
    this.offset = offset;
    this.end = end;
  }

  /**
   * Of a part of a fragment.
   *
   * @throws IllegalArgumentException when the part is not one that can be checked
   */
  public static FragmentAssembly ofRange(
      NodeId node, FragmentKey key, BufferPool buffers, int offset, int lengthBytes) {
    if (offset < 0 || offset % SubblockChecksums.CHUNK_BYTES != 0 || lengthBytes <= 0) {
      throw new IllegalArgumentException(
          "a part starts at a multiple of %d and has a byte, asked were %d from %d on"
              .formatted(SubblockChecksums.CHUNK_BYTES, lengthBytes, offset));
    }
    return new FragmentAssembly(node, key, buffers, offset, Math.addExact(offset, lengthBytes));
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
    } catch (FragmentHeader.OtherForm e) {
      throw new ForeignFragmentException(node, key, e.getMessage());
    }
    requireShape(found, head.remaining() - found.lengthBytes());
    requireRange(found);
    int length = end - offset;
    Optional<ByteBuffer> taken = buffers.take(length);
    if (taken.isEmpty()) {
      throw new IOException(
          "no room for %d bytes of fragment %s: %d of %d buffer bytes are taken"
              .formatted(length, key, buffers.takenBytes(), buffers.limitBytes()));
    }
    header = found;
    payload = taken.get();
    int bodyBytes = FragmentCodec.bodyBytes(found.payloadBytes());
    int from = Math.max(offset, bodyBytes);
    if (from < end) {
      int inHead = head.position() + found.lengthBytes() + from - bodyBytes;
      payload.slice(from - offset, end - from).put(head.slice(inHead, end - from));
    }
  }

  private void requireRange(FragmentHeader found) throws CorruptFragmentException {
    end = end < 0 ? found.payloadBytes() : end;
    boolean whole = end == found.payloadBytes() || end % SubblockChecksums.CHUNK_BYTES == 0;
    if (end > found.payloadBytes() || !whole) {
      throw corrupt(
          "a payload of %d bytes, of which %d to %d were asked"
              .formatted(found.payloadBytes(), offset, end));
    }
  }

  /** How much of the part lies in the body. */
  private int inBody() {
    return Math.max(0, Math.min(end, FragmentCodec.bodyBytes(header.payloadBytes())) - offset);
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

  /** Takes the body, or of a part what lies in it. It is not referred to afterwards. */
  public void body(ByteBuffer body) throws IOException {
    if (body != null) {
      roomForBody(body.remaining()).put(body.duplicate());
    }
  }

  /** Where the body of so many bytes is to be put, all of it, instead of giving it. */
  public ByteBuffer roomForBody(int lengthBytes) throws IOException {
    if (header == null) {
      throw new MissingFragmentException(node, key);
    }
    if (lengthBytes != inBody()) {
      throw corrupt("a body of " + lengthBytes + " bytes, not " + inBody());
    }
    hasBody = true;
    return payload.slice(0, lengthBytes);
  }

  private void requireParts() throws MissingFragmentException {
    if (header == null) {
      throw new MissingFragmentException(node, key);
    }
    if (inBody() > 0 && !hasBody) {
      throw MissingFragmentException.ofBody(node, key);
    }
  }

  /** The verified part of a fragment; the caller owns its bytes from now on. */
  public StoredRange range() throws IOException {
    requireParts();
    boolean isData = key.index() < header.code().dataCount();
    StoredRange range;
    try {
      if (isData && !header.dataChecksums().matches(key.index(), offset, payload)) {
        throw corrupt("data whose CRC32C are not the stored ones");
      }
      range =
          new StoredRange(
              key,
              header.code(),
              header.dataLengthBytes(),
              header.dataChecksums(),
              header.payloadBytes(),
              offset,
              payload);
    } catch (IllegalArgumentException e) {
      throw corrupt(e.getMessage());
    }
    payload = null;
    return range;
  }

  /** The verified fragment; the caller owns its payload from now on. */
  public StoredFragment fragment() throws IOException {
    requireParts();
    if (FragmentHeader.crc(payload) != header.payloadCrc()) {
      throw corrupt("a payload whose CRC32C is not the stored one");
    }
    StoredFragment fragment;
    try {
      fragment =
          new StoredFragment(
              key,
              header.code(),
              header.dataLengthBytes(),
              header.dataChecksums(),
              payload,
              header.payloadCrc());
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
