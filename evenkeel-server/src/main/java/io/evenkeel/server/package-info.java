/**
 * The manager as a process: its command line, its look at the cache nodes, its switch for all
 * clients, and its end.
 */
package io.evenkeel.server;
