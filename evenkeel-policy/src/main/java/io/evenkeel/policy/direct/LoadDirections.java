package io.evenkeel.policy.direct;

import io.evenkeel.core.model.RandomSource;
import io.evenkeel.policy.direct.LoadDirection.Belief;
import io.evenkeel.policy.direct.ProbeStep.Decided;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The directions by name: the seven policies of Hu et al. (SoCC 2017, section 3.1), and two of our
 * own. A new one is one more line here; {@code repro hu} has a row for it.
 */
public final class LoadDirections {
  private static final LoadDirector NORMAL = new OriginalFirst();
  private static final LoadDirector LLF = new LeastLatency();
  private static final LoadDirector LMLF = new LeastMarginalLoad();
  private static final Map<String, LoadDirection> BY_NAME = new LinkedHashMap<>();

  static {
    for (LoadDirection direction :
        new LoadDirection[] {
          new ByView("projected", LMLF, Belief.PROJECTED),
          new ByProbes("staged", LMLF, new StagedProbing(new PowerOfTwo())),
          new ByView("normal", NORMAL, Belief.RATES),
          new ByProbes("llf", LLF, new FullProbing()),
          new ByProbes("lmlf", LMLF, new FullProbing()),
          new ByProbes("llf-pw2", LLF, new PowerOfTwo()),
          new ByProbes("lmlf-pw2", LMLF, new PowerOfTwo()),
          new ByView("lmlf-lazy", LMLF, Belief.LAZY),
          new ByTable("opt-lazy", LMLF)
        }) {
      BY_NAME.put(direction.name(), direction);
    }
  }

  private LoadDirections() {}

  /** The direction of that name; an unknown name is an error that lists the known ones. */
  public static LoadDirection named(String name) {
    LoadDirection direction = BY_NAME.get(name);
    if (direction == null) {
      throw new IllegalArgumentException(
          "no load direction '" + name + "'; known: " + BY_NAME.keySet());
    }
    return direction;
  }

  /** The known names, in a fixed order. */
  public static Set<String> names() {
    return Collections.unmodifiableSet(BY_NAME.keySet());
  }

  /** Asks nobody: the best of all ways by what is believed. */
  private record ByView(String name, LoadDirector director, Belief belief)
      implements LoadDirection {
    @Override
    public ProbeStep begin(DirectedRead read, Known known, RandomSource random) {
      return new Decided(director.choose(read, read.partition().sets(), known.queues()));
    }
  }

  /** Asks before each read. */
  private record ByProbes(String name, LoadDirector director, ProbePlan plan)
      implements LoadDirection {
    @Override
    public Belief belief() {
      return Belief.RATES;
    }

    @Override
    public ProbeStep begin(DirectedRead read, Known known, RandomSource random) {
      return plan.begin(director, read, known.queues(), random);
    }
  }

  /**
   * Draws by the table. The way that is drawn may have died since the table was made: then another
   * is taken by what is known.
   */
  private record ByTable(String name, LoadDirector otherwise) implements LoadDirection {
    @Override
    public Belief belief() {
      return Belief.TABLE;
    }

    @Override
    public ProbeStep begin(DirectedRead read, Known known, RandomSource random) {
      CodedPartition partition = read.partition();
      ReadOption drawn = known.table().draw(partition, random);
      return new Decided(
          partition.isReachable(drawn, known.queues())
              ? drawn
              : otherwise.choose(read, partition.sets(), known.queues()));
    }
  }
}
