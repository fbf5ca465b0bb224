package io.evenkeel.core.engine;

import io.evenkeel.core.model.ClusterView;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.plan.FragmentRead;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * What a late read of a group may cost, and who does not race it: whoever is as slow brings nothing
 * sooner, and others wait there. Of the read's serial context.
 */
final class Lateness {
  /** Who is not so many times as fast as what is under way is not asked besides. */
  private static final int TIMES_FASTER = 2;

  private final Supplier<ClusterView> view;
  private final LanePaces paces;
  private final ExtraReads extra;
  private final GroupAsks asks;

  /**
   * @param view what is known of the nodes: others may find out while the read goes on
   */
  Lateness(Supplier<ClusterView> view, LanePaces paces, ExtraReads extra, GroupAsks asks) {
    this.view = view;
    this.paces = paces;
    this.extra = extra;
    this.asks = asks;
  }

  private boolean isSlow(NodeId node) {
    return view.get().isSlow(node);
  }

  /** Whether a read's node is one not to wait for. */
  private boolean isAvoided(FragmentRead read) {
    NodeId node = read.source().node();
    return paces.isLagging(node) || isSlow(node);
  }

  /**
   * Whether what others bring in a late read's place is free: as if it had been planned now, of
   * nodes that a plan would ask.
   */
  boolean isFree(GroupRun group, int late) {
    return asks.isDeniedNothing(group)
        || (extra.isFreeOfSlowNodes() && isSlow(group.read(late).source().node()));
  }

  /** Whether that holds of all of these, which are asked in its place. */
  boolean areFree(GroupRun group, int late, List<Integer> asked) {
    boolean areHealthy = asked.stream().noneMatch(read -> isAvoided(group.read(read)));
    return isFree(group, late) && (areHealthy || asks.isDeniedNothing(group));
  }

  /**
   * Who is not asked in a late read's place. While nothing comes at all anybody is better.
   *
   * @param mayPay whether what is not free may be asked, too
   */
  Predicate<FragmentRead> avoided(GroupRun group, int late, boolean mayPay) {
    if (asks.isDeniedNothing(group)) {
      return none -> false;
    }
    FragmentRead read = group.read(late);
    double pace = paces.shown(read.source().node(), read.slice().lengthBytes());
    return other -> isAvoided(other) && !(mayPay && isFaster(other, read, pace));
  }

  private boolean isFaster(FragmentRead other, FragmentRead late, double pace) {
    return !other.source().node().equals(late.source().node())
        && TIMES_FASTER * paces.likely(other.source(), other.slice().lengthBytes()) < pace;
  }

  /** Who is not asked for a group that has gained sources, of which something is late already. */
  Predicate<FragmentRead> avoided(GroupRun group) {
    return other -> isAvoided(other) && !asks.isDeniedNothing(group);
  }
}
