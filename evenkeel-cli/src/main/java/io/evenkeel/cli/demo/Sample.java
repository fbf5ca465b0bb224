package io.evenkeel.cli.demo;

/**
 * One timed read of the whole file.
 *
 * @param nanos from before the open until the last byte was there and the stream closed
 * @param payloadBytes what was sent for it, over all nodes
 * @param verified whether the SHA-256 of what was read is that of what was written
 */
public record Sample(long nanos, long payloadBytes, boolean verified) {}
