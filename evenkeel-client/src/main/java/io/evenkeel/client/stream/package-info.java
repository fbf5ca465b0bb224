/**
 * The reads of one stream: the store's own client reads, watched, and lanes take over where it is
 * late. When to leave a node, and when to go back to it.
 */
package io.evenkeel.client.stream;
