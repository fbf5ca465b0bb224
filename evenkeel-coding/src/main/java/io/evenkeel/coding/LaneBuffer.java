package io.evenkeel.coding;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.util.Arrays;

/** A buffer as 64-bit lanes. It is extended by zeros when read, and cut when written. */
final class LaneBuffer {
  private static final int LANE_BYTES = Long.BYTES;

  private final ByteBuffer bytes;
  private final LongBuffer lanes;

  LaneBuffer(ByteBuffer buffer) {
    this.bytes = buffer.slice();
    this.lanes = bytes.order(ByteOrder.LITTLE_ENDIAN).asLongBuffer();
  }

  static LaneBuffer[] of(ByteBuffer[] buffers) {
    LaneBuffer[] all = new LaneBuffer[buffers.length];
    Arrays.setAll(all, i -> new LaneBuffer(buffers[i]));
    return all;
  }

  /** How many lanes hold this many bytes. */
  static int lanes(int bytes) {
    return bytes / LANE_BYTES + (bytes % LANE_BYTES == 0 ? 0 : 1);
  }

  void load(int firstLane, int count, long[] block) {
    int whole = Math.max(0, Math.min(count, lanes.capacity() - firstLane));
    if (whole > 0) {
      lanes.get(firstLane, block, 0, whole);
    }
    if (whole < count) {
      Arrays.fill(block, whole, count, 0);
      int at = (firstLane + whole) * LANE_BYTES;
      for (int b = 0; at + b < bytes.capacity(); b++) {
        block[whole] |= (bytes.get(at + b) & 0xffL) << (8 * b);
      }
    }
  }

  void store(int firstLane, int count, long[] block) {
    int whole = Math.max(0, Math.min(count, lanes.capacity() - firstLane));
    if (whole > 0) {
      lanes.put(firstLane, block, 0, whole);
    }
    if (whole < count) {
      int at = (firstLane + whole) * LANE_BYTES;
      for (int b = 0; at + b < bytes.capacity(); b++) {
        bytes.put(at + b, (byte) (block[whole] >>> (8 * b)));
      }
    }
  }
}
