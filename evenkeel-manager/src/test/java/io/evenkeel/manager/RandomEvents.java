package io.evenkeel.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.ContentVersion;
import io.evenkeel.core.model.Epoch;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.PathChange;
import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.ReadReport.LaneReport;
import io.evenkeel.core.model.Stripe;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.model.Witness;
import io.evenkeel.core.port.ManagerApi.FillAnswer;
import io.evenkeel.core.port.ManagerApi.QueueReport;
import io.evenkeel.core.port.ManagerApi.Queued;
import io.evenkeel.core.port.ManagerApi.Reservation;
import io.evenkeel.policy.cache.CachePolicies;
import io.evenkeel.policy.cache.CsacSettings;
import io.evenkeel.testing.manager.Stripes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;

/** Random events for a manager of random settings, and a model of what its answers add up to. */
final class RandomEvents {
  static final List<NodeId> CACHE_NODES =
      List.of(new NodeId("a:1"), new NodeId("b:1"), new NodeId("c:1"));
  static final long CAPACITY = 3_000;
  private static final int CONTENTS = 40;
  private static final int DATA_NODES = 6;

  /** Of a file. */
  private static final int STRIPES = 3;

  private static final List<Witness> MACHINES = List.of(new Witness("a"), new Witness("b"));
  private static final long MIB = 1 << 20;

  final Random random;
  final Manager manager;
  final Map<StripeId, Map<NodeId, Long>> held = new HashMap<>();
  final Map<StripeId, ContentVersion> published = new HashMap<>();
  final List<String> log = new ArrayList<>();
  private final Map<String, QueueReport> outstanding = new HashMap<>();
  private final Map<StripeId, PlacedStripe> granted = new HashMap<>();
  private final List<StripeId> ids = new ArrayList<>();
  private final boolean[] slow = new boolean[DATA_NODES];
  long now;

  RandomEvents(long seed) {
    random = new Random(seed);
    CsacSettings policy =
        CsacSettings.named(pick(CsacSettings.names()))
            .withEviction(pick(CachePolicies.evictions()))
            .withAdmission(pick(CachePolicies.admissions()))
            .withPrefetch(pick(CachePolicies.predictors()), random.nextDouble());
    ManagerSettings settings =
        ManagerSettings.of(CAPACITY, Duration.ofMillis(3))
            .withLimits(10 + random.nextInt(CONTENTS), Duration.ofMillis(1))
            .withPolicy(policy)
            .withDetector("ratio-to-median", Duration.ofMillis(6), Duration.ofNanos(300_000))
            .withFills(
                Duration.ofNanos(200_000), 1 + random.nextInt(1_000_000), Duration.ofMillis(2));
    if (policy.evictAtDecision() && random.nextBoolean()) {
      settings = settings.byFiles(1 + random.nextLong(CAPACITY));
    }
    manager = new Manager(settings, CACHE_NODES, (bytes, k) -> bytes + 10, random::nextLong);
  }

  private String pick(Iterable<String> names) {
    TreeSet<String> sorted = new TreeSet<>();
    names.forEach(sorted::add);
    return List.copyOf(sorted).get(random.nextInt(sorted.size()));
  }

  static ContentVersion version(int number) {
    return content(number).version();
  }

  static int contents() {
    return CONTENTS;
  }

  /** Content so and so: its shape and where its blocks are follow from the number. */
  private static PlacedStripe content(int number) {
    CodeSpec code = number % 2 == 0 ? CodeSpec.rs(2, 2) : CodeSpec.xor(2);
    StripeGeometry geometry = new StripeGeometry(code, 100, List.of(100L * (1 + number % 4), 50L));
    List<List<NodeId>> replicas =
        List.of(
            List.of(dataNode(number), dataNode(number + 1 + number % 3)),
            List.of(dataNode(number / 2)));
    // Two contents of one shape take turns at each place.
    int place = number % (CONTENTS / 2);
    return new PlacedStripe(
        "/file-" + place / STRIPES,
        new Stripe(place % STRIPES, 0, geometry, Stripes.version(number, geometry), replicas));
  }

