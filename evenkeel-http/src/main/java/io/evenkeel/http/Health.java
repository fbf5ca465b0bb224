package io.evenkeel.http;

/**
 * Whether a manager is well.
 *
 * @param healthy whether time passes for it: it renews, judges and expires
 * @param sinceTickMillis how long ago it last did
 * @param failures what went wrong since its start that should not have
 * @param lastFailure the last of these in short; empty when there was none
 */
public record Health(boolean healthy, long sinceTickMillis, long failures, String lastFailure) {}
