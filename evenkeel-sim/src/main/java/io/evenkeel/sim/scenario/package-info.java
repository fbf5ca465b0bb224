/** What is simulated, as a small text file, and what came of it. */
package io.evenkeel.sim.scenario;
