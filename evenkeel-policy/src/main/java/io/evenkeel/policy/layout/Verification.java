package io.evenkeel.policy.layout;

import io.evenkeel.coding.IndexSet;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.plan.FragmentRead;
import io.evenkeel.core.plan.Launch;
import io.evenkeel.core.plan.PlanContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Which rows of an erasure-coded file are compared with one fragment more when they are decoded:
 * what is decoded from stored parity has no checksum of its own.
 */
public enum Verification {
  NEVER,
  /** One row in {@link #SAMPLED_EVERY}. */
  SAMPLE,
  ALWAYS;

  static final int SAMPLED_EVERY = 64;

  /**
   * By the name in the configuration.
   *
   * @throws IllegalArgumentException for another
   */
  public static Verification named(String name) {
    return valueOf(name.toUpperCase(Locale.ROOT));
  }

  /** Whether a band is one of those. */
  boolean includes(int group, int band) {
    return this == ALWAYS || (this == SAMPLE && (31 * group + band) % SAMPLED_EVERY == 0);
  }

  /**
   * The same reads, with one more at once where something is to be decoded: the first that need not
   * be waited for and is of another fragment.
   */
  static List<FragmentRead> withSpare(
      List<FragmentRead> reads, IndexSet wanted, PlanContext context) {
    IndexSet now = IndexSet.empty();
    for (FragmentRead read : reads) {
      now = read.launch().equals(Launch.NOW) ? now.with(read.index()) : now;
    }
    List<FragmentRead> more = new ArrayList<>(reads);
    for (int i = 0; i < reads.size() && !now.containsAll(wanted); i++) {
      FragmentRead read = reads.get(i);
      NodeId node = read.source().node();
      if (!now.contains(read.index()) && !context.avoids(node)) {
        more.set(
            i,
            new FragmentRead(
                read.index(), read.source(), read.slice(), Launch.NOW, read.streamEnd()));
        return more;
      }
    }
    return more;
  }
}
