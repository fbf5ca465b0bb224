package io.evenkeel.sim.cluster;

import io.evenkeel.core.model.Source;
import io.evenkeel.core.port.Slice;
import java.nio.ByteBuffer;

/** What the nodes hold. */
@FunctionalInterface
public interface Content {
  /** Puts a slice of a source into a buffer, from its position on. */
  void read(Source source, Slice slice, ByteBuffer into);
}