  private static NodeId dataNode(int number) {
    return new NodeId("d" + number % DATA_NODES + ":9866");
  }

  /** One event. */
  void next() {
    now += random.nextInt(200_000);
    PlacedStripe content = content(random.nextInt(CONTENTS));
    switch (random.nextInt(19)) {
      case 0 -> reserve(content);
      case 1, 2, 3 -> reserveFill(content);
      case 4, 5, 6 -> publish();
      case 7, 8, 9 -> tickets();
      case 10, 11 -> happened(manager.tick(now));
      case 12 -> withdraw();
      case 13 -> renewed();
      case 14 -> observe();
      case 15 -> queues();
      case 16, 17 -> changed(content.path());
      default -> {
        fills();
        sampled();
      }
    }
  }

  private void happened(List<Effect> effects) {
    for (Effect effect : effects) {
      log.add(effect.toString());
      // One of no keys strikes what is said to be gone, and takes nothing.
      if (effect instanceof Effect.Delete delete && !delete.keys().isEmpty()) {
        Map<NodeId, Long> bytes = held.get(delete.stripe());
        assertThat(bytes.remove(delete.node())).isEqualTo(delete.allocatedBytes());
        published.remove(delete.stripe());
        if (bytes.isEmpty()) {
          held.remove(delete.stripe());
        }
      }
    }
  }

  /** It is gone, or elsewhere for a while. */
  private void changed(String path) {
    PathChange change =
        random.nextInt(3) > 0
            ? PathChange.gone(path)
            : PathChange.moved(path, "/file-" + random.nextInt(CONTENTS));
    log.add(manager.changed(now, List.of(change)).answer().toString());
  }

  private void granted(StripeId id, PlacedStripe content, Outcome<Reservation> outcome) {
    happened(outcome.effects());
    log.add(outcome.answer().toString());
    if (outcome.answer().granted()) {
      hold(id, outcome.answer().nodes(), content.geometry());
      granted.put(id, content);
      ids.add(id);
    }
  }

  private void hold(StripeId id, List<NodeId> nodes, StripeGeometry geometry) {
    Map<NodeId, Long> bytes = new HashMap<>();
    for (NodeId node : nodes) {
      for (int s = 0; s < geometry.substripeCount(); s++) {
        bytes.merge(node, geometry.parityLengthBytes(s) + 10L, Long::sum);
      }
    }
    held.put(id, bytes);
  }

  private StripeId anyId() {
    boolean known = !ids.isEmpty() && random.nextInt(4) > 0;
    return known ? ids.get(random.nextInt(ids.size())) : Stripes.id(random.nextInt(10_000));
  }

  private void reserve(PlacedStripe content) {
    // Four of them are of one writer.
    StripeId writers = Stripes.id(random.nextInt(2_500));
    StripeId id = new StripeId(writers.epoch(), random.nextInt(4));
    granted(id, content, manager.reserve(now, id, content.geometry()));
  }

  private void reserveFill(PlacedStripe content) {
    StripeId id = random.nextInt(8) == 0 ? anyId() : Stripes.id(random.nextInt(10_000));
    granted(id, content, manager.reserveFill(now, id, content.version(), content.geometry()));
  }

  private void publish() {
    StripeId id = anyId();
    PlacedStripe content =
        random.nextInt(5) == 0
            ? content(random.nextInt(CONTENTS))
            : granted.getOrDefault(id, content(0));
    boolean wasPublished = published.containsKey(id);
    Map<NodeId, Long> before = held.get(id);
    var outcome = manager.publish(now, id, content);
    happened(outcome.effects());
    log.add(outcome.answer().toString());
    if (outcome.answer().accepted() && !wasPublished) {
      List<NodeId> nodes = new ArrayList<>();
      long most = bytesEach(granted.get(id).geometry());
      before.forEach(
          (node, bytes) -> {
            for (long b = 0; b < bytes; b += most) {
              nodes.add(node);
            }
          });
      hold(id, nodes, content.geometry());
      published.put(id, content.version());
    }
  }

