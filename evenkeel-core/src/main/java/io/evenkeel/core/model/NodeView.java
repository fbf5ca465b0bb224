package io.evenkeel.core.model;

import java.util.Objects;

/**
 * What is believed of one node now.
 *
 * @param slow whether reads should not wait for it
 * @param reason why, for people; empty when not slow
 */
public record NodeView(NodeId node, boolean slow, String reason) {
  public NodeView {
    Objects.requireNonNull(node, "node is null");
    Objects.requireNonNull(reason, "reason is null");
  }
}
