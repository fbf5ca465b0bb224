package io.evenkeel.manager;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.ContentVersion;
import io.evenkeel.core.model.FillOrder;
import io.evenkeel.core.model.FragmentKey;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.ReadReport.LaneReport;
import io.evenkeel.core.model.Stripe;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.model.TicketAnswer;
import io.evenkeel.core.model.Witness;
import io.evenkeel.core.port.ManagerApi.Answer;
import io.evenkeel.core.port.ManagerApi.Reservation;
import io.evenkeel.core.port.ManagerApi.StripeExplanation;
import io.evenkeel.testing.manager.Stripes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * By hand: a stripe is two blocks of 100 bytes with one parity, which takes 110 bytes. Content n is
 * /file-n, its blocks are on the DataNodes n and 9 alone. Keys live 30 s, leases and orders 10 s,
 * orders wait 2 s and may have 400 bytes a second read; nodes are judged every second.
 */
final class Scenario {
  static final long SECOND = 1_000_000_000;
  static final NodeId A = new NodeId("a:1");
  static final NodeId B = new NodeId("b:1");
  static final StripeGeometry GEOMETRY = Stripes.geometry(CodeSpec.xor(2), 100, 100);
  private static final long MIB = 1 << 20;
  private static final List<Witness> MACHINES =
      List.of(new Witness("10.1.0.1"), new Witness("10.1.0.2"));
  private static final int[] DATA_NODES = {1, 2, 3, 4, 5, 9};
  final Manager manager;
  private int ids = 1000;

  /** Nodes that cache this much, all reached and empty. */
  Scenario(long cachedBytes, NodeId... nodes) {
    this(settings(cachedBytes), nodes);
  }

  Scenario(ManagerSettings settings, NodeId... nodes) {
    manager = new Manager(settings, List.of(nodes), (bytes, k) -> bytes + 10, () -> 42);
    List.of(nodes).forEach(n -> manager.toldUsedBytes(n, 0));
    manager.tick(0);
  }

  /** For nodes that cache this much, and have a sixteenth of what they hold to spare. */
  static ManagerSettings settings(long cachedBytes) {
    return settings(cachedBytes, Duration.ofSeconds(30));
  }

  static ManagerSettings settings(long cachedBytes, Duration timeToLive) {
    return ManagerSettings.of(cachedBytes * 16 / 15 + 1, timeToLive)
        .withLimits(100, Duration.ofSeconds(3600))
        .withDetector("ratio-to-median", Duration.ofSeconds(60), Duration.ofSeconds(1))
        .withFills(Duration.ofSeconds(2), 400, Duration.ofSeconds(10));
  }

  static NodeId dataNode(int number) {
    return new NodeId("datanode-" + number + ":9866");
  }

  static PlacedStripe content(int number) {
    return content(number, GEOMETRY);
  }

  static PlacedStripe content(int number, StripeGeometry geometry) {
    return content(number, geometry, number);
  }

  /** A content whose first block is on another DataNode. */
  static PlacedStripe content(int number, StripeGeometry geometry, int node) {
    List<List<NodeId>> replicas = List.of(List.of(dataNode(node)), List.of(dataNode(9)));
    ContentVersion version = Stripes.version(number, geometry);
    return new PlacedStripe("/file-" + number, new Stripe(0, 0, geometry, version, replicas));
  }

  Outcome<TicketAnswer> read(long now, int number) {
    return manager.tickets(now, List.of(content(number)));
  }

  boolean isWanted(long now, int number) {
    return !read(now, number).answer().wanted().isEmpty();
  }

  boolean isCached(long now, int number) {
    return explain(now, number).isCached();
  }

  StripeExplanation explain(long now, int number) {
    return manager.explain(now, List.of(content(number).version())).get(0);
  }

  Outcome<Reservation> reserveFill(long now, int id, int number) {
    return reserveFill(now, id, content(number));
  }

  Outcome<Reservation> reserveFill(long now, int id, PlacedStripe content) {
    return manager.reserveFill(now, Stripes.id(id), content.version(), content.geometry());
  }

  /** As by whoever has stored it: what is asked for then is found. */
  Answer publish(long now, int id, int number) {
    return publish(now, id, content(number));
  }

  Answer publish(long now, int id, PlacedStripe content) {
    Outcome<Answer> published = manager.publish(now, Stripes.id(id), content);
    find(now, published.effects());
    return published.answer();
  }

  /** All keys that are to be renewed are there. */
  void find(long now, List<Effect> effects) {
    for (Effect effect : effects) {
      if (effect instanceof Effect.Renew renew) {
        manager.renewed(now, renew.stripe(), renew.node(), renew.keys().size());
      }
    }
  }

  /** Reads a content as often and, if it is wanted, makes its parity. The id it has then. */
  StripeId cache(long now, int number, int reads) {
    for (int i = 0; i < reads; i++) {
      read(now, number);
    }
    int id = ids++;
    if (!reserveFill(now, id, number).answer().granted() || !publish(now, id, number).accepted()) {
      throw new IllegalStateException("content " + number + " was not cached");
    }
    return Stripes.id(id);
  }

  /** Caches so many contents, from number 10 on, each of which was read once. */
  void fill(int count) {
    for (int number = 10; number < 10 + count; number++) {
      cache(0, number, 1);
    }
  }

  static Effect.Delete delete(StripeId id, NodeId node) {
    return new Effect.Delete(id, node, List.of(new FragmentKey(id, 0, 2)), 110);
  }

  List<FillOrder> fills(long now) {
    return manager.fills(now, 10).answer().orders();
  }

  /** A DataNode gives clients of two machines nothing; the others are fine. Judged at once. */
  List<Effect> hangs(long now, int number) {
    observe(now, hung(number, DATA_NODES));
    return manager.tick(now);
  }

  /** The same for clients of one machine only. */
  List<Effect> hangsForOne(long now, int number) {
    manager.observe(now, MACHINES.get(0), hung(number, DATA_NODES), List.of());
    return manager.tick(now);
  }

  private static List<NodeSample> hung(int number, int... all) {
    List<NodeSample> samples = new ArrayList<>();
    for (int other : all) {
      samples.add(other == number ? hung(other) : fine(other));
    }
    return samples;
  }

  /** All DataNodes are fine, for as long as it takes until that is believed. */
  List<Effect> recovers(long now) {
    List<Effect> effects = new ArrayList<>();
    for (int second = 0; second < 4; second++) {
      List<NodeSample> samples = new ArrayList<>();
      for (int node : DATA_NODES) {
        for (int i = 0; i < 5; i++) {
          samples.add(fine(node));
        }
      }
      observe(now + second * SECOND, samples);
      effects.addAll(manager.tick(now + second * SECOND));
    }
    return effects;
  }

  private void observe(long now, List<NodeSample> samples) {
    MACHINES.forEach(by -> manager.observe(now, by, samples, List.of()));
  }

  private static NodeSample fine(int node) {
    return new NodeSample(
        dataNode(node), 8 * MIB, 8 * MIB, SECOND / 10, LaneReport.Outcome.FINISHED);
  }

  private static NodeSample hung(int node) {
    return new NodeSample(dataNode(node), 1000, 0, 2 * SECOND, LaneReport.Outcome.ABORTED);
  }
}
