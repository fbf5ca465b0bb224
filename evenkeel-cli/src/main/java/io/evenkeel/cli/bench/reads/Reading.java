package io.evenkeel.cli.bench.reads;

/**
 * What a pattern has read.
 *
 * @param digest of all bytes in the order in which they were asked for; equal for equal bytes
 * @param localBytes what the streams' own statistics count as local, 0 where they have none
 */
record Reading(long bytes, long opens, long digest, long localBytes) {
  private static final long PRIME = 1_000_003;

  static final Reading NOTHING = new Reading(0, 0, 0, 0);

  /** This and then another; the order of the two is part of the digest. */
  Reading then(Reading next) {
    return new Reading(
        bytes + next.bytes,
        opens + next.opens,
        digest * PRIME + next.digest,
        localBytes + next.localBytes);
  }
}
