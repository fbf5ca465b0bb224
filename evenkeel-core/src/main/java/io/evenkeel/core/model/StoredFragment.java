package io.evenkeel.core.model;

import io.evenkeel.coding.CodeSpec;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;

/**
 * A cached fragment with what makes it trustworthy on its own.
 *
 * @param dataLengthBytes the real length of each data subblock it was made from
 * @param dataChecksums the checksums of those subblocks
 * @param payload the fragment's bytes, {@code [position, limit)}; whoever holds the record holds
 *     the buffer
 * @param payloadCrc the payload's CRC32C
 */
public record StoredFragment(
    FragmentKey key,
    CodeSpec code,
    List<Integer> dataLengthBytes,
    SubblockChecksums dataChecksums,
    ByteBuffer payload,
    int payloadCrc) {
  public StoredFragment {
    Objects.requireNonNull(key, "key is null");
    Objects.requireNonNull(code, "code is null");
    dataLengthBytes = List.copyOf(dataLengthBytes);
    Objects.requireNonNull(dataChecksums, "dataChecksums is null");
    Objects.requireNonNull(payload, "payload is null");
    if (dataLengthBytes.size() != code.dataCount()
        || dataChecksums.dataCount() != code.dataCount()) {
      throw new IllegalArgumentException(
          "fragment "
              + key
              + " of "
              + code
              + " needs k lengths and checksums, got lengths "
              + dataLengthBytes);
    }
  }

  /** The same where nobody knows the payload's CRC32C yet. */
  public StoredFragment(
      FragmentKey key,
      CodeSpec code,
      List<Integer> dataLengthBytes,
      SubblockChecksums dataChecksums,
      ByteBuffer payload) {
    this(
        key,
        code,
        dataLengthBytes,
        dataChecksums,
        payload,
        SubblockChecksums.crc32c(payload.slice(), payload.remaining()));
  }
}
