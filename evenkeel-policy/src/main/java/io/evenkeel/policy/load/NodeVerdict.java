package io.evenkeel.policy.load;

import io.evenkeel.core.log.ByteText;

/**
 * What a detector says of one node.
 *
 * @param referenceBytesPerSecond what its rate is compared with
 * @param reference what that is, for people: "the median"
 * @param limitBytesPerSecond a rate below it is a straggler's; not positive when none is
 */
public record NodeVerdict(
    NodeRate rate, double referenceBytesPerSecond, String reference, double limitBytesPerSecond) {
  public boolean isSlow() {
    return rate.bytesPerSecond() < limitBytesPerSecond;
  }

  /** The same of another rate of the node: one witness's. */
  NodeVerdict of(NodeRate other) {
    return new NodeVerdict(other, referenceBytesPerSecond, reference, limitBytesPerSecond);
  }

  /** The rate that lies this share of the way from the limit to the reference. */
  double towardsReference(double share) {
    return limitBytesPerSecond + share * (referenceBytesPerSecond - limitBytesPerSecond);
  }

  /** Why, for people: the rate, what it was compared with, and what it rests on. */
  public String reason() {
    double bytesPerSecond = rate.bytesPerSecond();
    return "%s/s, %.2f x %s of %s/s over %s, %s read"
        .formatted(
            ByteText.of(bytesPerSecond),
            bytesPerSecond / referenceBytesPerSecond,
            reference,
            ByteText.of(referenceBytesPerSecond),
            TimeText.of(rate.windowNanos()),
            ByteText.of(rate.bytes()));
  }
}
