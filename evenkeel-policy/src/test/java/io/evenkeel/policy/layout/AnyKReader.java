package io.evenkeel.policy.layout;

import io.evenkeel.core.model.ClusterView;
import io.evenkeel.core.plan.Cursor;
import io.evenkeel.core.plan.FragmentRead;
import io.evenkeel.core.plan.Launch;
import io.evenkeel.core.plan.PlanContext;
import io.evenkeel.core.plan.Step;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * A layout as one scheme reads it: what {@link AnyKReadsContract} is held against.
 *
 * @param k how many fragments of a row suffice
 * @param spare how many others it can ask for, so that it can do without as many; 0 without parity
 * @param besides how many of them it asks at once, whoever is healthy
 * @param keepsOff whether it keeps off nodes that are late or known to be slow; else it finds them
 *     late in every group anew
 * @param lateLanes how many lanes at once to one parity node are opened for what is late: a node
 *     that serves several lanes of a read is given the time of as many
 * @param choosesCopies whether it keeps off single copies of a fragment, too
 */
public record AnyKReader(
    String name,
    int k,
    int spare,
    int besides,
    boolean keepsOff,
    int lateLanes,
    boolean choosesCopies,
    Files files) {
  /** Makes its files. */
  @FunctionalInterface
  public interface Files {
    /**
     * A file of whole rows.
     *
     * @param copies how many nodes have each fragment, where the layout has such
     */
    AnyKFile file(int rows, int copies);
  }

  /**
   * One whose scheme keeps off nodes. What it asks of parity is what it plans for healthy nodes, so
   * that a new scheme is held to the contract by being one; what each scheme has to plan is in
   * {@code SchemesTest}.
   */
  public static AnyKReader planned(
      String name, int k, int lateLanes, boolean choosesCopies, Files files) {
    AnyKFile file = files.file(1, 1);
    Step step =
        file.planning()
            .planner(file.range(), AnyKScene.PLENTY)
            .plan(Cursor.START, new PlanContext(ClusterView.unknown(), Set.of(), true));
    Map<Integer, Launch.Kind> parity = new HashMap<>();
    for (FragmentRead read : ((Step.Group) step).group().reads()) {
      if (read.index() >= k) {
        parity.merge(read.index(), read.launch().kind(), (a, b) -> a == Launch.Kind.NOW ? a : b);
      }
    }
    int besides = Collections.frequency(parity.values(), Launch.Kind.NOW);
    return new AnyKReader(name, k, parity.size(), besides, true, lateLanes, choosesCopies, files);
  }

  /** How many fragments of a row it may ask for. */
  int sources() {
    return k + spare;
  }

  @Override
  public String toString() {
    return name;
  }
}
