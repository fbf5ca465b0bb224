/**
 * {@code evenkeel cluster}: a cluster of this machine that stays up, and what is done to its nodes.
 */
package io.evenkeel.cli.cluster;
