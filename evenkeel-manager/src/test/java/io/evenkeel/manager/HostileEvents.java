package io.evenkeel.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.BoundedMap;
import io.evenkeel.core.model.CatalogueEntry;
import io.evenkeel.core.model.CataloguePage;
import io.evenkeel.core.model.ContentVersion;
import io.evenkeel.core.model.DataNodeCounters;
import io.evenkeel.core.model.Epoch;
import io.evenkeel.core.model.Ledger;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeLedgers;
import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.PathChange;
import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.ReadReport.LaneReport;
import io.evenkeel.core.model.Stripe;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.model.Witness;
import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.ManagerApi.QueueReport;
import io.evenkeel.core.port.ManagerApi.Queued;
import io.evenkeel.core.port.ManagerApi.Reservation;
import io.evenkeel.core.port.Pending;
import io.evenkeel.core.port.RefusedRequestException;
import io.evenkeel.policy.cache.CachePolicies;
import io.evenkeel.policy.cache.CsacSettings;
import io.evenkeel.testing.manager.Stripes;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Events as somebody sends them who wants the manager dead: random, oversized, contradictory and
 * repeated, among such as clients send.
 */
final class HostileEvents {
  static final List<NodeId> CACHE_NODES = List.of(new NodeId("a:1"), new NodeId("b:1"));
  private static final int CONTENTS = 30;
  private static final int OFTEN = 40;
  private static final List<StripeId> IDS =
      IntStream.range(0, 5_000)
          .mapToObj(n -> new StripeId(Stripes.id(n / 3).epoch(), n % 3))
          .toList();
  private static final List<Epoch> PROCESSES =
      IDS.stream().map(StripeId::epoch).distinct().limit(200).toList();
  private static final int REMEMBERED = 16;
  private static final int RARELY = 8;
  private static final int ASKED_MAX = CACHE_NODES.size() * CacheNodeEffects.RUNNING_MAX;
  private static final long[] CAPACITIES = {0, 1_000, 3_000, 3_000, 20_000, 1L << 50};
  private static final long[] BLOCK_BYTES = {1, 50, 300, 1 << 20, (1L << 31) + 10, 1L << 40};
  private static final long[] ODD_BYTES = {1L << 41, 1L << 48, Long.MAX_VALUE, 0, -1};
  private static final int[] SUBBLOCK_BYTES = {100, 1, 50, 4096, 1 << 20, Integer.MAX_VALUE};
  private static final List<CodeSpec> CODES =
      List.of(
          CodeSpec.xor(2),
          CodeSpec.rs(2, 2),
          CodeSpec.rs(3, 5),
          CodeSpec.rs(200, 55),
          CodeSpec.none(3),
          CodeSpec.none(900),
          CodeSpec.parse("lrc-6-2-2"));

  final Manager manager;
  private final Random random;
  private final List<Runnable> remembered = new ArrayList<>();
  private final Map<StripeId, PlacedStripe> granted = BoundedMap.byAge(REMEMBERED);
  private final HostileNodes nodes;
  private final Deque<Runnable> serial = new ArrayDeque<>();
  private final HeldGrants grants;
  private final EffectRunner runner;
  long now;
  long refused;

  HostileEvents(long seed) {
    random = new Random(seed);
    CsacSettings policy =
        CsacSettings.named(pick(CsacSettings.names()))
            .withEviction(pick(CachePolicies.evictions()))
            .withAdmission(pick(CachePolicies.admissions()))
            .withPrefetch(pick(CachePolicies.predictors()), random.nextDouble());
    ManagerSettings settings =
        ManagerSettings.of(CAPACITIES[random.nextInt(CAPACITIES.length)], Duration.ofMillis(3))
            .withLimits(1 + random.nextInt(CONTENTS), Duration.ofMillis(1))
            .withPolicy(policy)
            .withDetector("ratio-to-median", Duration.ofMillis(6), Duration.ofNanos(300_000))
            .withFills(
                Duration.ofNanos(200_000), 1 + random.nextInt(1_000_000), Duration.ofMillis(2));
    if (policy.evictAtDecision() && random.nextBoolean()) {
      settings = settings.byFiles(200 + random.nextInt(1000));
    }
    manager = new Manager(settings, CACHE_NODES, (bytes, k) -> bytes + 10L, random::nextLong);
    nodes = new HostileNodes(CACHE_NODES, random, () -> sayable(this::page));
    grants =
        new HeldGrants(
            manager,
            (nanos, task) -> Pending.DONE,
            e -> {
              throw new AssertionError(e);
            });
    runner = new EffectRunner(manager, nodes, serial::add, () -> now, line -> {}, grants);
  }

