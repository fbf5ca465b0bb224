/**
 * Which nodes serve a read of a coded partition: the one that has its bytes, or those of a recovery
 * set, by the queues before them (Hu et al., <i>Latency Reduction and Load Balancing in Coded
 * Storage Systems</i>, SoCC 2017).
 *
 * <p>A {@link LoadDirection} is one of the policies by name. It takes what is known of queues and
 * says whom to ask, or which way to read. Queues are believed in three ways ({@link QueueView});
 * what is optimal by them is a {@link LoadDirector}'s to say; whom to ask before, a {@link
 * ProbePlan}'s. These run in the simulator; the product's rule, which asks nobody, is {@link
 * BlockDirector}. Pure: time, answers and randomness come in with each call.
 */
package io.evenkeel.policy.direct;
