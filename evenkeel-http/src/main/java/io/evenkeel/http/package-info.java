/**
 * The manager's protocol over HTTP, both ends of it, and the counters that DataNodes and the
 * NameNode publish over theirs.
 */
package io.evenkeel.http;
