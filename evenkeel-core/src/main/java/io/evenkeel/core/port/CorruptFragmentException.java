package io.evenkeel.core.port;

import io.evenkeel.core.model.FragmentKey;
import io.evenkeel.core.model.NodeId;
import java.io.IOException;

/** The cache node's value is not what was stored under its key. */
public final class CorruptFragmentException extends IOException {
  public CorruptFragmentException(NodeId node, FragmentKey key, String found) {
    super("fragment " + key + " on cache node " + node + " does not verify: " + found);
  }
}
