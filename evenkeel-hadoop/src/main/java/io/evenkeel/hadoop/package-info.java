/**
 * The drop-in: file systems that Hadoop makes by name, and the settings, statistics and exit hook
 * that they take from Hadoop.
 */
package io.evenkeel.hadoop;
