package io.evenkeel.coding;

import java.nio.ByteBuffer;

/**
 * A systematic linear code over GF(2^8): k data fragments and m parity fragments, fragment indexes
 * 0 to k-1 and k to k+m-1. Coding is byte by byte, so it may be done on any sub-range, as long as
 * it is the same one in every fragment.
 *
 * <p>Buffers: bytes {@code [position, limit)} count; positions and limits are left as they are;
 * heap and direct, read-only inputs and buffers of different lengths may be mixed. A shorter input
 * stands for one that is extended by zeros (the short blocks at the end of a file). What is written
 * shares no memory with what is read. Wrong arguments are {@link IllegalArgumentException}s that
 * name them, and then nothing is written. Immutable and thread-safe.
 */
public interface ErasureCode {
  /** Which code this is. */
  CodeSpec spec();

  default int dataCount() {
    return spec().dataCount();
  }

  default int parityCount() {
    return spec().parityCount();
  }

  default int totalCount() {
    return spec().totalCount();
  }

  /**
   * Computes all parities.
   *
   * @param data k buffers, none longer than the parities
   * @param parity m buffers of one length, overwritten
   */
  void encode(ByteBuffer[] data, ByteBuffer[] parity);

  /**
   * Sets parities, whatever they held, to what one data fragment or one range of it contributes:
   * the first step of an encoding of which {@link #accumulate} does the others.
   *
   * @param parity m buffers at the same offset as {@code data}; only its length is overwritten
   */
  void begin(int dataIndex, ByteBuffer data, ByteBuffer[] parity);

  /**
   * Adds one data fragment, or one range of it, to parities that were zero or {@link #begin begun}
   * at first. Once all ranges of all k were added, in any order and each exactly once, the parities
   * are those of {@link #encode}.
   *
   * @param parity m buffers at the same offset as {@code data}, none shorter than it
   */
  void accumulate(int dataIndex, ByteBuffer data, ByteBuffer[] parity);

  /**
   * Whether the wanted fragments, data or parity, can be had from those that arrived; an error for
   * an index that the code does not have.
   */
  boolean canRecover(IndexSet arrived, IndexSet wanted);

  /**
   * How to make the wanted fragments from those that arrived. Of several ways it takes data before
   * parity and lower indexes before higher ones, and for a fragment of a local group its group, so
   * that a single fragment is made from as few as possible. What has arrived is made from itself.
   *
   * @throws IllegalArgumentException naming both sets when {@link #canRecover} is false
   */
  Decoder decoder(IndexSet arrived, IndexSet wanted);

  /** The code of that name. */
  static ErasureCode of(CodeSpec spec) {
    return LinearCode.of(spec);
  }
}
