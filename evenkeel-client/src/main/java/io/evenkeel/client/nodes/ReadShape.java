package io.evenkeel.client.nodes;

/**
 * What a read by lanes is like, as far as that says when it is late and what lateness may cost.
 *
 * @param lengthBytes of the read
 * @param judgedBytes lateness is judged by what others took that asked as much of one node: what is
 *     waited for of one at once, or less
 * @param width of so many nodes it is read if all of it is late
 * @param isEvidence whether its lanes show what reads like it take: not where they may have to
 *     connect first
 */
public record ReadShape(long lengthBytes, long judgedBytes, int width, boolean isEvidence) {}
