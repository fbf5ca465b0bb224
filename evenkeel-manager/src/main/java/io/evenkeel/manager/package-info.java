/**
 * What is cached where, what should be, and which storage nodes are slow: event → state → effects.
 *
 * <p>{@link io.evenkeel.manager.LocalManager} feeds {@link io.evenkeel.manager.Manager} events one
 * at a time and has its {@link io.evenkeel.manager.Effect}s done by {@code EffectRunner}; {@code
 * HeldGrants} keeps room to itself until it is there. {@code Manager} refuses an event ({@code
 * EventLimits}) or hands it to {@code TicketRequests} (a read begins), {@code Reservations} (room
 * is asked for), {@code Publications} (a fragment set is bound to its content, or given back),
 * {@code FillOrders} (somebody offers to make parity) or {@code Explanations}. They share {@code
 * ParityCache}: the policy's books ({@code CacheUnits}: by stripes or, as in the paper, by files),
 * the bytes of each cache node ({@code CacheAccounts}), the open fills ({@code Fills}) and the
 * known stripes ({@code StripeTable} of {@code KnownStripe}), kept in step. {@code StorageNodes}
 * judges DataNodes, and {@code StragglerChanges} does what follows; what waits at them is added up
 * by {@code OutstandingBytes}. Content is packed by {@code StripeCodec}: {@code
 * ManagerSettings.heapBytes} says what that takes. {@code Adoption} takes over what a manager
 * before this one has published, by {@code Claim}s; {@code ChangedPaths} gathers what clients say
 * is gone; {@code FairQueue} has folders take turns; {@code SecretHash} keeps clients from choosing
 * what tables take long to find; {@code WithdrawalLimits} and {@code DisplacementCredit} keep those
 * that only complain, or only ask, from emptying the cache. {@code FirstHolders} finds what is on a
 * DataNode. {@code CacheNodeEffects} orders what is done on a cache node, {@code FailedDeletions}
 * tries again what failed there; {@code RareLog} says one of each a minute, and {@code Failures}
 * counts what should never be.
 */
package io.evenkeel.manager;
