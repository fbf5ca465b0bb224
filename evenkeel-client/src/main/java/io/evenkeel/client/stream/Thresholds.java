package io.evenkeel.client.stream;

/**
 * From which sizes on reads are worth a look.
 *
 * @param sequentialBytes a stream read in smaller pieces is looked at once so much was read in
 *     sequence
 * @param preadBytes positional reads smaller than this never go wide
 */
public record Thresholds(long sequentialBytes, long preadBytes) {}
