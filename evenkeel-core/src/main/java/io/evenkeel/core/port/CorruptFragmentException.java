package io.evenkeel.core.port;

import io.evenkeel.core.model.FragmentKey;
import io.evenkeel.core.model.NodeId;

/** The cache node's value is not what was stored under its key. */
public final class CorruptFragmentException extends BrokenFragmentException {
  public CorruptFragmentException(NodeId node, FragmentKey key, String found) {
    super("fragment " + key + " on cache node " + node + " does not verify: " + found);
  }
}
