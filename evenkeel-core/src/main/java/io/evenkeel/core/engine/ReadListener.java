package io.evenkeel.core.engine;

import io.evenkeel.core.model.CachedFragments;
import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.ReadReport;

/** The caller's side of a read. Called in the read's serial context; must not block. */
public interface ReadListener {
  /** The next deliveries are there, without a gap to the ones before. */
  void deliver(Delivery delivery);

  /** Cached fragments turned out missing or wrong: whoever published them should know. */
  void broken(CachedFragments source, String reason);

  /** A lane of a storage node has ended; told at once, for a read may go on for hours. */
  default void sampled(NodeSample sample) {}

  /** Everything is delivered or the read was closed; only {@link #drained} is called after this. */
  void finished(ReadReport report);

  /** The read has finished and every piece was released: it holds no memory. Told exactly once. */
  default void drained() {}
}
