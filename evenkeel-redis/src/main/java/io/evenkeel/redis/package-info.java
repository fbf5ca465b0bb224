/**
 * Redis servers as cache nodes: one connection at a time a request, bounded answers, and advice
 * where a server refuses.
 */
package io.evenkeel.redis;
