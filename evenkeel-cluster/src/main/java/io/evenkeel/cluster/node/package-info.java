/** Mains of the child processes: a NameNode, and DataNodes. They serve loopback only. */
package io.evenkeel.cluster.node;
