package io.evenkeel.policy.direct;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.coding.IndexSet;
import io.evenkeel.core.model.RandomSource;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleBinaryOperator;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;

/**
 * The sets of other fragments from each of which a wanted one can be decoded: C_i of Hu et al.
 * (SoCC 2017, section 2.3), by indexes instead of nodes, so that all groups of a code share them.
 * No set contains another. Immutable.
 */
public sealed interface RecoverySets permits AnyOf, ListedSets {
  /** The index of the fragment that is wanted. */
  int wanted();

  /** Every index that is in some set. */
  IndexSet others();

  /**
   * The set that costs the least: exact. Of fragments that cost the same those with the lower
   * indexes are taken, so data before parity.
   *
   * @param both what two costs are together, as {@link LoadDirector#both}
   * @param taskCost what reading each of the others costs; infinite when it cannot be had
   * @return empty when there is no set
   */
  Optional<Priced> cheapest(DoubleBinaryOperator both, IntToDoubleFunction taskCost);

  /** Those of these sets in which nobody is dead. */
  RecoverySets without(IntPredicate isDead);

  /**
   * These sets cut down to one, as power-of-two sampling does (section 2.5): of a code of which any
   * k fragments suffice k drawn at random, of a locally recoverable one the first, which is the
   * local group unless that is not among them.
   *
   * @return with one set, or with none when there is none
   */
  RecoverySets drawn(RandomSource random);

  /**
   * A set and what it costs.
   *
   * @param cost of all of it
   */
  record Priced(IndexSet indexes, double cost) {}

  /**
   * The sets of a data fragment. Of an MDS code these are any k of the other k + m - 1, of an LRC
   * its local group, and whatever else decodes it with global parity (the paper: "k could take
   * several values depending on whether a local or global recovery is triggered"); of a code
   * without parity there is none. Those of an LRC are searched for, which takes milliseconds: they
   * are to be kept.
   *
   * @throws IllegalArgumentException when the code has no such data, or is an LRC of more than 16
   *     fragments
   */
  static RecoverySets of(CodeSpec code, int wanted) {
    if (wanted < 0 || wanted >= code.dataCount()) {
      throw new IllegalArgumentException(
          code + " has data 0 to " + (code.dataCount() - 1) + ", got index " + wanted);
    }
    return switch (code.scheme()) {
      case NONE -> new ListedSets(wanted, List.of());
      case XOR, RS ->
          new AnyOf(wanted, IndexSet.range(0, code.totalCount()).without(wanted), code.dataCount());
      case LRC -> ListedSets.ofLocalCode(code, wanted);
    };
  }
}
