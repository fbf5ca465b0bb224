package io.evenkeel.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.BlockVersion;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.ParityTicket;
import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.model.StripeVersion;
import io.evenkeel.core.port.ManagerApi.ManagerStatus;
import io.evenkeel.core.port.ManagerApi.NodeStatus;
import io.evenkeel.core.port.ManagerApi.Reservation;
import io.evenkeel.policy.cache.Lru;
import io.evenkeel.testing.manager.Stripes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Random events against a plain model that is derived from the answers and effects alone. */
class ManagerPropertiesTest {
  private static final List<NodeId> NODES =
      List.of(new NodeId("a:1"), new NodeId("b:1"), new NodeId("c:1"));
  private static final long CAPACITY = 3_000;
  private static final int STRIPES = 40;
  private static final int EVENTS = 400;

  /** What the answers and effects so far add up to. */
  private static final class Model {
    final Map<StripeId, Map<NodeId, Long>> held = new HashMap<>();
    final Map<StripeId, StripeVersion> published = new HashMap<>();

    void happened(List<Effect> effects) {
      for (Effect effect : effects) {
        if (effect instanceof Effect.Delete delete) {
          Map<NodeId, Long> bytes = held.get(delete.stripe());
          assertThat(bytes.remove(delete.node())).isEqualTo(delete.allocatedBytes());
          published.remove(delete.stripe());
          if (bytes.isEmpty()) {
            held.remove(delete.stripe());
          }
        }
      }
    }

    void hold(StripeId id, List<NodeId> nodes, long bytesEach) {
      Map<NodeId, Long> bytes = new HashMap<>();
      nodes.forEach(n -> bytes.merge(n, bytesEach, Long::sum));
      held.put(id, bytes);
    }

    long on(NodeId node) {
      return held.values().stream().mapToLong(m -> m.getOrDefault(node, 0L)).sum();
    }
  }

  private static StripeGeometry geometry(int number, int blocks) {
    CodeSpec code = number % 2 == 0 ? CodeSpec.rs(2, 2) : CodeSpec.xor(2);
    return new StripeGeometry(code, 100, List.of(100L * blocks, 50L));
  }

  private static long bytesEach(StripeGeometry geometry) {
    return 110L * geometry.substripeCount();
  }

  private static List<String> run(long seed) {
    Random random = new Random(seed);
    Manager manager =
        new Manager(
            new ManagerSettings(CAPACITY, Duration.ofMillis(3), true, 30, Duration.ofMillis(1)),
            NODES,
            (bytes, k) -> bytes + 10,
            new Lru<StripeId>(),
            random::nextLong);
    Model model = new Model();
    Map<StripeId, StripeGeometry> reserved = new HashMap<>();
    List<String> log = new ArrayList<>();
    long now = 0;
    for (int event = 0; event < EVENTS; event++) {
      now += random.nextInt(200_000);
      List<Effect> effects = happen(manager, model, reserved, random, now);
      effects.forEach(e -> log.add(e.toString()));
      check(manager, model, now);
    }
    return log;
  }

  private static List<Effect> happen(
      Manager manager,
      Model model,
      Map<StripeId, StripeGeometry> reserved,
      Random random,
      long now) {
    int number = random.nextInt(STRIPES);
    StripeId id = Stripes.id(number);
    NodeId node = NODES.get(random.nextInt(NODES.size()));
    List<Effect> effects;
    switch (random.nextInt(9)) {
      case 0, 1, 2 -> effects = reserve(manager, model, reserved, id, number, random, now);
      case 3, 4 -> effects = publish(manager, model, reserved, id, number, random, now);
      case 5 -> {
        effects = manager.tickets(now, placed(versions(model, random))).effects();
        model.happened(effects);
      }
      case 6 -> {
        effects =
            random.nextBoolean() ? manager.tick(now) : manager.withdraw(id, "random").effects();
        model.happened(effects);
      }
      case 7 -> {
        effects = manager.renewed(now, id, node, random.nextInt(12));
        model.happened(effects);
      }
      default ->
          effects =
              random.nextInt(5) == 0
                  ? manager.unreachable(node, "random")
                  : manager.sampled(node, model.on(node) + random.nextInt(500));
    }
    return effects;
  }

  private static List<Effect> reserve(
      Manager manager,
      Model model,
      Map<StripeId, StripeGeometry> reserved,
      StripeId id,
      int number,
      Random random,
      long now) {
    StripeGeometry geometry = geometry(number, 1 + random.nextInt(4));
    Outcome<Reservation> outcome = manager.reserve(now, id, geometry);
    model.happened(outcome.effects());
    if (outcome.answer().granted()) {
      model.hold(id, outcome.answer().nodes(), bytesEach(geometry));
      reserved.put(id, geometry);
    }
    return outcome.effects();
  }

  private static List<Effect> publish(
      Manager manager,
      Model model,
      Map<StripeId, StripeGeometry> reserved,
      StripeId id,
      int number,
      Random random,
      long now) {
    StripeGeometry most = reserved.getOrDefault(id, geometry(number, 4));
    int blocks = 1 + random.nextInt(most.substripeCount());
    StripeGeometry geometry = geometry(number, blocks);
    boolean wasPublished = model.published.containsKey(id);
    Map<NodeId, Long> before = model.held.get(id);
    StripeVersion version = Stripes.version(number + random.nextInt(2), geometry);
    var outcome = manager.publish(now, id, Stripes.placed(version, geometry));
    model.happened(outcome.effects());
    if (outcome.answer().accepted() && !wasPublished) {
      Map<NodeId, Long> shrunk = new HashMap<>();
      before.forEach((n, bytes) -> shrunk.put(n, bytes / bytesEach(most) * bytesEach(geometry)));
      model.held.put(id, shrunk);
      model.published.put(id, version);
    }
    return outcome.effects();
  }

  private static List<StripeVersion> versions(Model model, Random random) {
    return model.published.values().stream().filter(v -> random.nextBoolean()).limit(64).toList();
  }

  private static List<PlacedStripe> placed(List<StripeVersion> versions) {
    return versions.stream()
        .map(
            v -> {
              List<Long> lengths = v.blocks().stream().map(BlockVersion::lengthBytes).toList();
              return Stripes.placed(v, new StripeGeometry(CodeSpec.xor(2), 100, lengths));
            })
        .toList();
  }

  private static void check(Manager manager, Model model, long now) {
    ManagerStatus status = manager.status();
    long held = 0;
    for (NodeStatus node : status.nodes()) {
      assertThat(model.on(node.node())).isLessThanOrEqualTo(CAPACITY);
      held += model.on(node.node());
    }
    assertThat(status.publishedBytes() + status.reservedBytes()).isEqualTo(held);
    assertThat(status.publishedStripes()).isEqualTo(model.published.size());
    assertThat(status.publishedStripes() + status.reservedStripes()).isEqualTo(model.held.size());
    List<StripeVersion> all = model.published.values().stream().limit(64).toList();
    for (ParityTicket ticket : manager.tickets(now, placed(all)).answer().tickets()) {
      assertThat(model.published).containsEntry(ticket.id(), ticket.version());
    }
  }

  @Property(tries = 150)
  void ledgerEqualsTheSumOfWhatWasGranted_andSeedsRepeat(@ForAll long seed) {
    assertThat(run(seed)).as("seed %d", seed).isEqualTo(run(seed));
  }
}