  private static long bytesEach(StripeGeometry geometry) {
    long bytes = 0;
    for (int s = 0; s < geometry.substripeCount(); s++) {
      bytes += geometry.parityLengthBytes(s) + 10L;
    }
    return bytes;
  }

  private void tickets() {
    List<PlacedStripe> asked = new ArrayList<>();
    for (int i = random.nextInt(4); i >= 0; i--) {
      // Some are asked for far more often than others.
      asked.add(content(random.nextInt(1 + random.nextInt(CONTENTS))));
    }
    var outcome = manager.tickets(now, asked);
    happened(outcome.effects());
    log.add(outcome.answer().toString());
    outcome
        .answer()
        .tickets()
        .forEach(
            t -> {
              StripeId id = t.fragments().id();
              if (held.containsKey(id)) {
                assertThat(published).containsEntry(id, t.version());
              }
            });
  }

  private void withdraw() {
    Witness by = new Witness("10.0.0." + random.nextInt(100));
    happened(manager.withdraw(now, by, anyId(), "random").effects());
  }

  private void renewed() {
    NodeId node = CACHE_NODES.get(random.nextInt(CACHE_NODES.size()));
    happened(manager.renewed(now, anyId(), node, random.nextInt(5) == 0 ? 0 : 8));
  }

  private void observe() {
    if (random.nextInt(3) == 0) {
      slow[random.nextInt(2)] ^= true;
    }
    List<NodeSample> samples = new ArrayList<>();
    for (int node = 0; node < DATA_NODES; node++) {
      long nanos = slow[node] ? 80_000_000 : 8_000_000;
      for (int i = 0; i < 5; i++) {
        samples.add(
            new NodeSample(dataNode(node), 8 * MIB, 8 * MIB, nanos, LaneReport.Outcome.FINISHED));
      }
    }
    for (Witness by : MACHINES) {
      happened(manager.observe(now, by, samples, List.of()).effects());
    }
  }

  private void queues() {
    Epoch process = Stripes.id(random.nextInt(4)).epoch();
    Map<NodeId, Queued> queued = new HashMap<>();
    for (int i = random.nextInt(DATA_NODES); i > 0; i--) {
      NodeId node = dataNode(random.nextInt(DATA_NODES));
      queued.put(node, new Queued(node, random.nextInt(1000), 0));
    }
    QueueReport own = new QueueReport(process, List.copyOf(queued.values()));
    Witness by = MACHINES.get(random.nextInt(2));
    outstanding.put(by + "/" + process, own);
    log.add(manager.queues(now, by, own).answer().toString());
  }

  /** What processes have outstanding where there is something; all of it was said lately. */
  Map<NodeId, Long> queued() {
    Map<NodeId, Long> all = new HashMap<>();
    for (QueueReport report : outstanding.values()) {
      report.nodes().forEach(q -> all.merge(q.node(), q.queuedBytes(), Long::sum));
    }
    all.values().removeIf(bytes -> bytes == 0);
    return all;
  }

  private void fills() {
    Outcome<FillAnswer> outcome = manager.fills(now, random.nextInt(4));
    happened(outcome.effects());
    log.add(outcome.answer().toString());
  }

  private void sampled() {
    NodeId node = CACHE_NODES.get(random.nextInt(CACHE_NODES.size()));
    happened(
        random.nextInt(5) == 0
            ? manager.unreachable(node, "random")
            : manager.toldUsedBytes(node, on(node) + random.nextInt(300)));
  }

  /** What was granted on a node. */
  long on(NodeId node) {
    return held.values().stream().mapToLong(m -> m.getOrDefault(node, 0L)).sum();
  }
}
