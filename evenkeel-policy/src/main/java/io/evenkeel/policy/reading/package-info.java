/** When a stream is read from several nodes at once, and how far it is read ahead. */
package io.evenkeel.policy.reading;