  private String pick(Iterable<String> names) {
    TreeSet<String> sorted = new TreeSet<>();
    names.forEach(sorted::add);
    return List.copyOf(sorted).get(random.nextInt(sorted.size()));
  }

  private boolean rarely() {
    return random.nextInt(RARELY) == 0;
  }

  private boolean seldom() {
    return random.nextInt(RARELY * RARELY) == 0;
  }

  private long anyLong() {
    return switch (random.nextInt(4)) {
      case 0 -> Long.MAX_VALUE - random.nextInt(3);
      case 1 -> random.nextLong() >>> random.nextInt(Long.SIZE);
      default -> random.nextInt(1000);
    };
  }

  /** Content so and so: its shape and where its blocks are follow from the number. */
  private static PlacedStripe content(int number) {
    CodeSpec code = number % 2 == 0 ? CodeSpec.rs(2, 2) : CodeSpec.xor(2);
    StripeGeometry geometry = new StripeGeometry(code, 100, List.of(100L * (1 + number % 4), 50L));
    List<List<NodeId>> replicas =
        List.of(List.of(new NodeId("d" + number % 5 + ":9866")), List.of(new NodeId("d0:9866")));
    // Two contents take turns at each place.
    return new PlacedStripe(
        "/" + number % (CONTENTS / 2) / 3,
        new Stripe(
            number % (CONTENTS / 2) % 3,
            0,
            geometry,
            new ContentVersion("space", "content" + number),
            replicas));
  }

  private PlacedStripe placed() {
    return rarely() ? oddlyPlaced() : content(random.nextInt(1 + random.nextInt(CONTENTS)));
  }

  private StripeGeometry geometry() {
    CodeSpec code = CODES.get(random.nextInt(rarely() ? CODES.size() : 3));
    int subblock = SUBBLOCK_BYTES[random.nextInt(rarely() ? SUBBLOCK_BYTES.length : 3)];
    long longest = BLOCK_BYTES[random.nextInt(rarely() ? BLOCK_BYTES.length : 3)];
    longest = seldom() ? ODD_BYTES[random.nextInt(ODD_BYTES.length)] : longest;
    List<Long> lengths = new ArrayList<>();
    for (int i = random.nextInt(rarely() ? code.dataCount() : 2); i >= 0; i--) {
      lengths.add(longest);
    }
    return new StripeGeometry(code, subblock, lengths);
  }

  private ContentVersion version() {
    String space = rarely() ? "space-" + random.nextInt() : "space";
    String id = rarely() ? "x".repeat(4000) : "content";
    return new ContentVersion(space, id + random.nextInt(CONTENTS));
  }

  private NodeId dataNode() {
    return new NodeId("d" + (rarely() ? random.nextInt() : random.nextInt(5)) + ":9866");
  }

  private PlacedStripe oddlyPlaced() {
    StripeGeometry geometry = geometry();
    List<List<NodeId>> replicas = new ArrayList<>();
    for (int block = 0; block < geometry.blockCount(); block++) {
      List<NodeId> holders = new ArrayList<>();
      int many = seldom() ? 600 : 20;
      for (int i = random.nextInt(rarely() ? many : 4); i > 0; i--) {
        holders.add(dataNode());
      }
      replicas.add(holders);
    }
    String path = "/" + (rarely() ? "p".repeat(random.nextInt(9000)) : random.nextInt(CONTENTS));
    int number = rarely() ? random.nextInt() : 0;
    return new PlacedStripe(
        path, new Stripe(number, rarely() ? anyLong() : 0, geometry, version(), replicas));
  }

  private StripeId id() {
    return IDS.get(random.nextInt(rarely() ? IDS.size() : OFTEN));
  }

  private NodeId cacheNode() {
    return CACHE_NODES.get(random.nextInt(CACHE_NODES.size()));
  }

