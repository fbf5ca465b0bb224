package io.evenkeel.policy.direct;

import io.evenkeel.core.model.RandomSource;
import java.util.OptionalLong;

/**
 * The others are asked only where their answers can change the decision: not when the normal read
 * costs no more than the cheapest degraded one would with every queue empty. For the marginal load
 * that is
 *
 * <pre>Q_0 / S_0 + D / 2 S_0 &lt;= sum over c of D / 2 S_j</pre>
 *
 * which with equal rates is Q_0 &lt;= (k - 1) D / 2: a bound that is known before anybody is asked,
 * and goes along with the normal read. So most reads wait for no answer at all. Queues only add to
 * what a degraded read costs, so each decision is that of the plan which asks all at once, for a
 * fraction of its probes and, where it does ask the others, one round more. Not in Hu et al. (SoCC
 * 2017).
 *
 * @param plan whose candidates are considered
 */
public record StagedProbing(ProbePlan plan) implements ProbePlan {
  @Override
  public RecoverySets candidates(DirectedRead read, QueueView known, RandomSource random) {
    return plan.candidates(read, known, random);
  }

  @Override
  public ProbeStep begin(
      LoadDirector director, DirectedRead read, QueueView known, RandomSource random) {
    RecoverySets candidates = candidates(read, known, random);
    Probing probing = new Probing(director, read, candidates, known);
    OptionalLong most = probing.originalIsBestUpToBytes();
    return most.isPresent()
        ? probing.readOriginalUpTo(
            most.getAsLong(), refused -> refused.ask(candidates.others(), Probing::decide))
        : probing.askAll();
  }
}
