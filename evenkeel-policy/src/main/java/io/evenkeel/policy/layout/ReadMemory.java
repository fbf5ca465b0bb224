package io.evenkeel.policy.layout;

/**
 * Buffer memory for a read of a range, whatever its layout.
 *
 * @param reservedBytes what the read may hold at the worst
 * @param plannedBytes what it plans with: less by what one group takes that has to be got another
 *     way, which the group that the caller waits for may do whatever else is held
 */
public record ReadMemory(long reservedBytes, long plannedBytes) {
  /**
   * @param spareBytes what one group takes that has to be got another way
   */
  static ReadMemory size(long plannedBytes, long spareBytes, long limitBytes) {
    long reserved = Math.min(limitBytes, plannedBytes + spareBytes);
    return new ReadMemory(reserved, Math.max(1, Math.min(plannedBytes, reserved - spareBytes)));
  }
}
