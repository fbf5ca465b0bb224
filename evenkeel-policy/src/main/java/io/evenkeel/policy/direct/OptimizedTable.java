package io.evenkeel.policy.direct;

/**
 * The solution of a {@link DirectionProblem}, with its proof.
 *
 * @param objective F of the table: by L1 and L_INFINITY in seconds, by L2 in byte seconds
 * @param lowerBound no table has a lower F than this: by duality, from the table's own gradient
 * @param sweeps how often every partition was visited
 */
public record OptimizedTable(
    DirectionTable table, double objective, double lowerBound, int sweeps) {}
