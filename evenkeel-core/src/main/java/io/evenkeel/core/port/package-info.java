/** Doors to the outside: lanes, cache nodes, the manager, buffers, time. */
package io.evenkeel.core.port;
