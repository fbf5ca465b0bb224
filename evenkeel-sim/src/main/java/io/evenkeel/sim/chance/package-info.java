/** What is drawn: service times, sizes, who is slow, what is asked for. All of it by seed. */
package io.evenkeel.sim.chance;
