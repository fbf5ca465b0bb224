/**
 * When a small read is late, when a stream is read from several nodes at once, how far it is read
 * ahead, and what is encoded in passing.
 *
 * <p>Reads are named by how long they are, for what they take compares with that of others alike
 * alone: a <i>little</i> one asks at most 256 KiB of one node; a <i>small</i> one brings at most
 * {@link io.evenkeel.policy.reading.SmallReads#BYTES_MAX}; a <i>short</i> one by lanes at most
 * {@link io.evenkeel.policy.reading.SmallReads#SHORT_BYTES_MAX} where its times are evidence, else
 * as much as a small one; an <i>opening</i> is the first of a stream, however long that is.
 */
package io.evenkeel.policy.reading;
