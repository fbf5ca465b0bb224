package io.evenkeel.policy.direct;

import io.evenkeel.core.model.BoundedMap;
import io.evenkeel.core.model.NodeId;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * How long reads wait at each node as a rule, lately. What is believed to wait somewhere at this
 * moment is partly chance: where all nodes are asked for alike, whoever leaves one for k others
 * because of it waits no less and has them wait longer. A node that is hot has had reads wait
 * longer than the others' all along. Not thread-safe; no clock.
 */
public final class UsualWaits {
  private static final int NODES_REMEMBERED_MAX = 4096;

  /** So many of the latest waits at a node count, and at all nodes together. */
  private static final double NODE_MEMORY = 64;

  private static final double MEMORY = 1000;

  /** Of what is known of a node half is forgotten after so long: whom reads leave may cool down. */
  private static final double HALF_LIFE_NANOS = TimeUnit.SECONDS.toNanos(5);

  /** A node of which nothing is known is as all together, with the weight of so many waits. */
  private static final double OTHERS_WEIGHT = 8;

  /** With fewer nothing is known. */
  private static final double KNOWN_MIN = 64;

  private final Map<NodeId, Waits> nodes = BoundedMap.byUse(NODES_REMEMBERED_MAX);
  private final Waits all = new Waits(0);

  /** Waits of which older ones count less. */
  private static final class Waits {
    private double count;
    private double nanos;
    private long fadedNanos;

    Waits(long nowNanos) {
      fadedNanos = nowNanos;
    }

    void fade(double kept) {
      count *= kept;
      nanos *= kept;
    }

    void fadeTo(long nowNanos) {
      fade(Math.pow(0.5, (nowNanos - fadedNanos) / HALF_LIFE_NANOS));
      fadedNanos = nowNanos;
    }

    void add(double waitNanos, double memory) {
      fade(1 - 1 / memory);
      count++;
      nanos += waitNanos;
    }
  }

  /** A read has waited so long at a node, not counting what its own bytes take. */
  public void add(NodeId node, double waitNanos, long nowNanos) {
    at(node, nowNanos).add(waitNanos, NODE_MEMORY);
    all.add(waitNanos, MEMORY);
  }

  /** How long a read waits at a node; 0 while too little is known of any. */
  public double nanos(NodeId node, long nowNanos) {
    if (all.count < KNOWN_MIN) {
      return 0;
    }
    Waits waits = at(node, nowNanos);
    double usual = all.nanos / all.count;
    return (waits.nanos + OTHERS_WEIGHT * usual) / (waits.count + OTHERS_WEIGHT);
  }

  private Waits at(NodeId node, long nowNanos) {
    Waits waits = nodes.computeIfAbsent(node, n -> new Waits(nowNanos));
    waits.fadeTo(nowNanos);
    return waits;
  }
}
