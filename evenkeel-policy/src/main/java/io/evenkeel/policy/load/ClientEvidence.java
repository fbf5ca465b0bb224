package io.evenkeel.policy.load;

import io.evenkeel.core.model.Witness;
import io.evenkeel.policy.load.NodeRate.Origin;
import java.util.Map;

/**
 * What one witness's samples say of one node at some moment.
 *
 * @param rates how fast it was for this witness, by long and by short requests; what is not known
 *     is missing
 * @param vainNanos how long it has waited within the window since it last got a byte; short
 *     requests count like long ones
 * @param vainSinceNanos when it first told of that; of no meaning when there is nothing to tell
 * @param gave whether it ever got a byte ...
 * @param gaveNanos ... and when it last told of one
 */
record ClientEvidence(
    Witness by,
    Map<Origin, NodeRate> rates,
    long vainNanos,
    long vainSinceNanos,
    boolean gave,
    long gaveNanos) {
  ClientEvidence {
    rates = Map.copyOf(rates);
  }

  /** Whether it got a byte after this moment. */
  boolean gaveAfter(long nanos) {
    return gave && gaveNanos - nanos > 0;
  }
}
