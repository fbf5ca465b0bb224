package io.evenkeel.sim.workload;

import java.util.List;

/** The files that there are, and who reads what of them when. Open loop: nobody waits. */
public interface Workload {
  /** How long each file is, in the bytes of the scenario. */
  List<Long> fileBytes();

  /** Whether there is another order. */
  boolean hasNext();

  /** The next order; times never go back. */
  Order next();
}
