package io.evenkeel.policy.layout;

import io.evenkeel.coding.IndexSet;
import io.evenkeel.core.model.BlockGroup;
import io.evenkeel.core.model.ClusterView;

/**
 * Whom reads of erasure-coded files keep off because of what waits there, before anything is late.
 * Asked once for the whole rows that a read wants of a block group, and once for each part of a
 * row.
 */
@FunctionalInterface
public interface Direction {
  /** Nobody. */
  Direction OFF = (part, view) -> IndexSet.empty();

  /**
   * The fragments that are to be read only where there is no other way.
   *
   * @param view what the read believes of the nodes
   */
  IndexSet keptOff(Part part, ClusterView view);

  /**
   * What is to be read.
   *
   * @param wanted the indexes that are wanted
   * @param present the data that there is; where that is all wanted, rows are whole
   * @param taskBytes what is read of each fragment in all, at least 1
   */
  record Part(BlockGroup group, IndexSet wanted, IndexSet present, long taskBytes) {
    /** Whether others cost nothing more than what is wanted. */
    public boolean isWhole() {
      return present.minus(wanted).isEmpty();
    }
  }
}
