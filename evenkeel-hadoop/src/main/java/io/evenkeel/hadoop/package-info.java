/**
 * The drop-in: file systems that Hadoop makes by name, their settings, and what a process shares.
 */
package io.evenkeel.hadoop;
