package io.evenkeel.policy.direct;

import java.util.Objects;

/**
 * A read that is to be directed.
 *
 * @param requestBytes D, the bytes that are wanted of the partition: of each fragment that is read
 *     instead it is as many; at least 1
 */
public record DirectedRead(CodedPartition partition, long requestBytes) {
  public DirectedRead {
    Objects.requireNonNull(partition, "partition is null");
    if (requestBytes < 1) {
      throw new IllegalArgumentException("a read is of 1 byte at least, got " + requestBytes);
    }
  }

  /** The normal read. */
  public ReadOption original() {
    return ReadOption.original(partition.wanted());
  }
}
