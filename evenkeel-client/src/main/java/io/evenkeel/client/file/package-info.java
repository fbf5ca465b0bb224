/**
 * One open file: its stripes and tickets, which ways there are around a node, whether a wait for
 * one is worth it, and reads of it by lanes.
 */
package io.evenkeel.client.file;
