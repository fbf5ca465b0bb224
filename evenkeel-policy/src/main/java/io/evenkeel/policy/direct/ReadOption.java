package io.evenkeel.policy.direct;

import io.evenkeel.coding.IndexSet;
import java.util.Objects;

/**
 * One way to have a wanted fragment: a <i>normal read</i> of itself, or a <i>degraded read</i> of
 * others from which it is decoded (Hu et al., SoCC 2017, section 2.1). Of each of them the same
 * bytes are read as are wanted.
 *
 * @param wanted the index of the wanted fragment in its coding group
 * @param indexes what is read: only the wanted one, or others
 */
public record ReadOption(int wanted, IndexSet indexes) {
  public ReadOption {
    Objects.requireNonNull(indexes, "indexes is null");
    if (indexes.isEmpty() || (indexes.contains(wanted) && indexes.size() > 1)) {
      throw new IllegalArgumentException(
          "fragment %d is read from itself or from others, got %s".formatted(wanted, indexes));
    }
  }

  /** The normal read. */
  public static ReadOption original(int wanted) {
    return new ReadOption(wanted, IndexSet.of(wanted));
  }

  /** Whether the fragment is decoded. */
  public boolean isDegraded() {
    return !indexes.contains(wanted);
  }
}
