package io.evenkeel.sim.cluster;

import io.evenkeel.sim.chance.Distribution;
import io.evenkeel.sim.chance.Shuffle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Makes nodes slow, stops them and has them fail, by chance and by the clock. */
public final class Stragglers {
  private final StorageNodes cluster;
  private final StragglerSettings settings;
  private final SplittableRandom random;
  private final double[] lasting;
  private final double[] moving;
  private final double[] passing;
  private List<SimulatedNode> slow = List.of();

  private Stragglers(StorageNodes cluster, StragglerSettings settings, SplittableRandom random) {
    this.cluster = cluster;
    this.settings = settings;
    this.random = random;
    int count = cluster.all().size();
    lasting = ones(count);
    moving = ones(count);
    passing = ones(count);
  }

  private static double[] ones(int count) {
    double[] ones = new double[count];
    Arrays.fill(ones, 1);
    return ones;
  }

  /** Has it begin, at the present time. */
  public static void start(
      StorageNodes cluster, StragglerSettings settings, SplittableRandom random) {
    Stragglers stragglers = new Stragglers(cluster, settings, random);
    stragglers.draw();
    stragglers.periods();
    stragglers.faults();
    if (settings.readProbability() > 0) {
      Distribution profile = settings.profile();
      double probability = settings.readProbability();
      cluster.slowReads(r -> r.nextDouble() < probability ? profile.next(r) : 1);
    }
  }

  private void draw() {
    Map<Integer, Double> racks = new HashMap<>();
    for (SimulatedNode node : cluster.all()) {
      double own = factor(settings.nodeProbability());
      double rack = racks.computeIfAbsent(node.rack(), r -> factor(settings.rackProbability()));
      lasting[node.number()] = own * rack;
      adjust(node);
    }
    move();
  }

  private double factor(double probability) {
    return probability > 0 && random.nextDouble() < probability
        ? settings.profile().next(random)
        : 1;
  }

  private void adjust(SimulatedNode node) {
    int i = node.number();
    node.slow(lasting[i] * moving[i] * passing[i]);
  }

  /** Other nodes are the slow ones from now on. */
  private void move() {
    for (SimulatedNode node : slow) {
      moving[node.number()] = 1;
      adjust(node);
    }
    slow = some(settings.nodes());
    for (SimulatedNode node : slow) {
      moving[node.number()] = settings.factor().next(random);
      adjust(node);
    }
    if (settings.moveNanos() > 0 && settings.nodes() > 0) {
      cluster.scheduler().schedule(settings.moveNanos(), this::move);
    }
  }

  /** So many nodes by chance. */
  private List<SimulatedNode> some(int count) {
    List<SimulatedNode> all = cluster.all();
    List<SimulatedNode> some = new ArrayList<>();
    int[] order = Shuffle.permutation(all.size(), random);
    for (int i = 0; i < Math.min(all.size(), count); i++) {
      some.add(all.get(order[i]));
    }
    return some;
  }

  // ---- slow for a while, again and again ----

  private void periods() {
    double share = settings.periodShare();
    if (share == 0) {
      return;
    }
    for (SimulatedNode node : cluster.all()) {
      if (random.nextDouble() < share) {
        begin(node);
      } else {
        pause(node);
      }
    }
  }

  private void begin(SimulatedNode node) {
    passing[node.number()] = settings.periodFactor().next(random);
    adjust(node);
    double nanos = Distribution.exponential((double) settings.periodNanos()).next(random);
    cluster.scheduler().schedule(Math.round(nanos), () -> end(node));
  }

  private void end(SimulatedNode node) {
    passing[node.number()] = 1;
    adjust(node);
    pause(node);
  }

  private void pause(SimulatedNode node) {
    double share = settings.periodShare();
    double mean = (double) settings.periodNanos() * (1 - share) / share;
    double nanos = Distribution.exponential(mean).next(random);
    cluster.scheduler().schedule(Math.round(nanos), () -> begin(node));
  }

  // ---- stopped and gone ----

  private void faults() {
    if (settings.stopped() + settings.failed() == 0) {
      return;
    }
    List<SimulatedNode> some = some(settings.stopped() + settings.failed());
    int stops = Math.min(settings.stopped(), some.size());
    for (SimulatedNode node : some.subList(0, stops)) {
      during(() -> node.stop(true), () -> node.stop(false));
    }
    for (SimulatedNode node : some.subList(stops, some.size())) {
      during(() -> node.fail(true), () -> node.fail(false));
    }
  }

  private void during(Runnable begin, Runnable end) {
    cluster.scheduler().schedule(settings.faultNanos(), begin);
    if (settings.faultForNanos() > 0) {
      cluster.scheduler().schedule(settings.faultNanos() + settings.faultForNanos(), end);
    }
  }
}
