package io.evenkeel.core.engine;

import io.evenkeel.core.model.ClusterView;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.plan.FragmentRead;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * What a late read of a group may cost, and who does not race it: whoever is as slow brings nothing
 * sooner, and others wait there. Of the read's serial context.
 */
final class Lateness {
  /** Who is not likely to be so many times as fast as what is under way is not asked besides. */
  private static final int TIMES_FASTER = 2;

  /** Who is so many times as fast is asked whatever it costs. */
  private static final int TIMES_MUCH_FASTER = 10;

  private final Supplier<ClusterView> view;
  private final LanePaces paces;
  private final ExtraReads extra;
  private final GroupAsks asks;
  private final LongSupplier deliveredBytes;
  private final BiConsumer<GroupRun, List<Integer>> ask;

  /**
   * @param view what is known of the nodes: others may find out while the read goes on
   * @param deliveredBytes what the caller has by now
   * @param ask asks for what is to take a late read's place
   */
  Lateness(
      Supplier<ClusterView> view,
      LanePaces paces,
      ExtraReads extra,
      GroupAsks asks,
      LongSupplier deliveredBytes,
      BiConsumer<GroupRun, List<Integer>> ask) {
    this.view = view;
    this.paces = paces;
    this.extra = extra;
    this.asks = asks;
    this.deliveredBytes = deliveredBytes;
    this.ask = ask;
  }

  /**
   * A read is late, or is still: asks others in its place.
   *
   * @param nanosPerByte what it takes, at least
   * @return false when it is to be looked at again: others could be asked who are avoided for now,
   *     or may not be paid for
   */
  boolean dealsWith(GroupRun group, int late, double nanosPerByte) {
    GroupTracker tracker = group.tracker();
    ClusterView now = view.get();
    paces.expect(now);
    Race race = new Race(now, group, group.read(late), nanosPerByte);
    if (race.costsNothing()) {
      replace(group, late, race.tooSlowForNothing(), true);
    }
    if (tracker.canReplace(late, race.tooSlow())) {
      if (!extra.mayAskMore(deliveredBytes.getAsLong())) {
        return false;
      }
      replace(group, late, race.tooSlow(), false);
    } else if (!race.costsNothing()) {
      replace(group, late, all -> true, true);
    }
    return !tracker.canReplace(late, none -> false);
  }

  private void replace(
      GroupRun group, int late, Predicate<FragmentRead> avoided, boolean costsNothing) {
    List<Integer> more = group.tracker().late(late, avoided);
    extra.late(group, late, more, costsNothing);
    ask.accept(group, more);
  }

  /** Who is not asked for a group that has gained sources, of which something is late already. */
  Predicate<FragmentRead> avoided(GroupRun group) {
    ClusterView now = view.get();
    boolean isDeniedNothing = asks.isDeniedNothing(group);
    return other -> !isDeniedNothing && isAvoided(other, now);
  }

  /** Whether a read's node is one not to wait for. */
  private boolean isAvoided(FragmentRead read, ClusterView now) {
    NodeId node = read.source().node();
    return paces.isLagging(node) || now.isSlow(node);
  }

  /** A late read, and those who may take its place, by what is known of the nodes now. */
  final class Race {
    private final ClusterView now;
    private final FragmentRead late;
    private final boolean isDeniedNothing;
    private final double takenNanos;

    private Race(ClusterView now, GroupRun group, FragmentRead late, double nanosPerByte) {
      this.now = now;
      this.late = late;
      this.isDeniedNothing = asks.isDeniedNothing(group);
      this.takenNanos = nanosPerByte * late.slice().lengthBytes();
    }

    /**
     * Whether others are asked in its place whatever that costs: its caller has waited for too
     * long, or it is gone around as if that had been planned now.
     */
    boolean costsNothing() {
      return isDeniedNothing || (extra.isFreeOfSlowNodes() && now.isSlow(late.source().node()));
    }

    /** Whom not to ask where that is free; while nothing comes at all anybody is better. */
    Predicate<FragmentRead> tooSlowForNothing() {
      return other -> isNoFaster(other, TIMES_MUCH_FASTER);
    }

    /** Whom not to ask at any cost. */
    Predicate<FragmentRead> tooSlow() {
      return other -> isNoFaster(other, TIMES_FASTER);
    }

    private boolean isNoFaster(FragmentRead other, int times) {
      if (isDeniedNothing || !isAvoided(other, now)) {
        return false;
      }
      return other.source().node().equals(late.source().node())
          || times * paces.likelyNanos(other.source(), other.slice().lengthBytes()) >= takenNanos;
    }
  }
}
