/**
 * How to bring a layout and schemes of your own to the engine, complete: a file of cells in rows,
 * as striped HDFS files, cached objects and partitions have it ({@link
 * io.evenkeel.policy.layout.examples.Cell} is where they are, {@link
 * io.evenkeel.policy.layout.examples.CellLayout} which bytes they hold, {@link
 * io.evenkeel.policy.layout.examples.CellPlanner} and {@link
 * io.evenkeel.policy.layout.examples.CellWays} how to ask for them), read by the schemes that there
 * are, by late binding with a draw ({@link io.evenkeel.policy.layout.examples.LateBinding}) and by
 * the original or a recovery set, whichever has the shorter queue ({@link
 * io.evenkeel.policy.layout.examples.OriginalOrSet}). The last two choose once for each place
 * ({@link io.evenkeel.policy.layout.examples.ChosenOnce}). For a planner that has to wait see
 * {@code WaitingPlanner} in evenkeel-testing. Copy what you need.
 */
package io.evenkeel.policy.layout.examples;
