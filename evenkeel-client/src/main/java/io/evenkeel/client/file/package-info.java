/**
 * One open file, replicated or erasure-coded: its stripes or block groups, which ways there are
 * around a node, and reads of it by lanes.
 */
package io.evenkeel.client.file;
