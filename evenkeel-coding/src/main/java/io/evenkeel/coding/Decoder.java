package io.evenkeel.coding;

import java.nio.ByteBuffer;

/** Makes certain fragments from certain others. Buffers as in {@link ErasureCode}. */
public interface Decoder {
  /** The fragments that are needed. */
  IndexSet inputs();

  /** The fragments that are made. */
  IndexSet outputs();

  /**
   * Makes the outputs.
   *
   * @param inputs by fragment index; only those of {@link #inputs()} are looked at
   * @param outputs by fragment index; those of {@link #outputs()} have one length and are
   *     overwritten
   */
  void decode(ByteBuffer[] inputs, ByteBuffer[] outputs);
}
