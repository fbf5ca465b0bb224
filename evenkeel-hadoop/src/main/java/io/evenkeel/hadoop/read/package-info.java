/**
 * Reads of one open file: the stock stream, watched, and lanes when it lags. Begins at {@link
 * io.evenkeel.hadoop.read.EvenkeelInputStream}.
 */
package io.evenkeel.hadoop.read;
