/** Virtual time, and what waits in it: servers and links. */
package io.evenkeel.sim.queue;
