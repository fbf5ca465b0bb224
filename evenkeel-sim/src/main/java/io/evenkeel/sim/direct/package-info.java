/**
 * Load direction of coded reads (Hu et al., SoCC 2017) in virtual time: who decides is {@code
 * policy.direct}, who serves are the queues of {@code sim.queue}. Nothing is read or decoded: a
 * code is no more than its recovery sets here, so that it may be any.
 */
package io.evenkeel.sim.direct;
