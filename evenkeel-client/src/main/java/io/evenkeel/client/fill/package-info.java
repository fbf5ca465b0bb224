/** Reads that nobody asked for, to make parity. */
package io.evenkeel.client.fill;
