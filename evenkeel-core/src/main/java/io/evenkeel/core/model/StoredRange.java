package io.evenkeel.core.model;

import io.evenkeel.coding.CodeSpec;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;

/**
 * A part of a cached fragment, or all of it, with what says what the data must be.
 *
 * @param dataLengthBytes the real length of each data subblock that the fragment was made from
 * @param dataChecksums the checksums of those subblocks
 * @param fragmentLengthBytes the length of the whole fragment
 * @param offset where in the fragment the part starts
 * @param bytes the part, {@code [position, limit)}; whoever holds the record holds the buffer
 */
public record StoredRange(
    FragmentKey key,
    CodeSpec code,
    List<Integer> dataLengthBytes,
    SubblockChecksums dataChecksums,
    int fragmentLengthBytes,
    int offset,
    ByteBuffer bytes) {
  public StoredRange {
    Objects.requireNonNull(key, "key is null");
    Objects.requireNonNull(code, "code is null");
    dataLengthBytes = List.copyOf(dataLengthBytes);
    Objects.requireNonNull(dataChecksums, "dataChecksums is null");
    Objects.requireNonNull(bytes, "bytes is null");
    if (offset < 0 || offset + bytes.remaining() > fragmentLengthBytes) {
      throw new IllegalArgumentException(
          "%d bytes from %d on are no part of fragment %s of %d bytes"
              .formatted(bytes.remaining(), offset, key, fragmentLengthBytes));
    }
  }

  /** A part of a fragment, which is handed over: its buffer holds nothing else any more. */
  public static StoredRange of(StoredFragment fragment, int offset, int lengthBytes) {
    ByteBuffer bytes = fragment.payload();
    int all = bytes.remaining();
    bytes.position(bytes.position() + offset);
    bytes.limit(bytes.position() + lengthBytes);
    bytes.compact().flip();
    return new StoredRange(
        fragment.key(),
        fragment.code(),
        fragment.dataLengthBytes(),
        fragment.dataChecksums(),
        all,
        offset,
        bytes);
  }

  /** All of a fragment, which is handed over. */
  public static StoredRange all(StoredFragment fragment) {
    return new StoredRange(
        fragment.key(),
        fragment.code(),
        fragment.dataLengthBytes(),
        fragment.dataChecksums(),
        fragment.payload().remaining(),
        0,
        fragment.payload());
  }
}
