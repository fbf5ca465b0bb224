package io.evenkeel.core.port;

import io.evenkeel.core.model.FragmentKey;
import io.evenkeel.core.model.NodeId;

/** The cache node does not have the fragment: evicted, expired, flushed or never stored. */
public final class MissingFragmentException extends BrokenFragmentException {
  private static final long serialVersionUID = 1;

  private final boolean inPart;

  public MissingFragmentException(NodeId node, FragmentKey key) {
    super("fragment " + key + " is not on cache node " + node);
    inPart = false;
  }

  private MissingFragmentException(String message) {
    super(message);
    inPart = true;
  }

  /** The node has the fragment's head, and not its body. */
  public static MissingFragmentException ofBody(NodeId node, FragmentKey key) {
    return new MissingFragmentException(
        "the body of fragment " + key + " is not on cache node " + node);
  }

  /** Whether the node has another part of it: then it is the right one. */
  public boolean isInPart() {
    return inPart;
  }
}
