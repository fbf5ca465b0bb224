package io.evenkeel.core.model;

import java.util.Objects;

/** Where the fragments of one index of an encoded stripe are cached. */
public record FragmentPlace(int index, NodeId node) {
  public FragmentPlace {
    Objects.requireNonNull(node, "node is null");
    if (index < 0 || index > 254) {
      throw new IllegalArgumentException("an index is within [0, 254], got " + index);
    }
  }

  // Not the generated ones, which every new process would wait for: decision 13.
  @Override
  public boolean equals(Object other) {
    return other instanceof FragmentPlace that && index == that.index && node.equals(that.node);
  }

  @Override
  public int hashCode() {
    return 31 * index + node.hashCode();
  }
}
