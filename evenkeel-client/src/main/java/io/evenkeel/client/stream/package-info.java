/**
 * The reads of one stream. Of a replicated file the store's own client reads, watched, and lanes
 * take over where it is late; an erasure-coded one ({@code Striped}) is read by lanes. When to
 * leave a node, and when to go back to it.
 */
package io.evenkeel.client.stream;
