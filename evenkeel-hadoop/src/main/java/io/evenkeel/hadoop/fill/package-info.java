/**
 * The filler daemon: makes parity that the manager wants in the cache and that no reader happens to
 * make.
 */
package io.evenkeel.hadoop.fill;
