/** Who asks for what and when. */
package io.evenkeel.sim.workload;
