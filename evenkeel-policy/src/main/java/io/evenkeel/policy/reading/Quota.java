package io.evenkeel.policy.reading;

/**
 * How many of some reads may be treated otherwise: a share of those that there have been, and so
 * many at once. Not thread-safe.
 */
public final class Quota {
  private final double share;
  private final double atOnce;
  private double left;

  /**
   * @param share what each read earns
   * @param atOnce what is left at the beginning, and at most
   */
  public Quota(double share, double atOnce) {
    this.share = share;
    this.atOnce = atOnce;
    this.left = atOnce;
  }

  /** There has been a read. */
  public void earn() {
    left = Math.min(atOnce, left + share);
  }

  /** Asks for one; what is granted is taken. */
  public boolean tryTake() {
    if (left < 1) {
      return false;
    }
    left--;
    return true;
  }
}
