package io.evenkeel.core.store;

import io.evenkeel.core.model.CachedFragments;
import io.evenkeel.core.model.Source;
import io.evenkeel.core.port.BufferPool;
import io.evenkeel.core.port.Lane;
import io.evenkeel.core.port.LaneSource;
import io.evenkeel.core.port.NodeStore;
import java.util.Objects;

/**
 * Lanes over the cached fragments of a {@link NodeStore}. A fragment is fetched whole, which
 * verifies it, or by the chunks of a slice that is at most half of it; and a few ahead of the one
 * that is due.
 */
public final class CacheLaneSource implements LaneSource {
  /** How many fragments a lane fetches at once when nothing else is said. */
  public static final int DEFAULT_WINDOW = 4;

  private final NodeStore store;
  private final int window;

  public CacheLaneSource(NodeStore store) {
    this(store, DEFAULT_WINDOW);
  }

  /**
   * @param window how many fragments a lane fetches or holds at once, at most
   */
  public CacheLaneSource(NodeStore store, int window) {
    this.store = Objects.requireNonNull(store, "store is null");
    if (window <= 0) {
      throw new IllegalArgumentException("a lane's window must be > 0, got " + window);
    }
    this.window = window;
  }

  @Override
  public Lane open(Source source, long endHint, BufferPool buffers, Receiver receiver) {
    return new CacheLane(store, window, (CachedFragments) source, buffers, receiver);
  }
}
