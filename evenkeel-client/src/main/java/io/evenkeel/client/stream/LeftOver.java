package io.evenkeel.client.stream;

import io.evenkeel.client.read.PlainReader;
import io.evenkeel.core.model.NodeId;
import java.io.IOException;
import java.util.Optional;

/**
 * What lanes leave over, as for want of threads, is not read in their place: the stock stream would
 * wait for a node that is late, or that they were to go around.
 */
final class LeftOver extends IOException {
  private static final long serialVersionUID = 1;

  /** Reads nothing, and says so. */
  static final PlainReader READER =
      (at, target, offset, length) -> {
        throw new LeftOver(Optional.empty(), false);
      };

  private final transient Optional<NodeId> node;
  private final boolean isLate;

  /**
   * @param node that the stock stream was not to wait for; empty where it was not asked
   * @param isLate whether that was late, and may still answer
   */
  LeftOver(Optional<NodeId> node, boolean isLate) {
    this.node = node;
    this.isLate = isLate;
  }

  Optional<NodeId> node() {
    return node;
  }

  boolean isLate() {
    return isLate;
  }

  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
