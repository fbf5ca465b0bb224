package io.evenkeel.core.engine;

/** How many of a read's latest 32 groups could not be had. */
final class LatestGroups {
  private static final int HOPELESS_MAX = 4;

  /** One bit a group, the latest one lowest. */
  private int hopeless;

  /** A group has ended. */
  void ended() {
    hopeless <<= 1;
  }

  /**
   * The group that has ended last was hopeless; answers whether too many were, and forgets them.
   */
  boolean wasHopeless() {
    hopeless |= 1;
    boolean tooMany = Integer.bitCount(hopeless) > HOPELESS_MAX;
    hopeless = tooMany ? 0 : hopeless;
    return tooMany;
  }
}