  private NodeSample sample() {
    LongSupplier any = rarely() ? this::anyLong : () -> random.nextInt(1 << 30);
    long received = random.nextInt(3) == 0 ? 0 : any.getAsLong();
    return new NodeSample(
        dataNode(), any.getAsLong(), received, any.getAsLong(), LaneReport.Outcome.ABORTED);
  }

  private NodeLedgers ledgers() {
    return NodeLedgers.duplicated(dataNode(), new Ledger(anyLong(), Long.MAX_VALUE, anyLong()));
  }

  private <T> List<T> some(int most, Supplier<T> each) {
    List<T> some = new ArrayList<>();
    for (int i = random.nextInt(seldom() ? most : 4); i > 0; i--) {
      some.add(each.get());
    }
    return some;
  }

  /** One event; afterwards the books are true. */
  void next() {
    now += random.nextInt(seldom() ? 3_000_000 : 100_000);
    boolean again = !remembered.isEmpty() && rarely();
    Runnable event =
        again ? remembered.get(random.nextInt(remembered.size())) : sayable(this::event);
    remember(event);
    try {
      event.run();
    } catch (RefusedRequestException e) {
      refused++;
    }
    nodes.answerSome();
    drain();
    assertThat(nodes.askedCount()).isLessThanOrEqualTo(ASKED_MAX);
    manager.check();
  }

  /** What the nodes' answers come to. */
  private void drain() {
    while (!serial.isEmpty()) {
      try {
        serial.poll().run();
      } catch (RefusedRequestException e) {
        refused++;
      }
    }
  }

  /** Time passes, and whatever a node was asked is answered. */
  void settle(Duration time) {
    now += time.toNanos();
    happened(manager.tick(now));
    while (nodes.askedCount() > 0) {
      nodes.answerOne();
      drain();
    }
  }

  private static <T> T sayable(Supplier<T> said) {
    while (true) {
      try {
        return said.get();
      } catch (IllegalArgumentException e) {
        // It cannot even be read: there is no such geometry or sample.
      }
    }
  }

  private void remember(Runnable event) {
    if (remembered.size() < REMEMBERED) {
      remembered.add(event);
    } else {
      remembered.set(random.nextInt(REMEMBERED), event);
    }
  }

  private Runnable event() {
    return switch (random.nextInt(15)) {
      case 0, 1 -> reservation();
      case 2, 3 -> fill();
      case 4, 5 -> publication();
      case 6, 7, 8 -> tickets();
      case 9 -> random.nextBoolean() ? withdrawal() : change();
      case 10 -> fillsOrExplanation();
      case 11 -> random.nextInt(4) == 0 ? queues() : observation();
      case 12 -> cacheNodesWords();
      case 13 -> catalogue();
      default -> () -> happened(manager.tick(now));
    };
  }

  private Runnable reservation() {
    StripeId id = id();
    PlacedStripe placed = placed();
    return () -> reserve(id, placed, () -> manager.reserve(now, id, placed.geometry()));
  }

  private Runnable fill() {
    StripeId id = id();
    PlacedStripe placed = placed();
    StripeGeometry geometry = rarely() ? geometry() : placed.geometry();
    return () ->
        reserve(id, placed, () -> manager.reserveFill(now, id, placed.version(), geometry));
  }

  private void reserve(StripeId id, PlacedStripe placed, Supplier<Outcome<Reservation>> event) {
    HeldGrants.Held told = grants.hold(new Told(id, placed));
    Outcome<Reservation> outcome = told.ask(event);
    happened(outcome.effects());
    told.done(outcome.answer());
  }

  /** Who has asked for room hears of it. */
  private final class Told implements Completion<Reservation> {
    private final StripeId id;
    private final PlacedStripe placed;

    Told(StripeId id, PlacedStripe placed) {
      this.id = id;
      this.placed = placed;
    }

    @Override
    public void done(Reservation reservation) {
      if (reservation.granted()) {
        granted.put(id, placed);
      }
    }

    @Override
    public void failed(Throwable cause) {
      throw new AssertionError(cause);
    }
  }

