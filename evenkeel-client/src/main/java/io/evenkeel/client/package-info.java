/**
 * What a process needs to read files past slow nodes, wherever they are stored. <em>The
 * process</em> here is all file systems with equal settings, which share one runtime; what is the
 * JVM's is said to be.
 */
package io.evenkeel.client;
