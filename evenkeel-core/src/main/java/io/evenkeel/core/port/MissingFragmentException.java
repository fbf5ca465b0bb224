package io.evenkeel.core.port;

import io.evenkeel.core.model.FragmentKey;
import io.evenkeel.core.model.NodeId;

/** The cache node does not have the fragment: evicted, expired, flushed or never stored. */
public final class MissingFragmentException extends BrokenFragmentException {
  public MissingFragmentException(NodeId node, FragmentKey key) {
    super("fragment " + key + " is not on cache node " + node);
  }
}
