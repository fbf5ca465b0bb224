package io.evenkeel.policy.direct;

import java.util.Arrays;

/** How much of a partition's share goes from one of its ways to a better one. */
final class ShareMove {
  /** Newton's method within a bracket, on a function of a few straight pieces. */
  private static final int STEPS_MAX = 100;

  /** Of the share that there is to move. */
  private static final double TOLERANCE = 1e-15;

  private final double[] loads;
  private final double[] rates;

  /** By how much R_j / S_j is over the level, which changes with the loads. */
  private final double[] over;

  private double level;

  /** Which loads change, and by how many bytes for the whole share. */
  private int[] changed = new int[16];

  private double[] change = new double[16];
  private int changes;

  private double slope;
  private double curvature;

  /**
   * @param loads R_j, which {@link #apply} changes
   * @param rates S_j
   */
  ShareMove(double[] loads, double[] rates) {
    this.loads = loads;
    this.rates = rates;
    this.over = new double[loads.length];
  }

  /** All that follows is about G of this level; gives {@link #over}. */
  double[] setLevel(double newLevel) {
    level = newLevel;
    for (int n = 0; n < loads.length; n++) {
      over[n] = Math.max(0, loads[n] / rates[n] - level);
    }
    return over;
  }

  /** What one byte more at each node adds to G. */
  double[] over() {
    return over;
  }

  /** From these nodes to those; what is on both stays. */
  void begin(int[] from, int[] to, double bytes) {
    changes = 0;
    for (int node : from) {
      change(node, -bytes);
    }
    for (int node : to) {
      change(node, bytes);
    }
  }

  private void change(int node, double bytes) {
    for (int c = 0; c < changes; c++) {
      if (changed[c] == node) {
        change[c] += bytes;
        return;
      }
    }
    if (changes == changed.length) {
      changed = Arrays.copyOf(changed, 2 * changes);
      change = Arrays.copyOf(change, 2 * changes);
    }
    changed[changes] = node;
    change[changes++] = bytes;
  }

  /**
   * The share after whose move neither way is better, or all of it. Of the l2 norm and one degraded
   * read this is the step (R_s(i)/S_s(i) - sum of R_j/S_j) / (W_i sum of 1/S), cut to what there
   * is.
   */
  double share(double most) {
    look(most);
    if (slope <= 0) {
      return most;
    }
    double low = 0;
    double high = most;
    double at = 0;
    for (int i = 0; i < STEPS_MAX; i++) {
      look(at);
      if (slope < 0) {
        low = at;
      } else {
        high = at;
      }
      double next = at - slope / curvature;
      if (slope == 0 || Math.abs(next - at) <= TOLERANCE * most) {
        return at;
      }
      at = next > low && next < high ? next : (low + high) / 2;
    }
    return at;
  }

  /** The first and second derivative of G with this share moved. */
  private void look(double share) {
    slope = 0;
    curvature = 0;
    for (int c = 0; c < changes; c++) {
      int node = changed[c];
      double excess = (loads[node] + change[c] * share) / rates[node] - level;
      if (excess > 0) {
        slope += change[c] * excess;
        curvature += change[c] * change[c] / rates[node];
      }
    }
  }

  void apply(double share) {
    for (int c = 0; c < changes; c++) {
      int node = changed[c];
      loads[node] += change[c] * share;
      over[node] = Math.max(0, loads[node] / rates[node] - level);
    }
  }
}
