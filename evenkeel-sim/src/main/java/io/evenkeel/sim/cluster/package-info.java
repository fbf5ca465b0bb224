/** The nodes that store files, what they hold, and how they fail to be in time. */
package io.evenkeel.sim.cluster;
