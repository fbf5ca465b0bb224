/**
 * When a small read is late, when a stream is read from several nodes at once, how far it is read
 * ahead, and what is encoded in passing.
 */
package io.evenkeel.policy.reading;
