package io.evenkeel.policy.scheme;

import io.evenkeel.coding.IndexSet;
import io.evenkeel.core.plan.FragmentRead;
import io.evenkeel.core.plan.Launch;
import io.evenkeel.core.plan.PlanContext;
import java.util.ArrayList;
import java.util.List;

/**
 * Another scheme, with one fragment more asked at once where something is to be decoded, to compare
 * with: the first that need not be waited for. Only while the read may still detour (decision 3).
 */
public record Verified(Scheme scheme) implements Scheme {
  @Override
  public String name() {
    return scheme.name();
  }

  @Override
  public String meaning() {
    return scheme.meaning();
  }

  @Override
  public boolean isWideOnlyWhereItPays() {
    return scheme.isWideOnlyWhereItPays();
  }

  @Override
  public List<FragmentRead> reads(Ways ways, PlanContext context) {
    List<FragmentRead> reads = new ArrayList<>(scheme.reads(ways, context));
    IndexSet now = IndexSet.empty();
    for (FragmentRead read : reads) {
      now = read.launch().equals(Launch.NOW) ? now.with(read.index()) : now;
    }
    if (now.containsAll(ways.wanted()) || !context.mayDetour()) {
      return reads;
    }
    for (int i = 0; i < reads.size(); i++) {
      FragmentRead read = reads.get(i);
      if (!now.contains(read.index()) && !context.avoids(read.source().node())) {
        // A slice and no stream: the next rows have no such read.
        reads.set(
            i,
            new FragmentRead(
                read.index(), read.source(), read.slice(), Launch.NOW, read.slice().end()));
        break;
      }
    }
    return reads;
  }
}
