/**
 * Reads of one open file: of a replicated one the stock stream, watched, and lanes when it lags; of
 * an erasure-coded one lanes, and the stock stream for what they leave over. Begins at {@link
 * io.evenkeel.hadoop.read.EvenkeelInputStream}.
 */
package io.evenkeel.hadoop.read;
