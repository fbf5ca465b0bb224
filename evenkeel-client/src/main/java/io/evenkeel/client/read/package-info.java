/** Reads by lanes: sessions, tickets, memory, and what all reads of a process share. */
package io.evenkeel.client.read;
