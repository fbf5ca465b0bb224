package io.evenkeel.core.fill;

/**
 * What became of the files of one {@link ParityWriters} so far.
 *
 * @param files that were encoded, wholly or in part, and have ended
 * @param stripesPublished their stripes whose parity can be read
 * @param stripesUnprotected their stripes that were given up
 * @param filesInFlight open for encoding, or not ended yet
 */
public record WriteTotals(
    long files, long stripesPublished, long stripesUnprotected, int filesInFlight) {}
