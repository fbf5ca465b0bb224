/**
 * A real cluster on this machine: NameNode, DataNodes, Redis servers and the manager as child
 * processes on loopback ports, all gone when the process that started them is.
 */
package io.evenkeel.cluster;
