package io.evenkeel.policy.direct;

import io.evenkeel.core.model.RandomSource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The load direction table (Hu et al., SoCC 2017, section 2.3): for each partition the
 * probabilities x_i of the normal read and y_ic of degraded ones, by which each of its requests is
 * directed. A partition that is not in it has x = 1. Immutable.
 */
public final class DirectionTable {
  private static final DirectionTable EMPTY = new DirectionTable(Map.of());

  /** What differs from 1 by less is 1: shares are sums of what was moved. */
  private static final double SUM_TOLERANCE = 1e-6;

  private final Map<Long, List<Share>> byPartition;

  /**
   * One way and its probability.
   *
   * @param probability within [0, 1]
   */
  public record Share(ReadOption option, double probability) {
    public Share {
      if (!(probability >= 0 && probability <= 1)) {
        throw new IllegalArgumentException(
            "a probability is within [0, 1], got %s of %s".formatted(probability, option));
      }
    }
  }

  private DirectionTable(Map<Long, List<Share>> byPartition) {
    this.byPartition = byPartition;
  }

  /** The table of normal reads. */
  public static DirectionTable empty() {
    return EMPTY;
  }

  /**
   * A table.
   *
   * @param byPartition by {@link CodedPartition#id}, equations (3) to (5): probabilities that add
   *     up to 1
   */
  public static DirectionTable of(Map<Long, List<Share>> byPartition) {
    Map<Long, List<Share>> checked = new TreeMap<>();
    byPartition.forEach((id, shares) -> checked.put(id, checked(id, shares)));
    return new DirectionTable(checked);
  }

  private static List<Share> checked(long id, List<Share> shares) {
    double sum = shares.stream().mapToDouble(Share::probability).sum();
    if (!(Math.abs(sum - 1) <= SUM_TOLERANCE)) {
      throw new IllegalArgumentException(
          "the probabilities of partition %d add up to %s: %s".formatted(id, sum, shares));
    }
    return List.copyOf(shares);
  }

  /** The ways of a partition that has an entry; of any other none. */
  public List<Share> shares(long partition) {
    return byPartition.getOrDefault(partition, List.of());
  }

  /** A way drawn by the probabilities: one draw of {@code random} for each call. */
  public ReadOption draw(CodedPartition partition, RandomSource random) {
    double left = (random.nextLong() >>> 11) * 0x1p-53;
    ReadOption drawn = ReadOption.original(partition.wanted());
    for (Share share : shares(partition.id())) {
      if (share.probability() > 0) {
        drawn = share.option();
        left -= share.probability();
        if (left < 0) {
          break;
        }
      }
    }
    return drawn;
  }
}
