package io.evenkeel.core.port;

import io.evenkeel.core.model.FragmentKey;
import io.evenkeel.core.model.NodeId;
import java.io.IOException;

/**
 * The cache node's value is whole, and in a form that this release does not read: an older or newer
 * one stored it. For who asked it is not there; for others it may be good, so it is nothing to be
 * withdrawn.
 */
public final class ForeignFragmentException extends IOException {
  private static final long serialVersionUID = 1;

  public ForeignFragmentException(NodeId node, FragmentKey key, String found) {
    super("fragment " + key + " on cache node " + node + " is not for this release: " + found);
  }
}
