/**
 * Reads of one process: sessions by lanes, memory, what runs of a stream say, and the services that
 * all of them share.
 */
package io.evenkeel.client.read;