  private Runnable publication() {
    List<StripeId> ids = List.copyOf(granted.keySet());
    StripeId id = ids.isEmpty() || rarely() ? id() : ids.get(random.nextInt(ids.size()));
    PlacedStripe placed = rarely() || !granted.containsKey(id) ? placed() : granted.get(id);
    return () -> happened(manager.publish(now, id, placed).effects());
  }

  private Runnable tickets() {
    List<PlacedStripe> asked = some(70, this::placed);
    if (!asked.isEmpty() && rarely()) {
      asked.add(asked.get(0));
    }
    return () -> happened(manager.tickets(now, asked).effects());
  }

  private Runnable withdrawal() {
    StripeId id = id();
    return random.nextBoolean()
        ? () -> happened(manager.withdraw(now, Witness.THIS_MACHINE, id, "x\n").effects())
        : () -> happened(manager.missing(id).effects());
  }

  private Runnable change() {
    List<PathChange> changes =
        some(
            80,
            () ->
                new PathChange(
                    path(), random.nextBoolean() ? "" : path(), Optional.of(random.nextBoolean())));
    return () -> manager.changed(now, changes);
  }

  private String path() {
    return rarely() ? "/".repeat(random.nextInt(10_000)) : "/" + random.nextInt(CONTENTS);
  }

  private Runnable fillsOrExplanation() {
    int most = rarely() ? random.nextInt() : random.nextInt(10);
    List<ContentVersion> asked = some(70, this::version);
    return random.nextBoolean()
        ? () -> manager.explain(now, asked)
        : () -> happened(manager.fills(now, most).effects());
  }

  private Runnable observation() {
    List<NodeSample> samples = some(600, this::sample);
    List<NodeLedgers> ledgers = some(300, this::ledgers);
    DataNodeCounters counters = new DataNodeCounters(dataNode(), anyLong(), anyLong(), anyLong());
    Witness by = new Witness("10.0.0." + (rarely() ? random.nextInt() : random.nextInt(3)));
    Runnable asked =
        rarely()
            ? () -> manager.countersUnanswered(now, counters.node())
            : () -> manager.observeCounters(now, counters);
    return random.nextBoolean() ? () -> manager.observe(now, by, samples, ledgers) : asked;
  }

  private Runnable queues() {
    Epoch process = rarely() ? id().epoch() : PROCESSES.get(random.nextInt(PROCESSES.size()));
    QueueReport own =
        new QueueReport(
            process, some(300, () -> new Queued(dataNode(), anyLong(), random.nextDouble())));
    Witness by = new Witness("10.0.0." + (seldom() ? random.nextInt() : 0));
    return () -> manager.queues(now, by, own);
  }

  private Runnable cacheNodesWords() {
    StripeId id = id();
    NodeId node = cacheNode();
    boolean odd = rarely();
    long number = odd ? -anyLong() : anyLong();
    return switch (random.nextInt(3)) {
      case 0 -> () -> happened(manager.renewed(now, id, node, (int) number));
      case 1 ->
          () -> happened(odd ? manager.unreachable(node, "x") : manager.toldUsedBytes(node, 0));
      default -> () -> happened(manager.toldUsedBytes(node, odd ? number : 0));
    };
  }

  /** What anybody may have written down on a cache node. */
  private Runnable catalogue() {
    NodeId node = cacheNode();
    CataloguePage page = page();
    return random.nextInt(4) > 0
        ? () -> happened(manager.adopt(now, node, page))
        : () -> happened(manager.unread(now, node, "x\n"));
  }

  private CataloguePage page() {
    return new CataloguePage(some(40, this::entry), rarely() ? "17" : CataloguePage.START);
  }

  private CatalogueEntry entry() {
    List<NodeId> nodes = new ArrayList<>();
    for (int left = 1 + random.nextInt(rarely() ? 60 : 2); left > 0; left--) {
      nodes.add(seldom() ? new NodeId("nobody:1") : cacheNode());
    }
    StripeId id = id();
    byte[] claim =
        new Claim(id, placed(), nodes).toEntry().map(CatalogueEntry::claim).orElse(new byte[0]);
    if (claim.length > 0 && rarely()) {
      claim[random.nextInt(claim.length)] = (byte) random.nextInt();
    }
    return new CatalogueEntry(id, claim);
  }

  private void happened(List<Effect> effects) {
    runner.run(effects);
  }
}
