package io.evenkeel.policy.scheme;

import io.evenkeel.coding.ErasureCode;
import io.evenkeel.coding.IndexSet;
import io.evenkeel.core.model.Source;
import io.evenkeel.core.plan.FragmentRead;
import io.evenkeel.core.plan.Launch;
import java.util.List;

/**
 * The ways to get one group's fragments, before a scheme chooses among them: a layout says where
 * fragments are, a scheme which of them to ask for and when. Neither knows the other.
 */
public interface Ways {
  /** The data that the caller wants. */
  IndexSet wanted();

  /** The data that there is in this group: the rest are zeros, which need not be got. */
  IndexSet present();

  /** The parity that can be asked for, in the order in which to ask for it. */
  List<Integer> parity();

  /**
   * The same in the order in which to ask when something is late: who has not been asked before is
   * not in the middle of its fragment, so that any is as good.
   */
  default List<Integer> parityWhenLate() {
    return parity();
  }

  /** By which fragments that are not there are made from others. */
  ErasureCode code();

  /** Where a fragment can be had, best first; empty when nowhere. */
  List<Source> sources(int index);

  /** The read of a fragment from one of its sources. */
  FragmentRead read(int index, Source source, Launch launch);
}
