package io.evenkeel.core.engine;

import io.evenkeel.core.model.ByteRange;
import java.nio.ByteBuffer;

/**
 * What a read hands to its caller, in file order: bytes, or a range that the caller must read the
 * plain way.
 */
public sealed interface Delivery {
  /** The bytes of the file that this is. */
  ByteRange range();

  /**
   * Verified bytes. The buffer is the caller's to read until {@link ReadExecution#release} is
   * called with this piece, which must happen exactly once.
   *
   * @param bytes {@code [position, limit)} are the range's bytes
   */
  record Piece(ByteRange range, ByteBuffer bytes, HeldBuffer held) implements Delivery {}

  /** The engine could not get this range within its bounds: read it the stock way. */
  record Plain(ByteRange range, String reason) implements Delivery {}
}
