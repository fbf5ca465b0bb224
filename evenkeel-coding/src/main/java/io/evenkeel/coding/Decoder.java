package io.evenkeel.coding;

import java.nio.ByteBuffer;

/** Makes certain fragments from certain others. Buffers as in {@link ErasureCode}. */
public interface Decoder {
  /** The fragments that are needed. */
  IndexSet inputs();

  /** The fragments that are made. */
  IndexSet outputs();

  /**
   * Makes the outputs. Any sub-range will do, as long as it is the same one in every buffer.
   *
   * @param inputs k + m elements by fragment index; only those of {@link #inputs()} are looked at,
   *     the others may be null. None is longer than the outputs; a shorter one is extended by zeros
   * @param outputs k + m elements by fragment index; those of {@link #outputs()} have one length
   *     and are overwritten, sharing no memory with an input; the others may be null
   * @throws IllegalArgumentException naming the fragment and what is wrong with its buffer; nothing
   *     is written then
   */
  void decode(ByteBuffer[] inputs, ByteBuffer[] outputs);
}
