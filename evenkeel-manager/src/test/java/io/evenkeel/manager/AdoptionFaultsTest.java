package io.evenkeel.manager;

import static io.evenkeel.manager.Scenario.A;
import static io.evenkeel.manager.Scenario.GEOMETRY;
import static io.evenkeel.manager.Scenario.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.model.CatalogueEntry;
import io.evenkeel.core.model.CataloguePage;
import io.evenkeel.core.model.FragmentKey;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.Stripe;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.model.Witness;
import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.Pending;
import io.evenkeel.seeds.Seeds;
import io.evenkeel.testing.manager.Stripes;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What goes wrong while a manager takes over; see {@link Scenario} for the numbers. */
class AdoptionFaultsTest {
  private static final long NOW = 100 * SECOND;

  private static CatalogueEntry entry(Claim claim) {
    return claim.toEntry().orElseThrow();
  }

  private static CataloguePage page(List<CatalogueEntry> entries) {
    return new CataloguePage(entries, CataloguePage.START);
  }

  private static <E extends Effect> List<E> of(Class<E> kind, List<Effect> effects) {
    return effects.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  private static PlacedStripe at(String path, int number) {
    return new PlacedStripe(path, Scenario.content(number).stripe());
  }

  @Test
  void claimsThatAreFoundToBeNone_giveNobodysRoomAway() {
    Scenario after = new Scenario(1000, A);
    long capacity = Scenario.settings(1000).capacityBytes();
    long foreign = 880;
    after.manager.toldUsedBytes(A, foreign);
    List<CatalogueEntry> phantoms = new ArrayList<>();
    for (int n = 1; n <= 8; n++) {
      phantoms.add(entry(new Claim(Stripes.id(n), Scenario.content(n), List.of(A))));
    }
    after.manager.adopt(NOW, A, page(phantoms));
    for (Effect.Renew renew : of(Effect.Renew.class, after.manager.tick(NOW + 1))) {
      after.manager.renewed(NOW + 1, renew.stripe(), A, 0);
    }
    after.manager.check();
    long granted = 0;
    for (int id = 100; id < 120; id++) {
      granted +=
          after.manager.reserve(NOW + 2, Stripes.id(id), GEOMETRY).answer().granted() ? 110 : 0;
    }
    assertThat(foreign + granted).isLessThanOrEqualTo(capacity);
  }

  /** The next sample does not repair it: it takes what is reserved for what is there. */
  @Test
  void claimsThatAreFoundToBeNone_theNextSampleKeepsTheOverrun() {
    Scenario after = new Scenario(1000, A);
    after.manager.toldUsedBytes(A, 880);
    List<CatalogueEntry> phantoms = new ArrayList<>();
    for (int n = 1; n <= 8; n++) {
      phantoms.add(entry(new Claim(Stripes.id(n), Scenario.content(n), List.of(A))));
    }
    after.manager.adopt(NOW, A, page(phantoms));
    for (Effect.Renew renew : of(Effect.Renew.class, after.manager.tick(NOW + 1))) {
      after.manager.renewed(NOW + 1, renew.stripe(), A, 0);
    }
    int granted = 0;
    for (int id = 100; id < 120; id++) {
      boolean now = after.manager.reserve(NOW + 2, Stripes.id(id), GEOMETRY).answer().granted();
      granted += now ? 1 : 0;
    }
    after.manager.toldUsedBytes(A, 880);
    int published = 0;
    for (int id = 100; id < 120; id++) {
      published +=
          after.manager.publish(NOW + 3, Stripes.id(id), Scenario.content(id)).answer().accepted()
              ? 1
              : 0;
    }
    // What the node holds when all of it has been stored.
    assertThat(880 + published * 110L)
        .as("%d granted, %d published", granted, published)
        .isLessThanOrEqualTo(Scenario.settings(1000).capacityBytes());
  }

  @Test
  void olderClaim_doesNotCancelWhatIsWantedOfTheNewContentThere() {
    Scenario after = new Scenario(1000, A);
    PlacedStripe now = at("/file-1", 2);
    assertThat(after.manager.tickets(NOW, List.of(now)).answer().wanted()).hasSize(1);
    // Of the file that it has overwritten.
    after.manager.adopt(
        NOW, A, page(List.of(entry(new Claim(Stripes.id(1), at("/file-1", 1), List.of(A))))));
    assertThat(after.fills(NOW + 3 * SECOND)).hasSize(1);
  }

  @Test
  void olderClaim_doesNotSayWhereWhatAReaderHasJustSeenIs() {
    Scenario after = new Scenario(1000, A);
    after.manager.tickets(NOW, List.of(at("/new/file-1", 1)));
    StripeId id = Stripes.id(1);
    after.manager.adopt(
        NOW, A, page(List.of(entry(new Claim(id, at("/old/file-1", 1), List.of(A))))));
    assertThat(after.manager.claim(id).orElseThrow().content().path()).isEqualTo("/new/file-1");
  }

  @Test
  void claimsOfANodeThatHasAnotherNameNow_areRemoved_notOnlyStruck() {
    Scenario after = new Scenario(1000, A);
    NodeId old = new NodeId("10.0.0.1:1");
    StripeId id = Stripes.id(1);
    List<Effect> effects =
        after.manager.adopt(
            NOW, A, page(List.of(entry(new Claim(id, Scenario.content(1), List.of(old))))));
    assertThat(of(Effect.Delete.class, effects)).hasSize(1);
    assertThat(of(Effect.Delete.class, effects).get(0).keys())
        .containsExactly(new FragmentKey(id, 0, 2));
  }

  private static final long TTL = 600;
  private static final int MANY = 60_000;

  /** A node that does so many things a second, one after the other, and forgets what expires. */
  private static final class SlowNode extends ManagersNodes {
    final Deque<Runnable> held = new ArrayDeque<>();
    final Map<StripeId, Long> expires = new HashMap<>();
    final List<StripeId> struck = new ArrayList<>();
    long second;

    SlowNode() {
      super(List.of(A));
    }

    void work(int operations) {
      for (int i = 0; i < operations && !held.isEmpty(); i++) {
        held.poll().run();
      }
    }

    @Override
    public Pending delete(NodeId n, List<FragmentKey> keys, Completion<Integer> then) {
      if (keys.isEmpty()) {
        // As RedisNodeStore does.
        then.done(0);
        return Pending.DONE;
      }
      held.add(() -> then.done(keys.size()));
      return Pending.DONE;
    }

    @Override
    public Pending renew(NodeId n, List<FragmentKey> keys, Duration ttl, Completion<Integer> then) {
      StripeId id = keys.get(0).stripe();
      held.add(
          () -> {
            boolean there = expires.getOrDefault(id, 0L) > second;
            if (there) {
              expires.put(id, second + TTL);
            }
            then.done(there ? 1 : 0);
          });
      return Pending.DONE;
    }

    @Override
    public Pending enter(NodeId n, CatalogueEntry entry, Duration ttl, Completion<Void> then) {
      held.add(() -> then.done(null));
      return Pending.DONE;
    }

    @Override
    public Pending strike(NodeId n, StripeId stripe, Completion<Void> then) {
      struck.add(stripe);
      held.add(() -> then.done(null));
      return Pending.DONE;
    }

    @Override
    public Pending catalogue(NodeId n, String from, Completion<CataloguePage> then) {
      return Pending.DONE;
    }

    @Override
    public Pending usedBytes(NodeId n, Completion<Long> then) {
      then.done(0L);
      return Pending.DONE;
    }
  }

  private static int publishedAfterATimeToLive(int operationsPerSecond, int adoptedPerSecond) {
    SlowNode store = new SlowNode();
    Manager manager =
        new Manager(
            ManagerSettings.of(1L << 30, Duration.ofSeconds(TTL)),
            List.of(A),
            (bytes, k) -> bytes + 10,
            () -> 42);
    long[] now = {0};
    EffectRunner runner =
        new EffectRunner(
            manager,
            store,
            Runnable::run,
            () -> now[0],
            line -> {},
            new HeldGrants(manager, (nanos, task) -> Pending.DONE, e -> {}));
    Random random = new Random(1);
    int adopted = 0;
    for (int second = 0; second < TTL + 60; second++) {
      now[0] = second * SECOND;
      store.second = second;
      List<CatalogueEntry> entries = new ArrayList<>();
      for (int i = 0; i < adoptedPerSecond && adopted < MANY; i++, adopted++) {
        PlacedStripe content = new PlacedStripe("/f", placed(adopted));
        StripeId id = Stripes.id(adopted);
        entries.add(entry(new Claim(id, content, List.of(A))));
        // Renewed within the last third of a time to live by the manager before.
        store.expires.put(id, second + TTL - random.nextInt((int) TTL / 3));
      }
      if (!entries.isEmpty()) {
        runner.run(manager.adopt(now[0], A, page(entries)));
      }
      runner.run(manager.tick(now[0]));
      store.work(operationsPerSecond);
    }
    manager.check();
    return manager.status(now[0]).publishedStripes();
  }

  private static Stripe placed(int number) {
    Stripe like = Scenario.content(number, GEOMETRY, number % 5).stripe();
    return new Stripe(number, 0, GEOMETRY, like.version(), like.replicas());
  }

  /** The control: the same load, evenly; 600 things a second are to be done for 60,000 stripes. */
  @Test
  void control_whatIsTakenOverEvenly_isKept() {
    assertThat(publishedAfterATimeToLive(1000, 300)).isEqualTo(MANY);
  }

  @Test
  void whatIsTakenOverAtOnce_isKept_byANodeThatCanRenewIt() {
    assertThat(publishedAfterATimeToLive(1000, MANY)).isEqualTo(MANY);
  }

  private static EffectRunner runner(SlowNode store, Manager manager, Deque<Runnable> serial) {
    return new EffectRunner(
        manager,
        store,
        serial::add,
        () -> 7L,
        line -> {},
        new HeldGrants(manager, (nanos, task) -> Pending.DONE, e -> {}));
  }

  private static void drain(Deque<Runnable> serial) {
    while (!serial.isEmpty()) {
      serial.poll().run();
    }
  }

  @Test
  void strikes_areNoMoreAtOnceThanAnythingElse() {
    SlowNode store = new SlowNode();
    Deque<Runnable> serial = new ArrayDeque<>();
    EffectRunner runner = runner(store, new Scenario(1000, A).manager, serial);
    List<Effect> effects = new ArrayList<>();
    for (int i = 0; i < 2000; i++) {
      effects.add(new Effect.Delete(Stripes.id(i), A, List.of(), 0));
    }
    runner.run(effects);
    drain(serial);
    assertThat(store.held).hasSizeLessThanOrEqualTo(2 * CacheNodeEffects.RUNNING_MAX);
  }

  @Test
  void books_areTrue_whateverIsAdoptedWhen() {
    Seeds.run(
        AdoptionFaultsTest.class,
        60,
        seed -> {
          ManagerSettings plain = Scenario.settings(1500);
          ManagerSettings settings = seed % 2 == 0 ? plain : plain.asInThePaper();
          Scenario of = new Scenario(settings, A, Scenario.B);
          Random random = new Random(seed);
          long now = 0;
          for (int step = 0; step < 1500; step++) {
            now += random.nextInt((int) (SECOND / 4));
            int n = 1 + random.nextInt(25);
            int id = random.nextInt(60);
            PlacedStripe content =
                random.nextInt(4) == 0
                    ? at("/file-" + (1 + random.nextInt(25)), n)
                    : Scenario.content(n);
            switch (random.nextInt(10)) {
              case 0, 1 -> of.manager.tickets(now, List.of(content));
              case 2 -> of.reserveFill(now, id, content);
              case 3 -> of.manager.publish(now, Stripes.id(id), content);
              case 4 -> of.manager.reserve(now, Stripes.id(id), GEOMETRY);
              case 5, 6 -> {
                NodeId node = random.nextBoolean() ? A : Scenario.B;
                of.manager.adopt(
                    now,
                    node,
                    page(List.of(entry(new Claim(Stripes.id(id), content, List.of(node))))));
              }
              case 7 -> {
                for (Effect.Renew renew : of(Effect.Renew.class, of.manager.tick(now))) {
                  of.manager.renewed(
                      now,
                      renew.stripe(),
                      renew.node(),
                      random.nextInt(4) == 0 ? 0 : renew.keys().size());
                }
              }
              case 8 -> of.fills(now);
              default -> {
                if (random.nextInt(5) == 0) {
                  of.hangs(now, 1 + random.nextInt(5));
                } else {
                  of.manager.withdraw(now, Witness.THIS_MACHINE, Stripes.id(id), "x");
                }
              }
            }
            of.manager.check();
          }
        });
  }

  /**
   * Nobody is hostile: the manager was away for nearly a time to live, the older half of what is
   * written down has expired, and is on the first page; the younger half is there.
   */
  @Test
  void managerThatComesLate_neverHoldsMoreThanFits() {
    Scenario after = new Scenario(1000, A);
    long capacity = Scenario.settings(1000).capacityBytes();
    after.manager.toldUsedBytes(A, 440);
    List<CatalogueEntry> expired = new ArrayList<>();
    for (int n = 1; n <= 4; n++) {
      expired.add(
          new Claim(Stripes.id(n), Scenario.content(n), List.of(A)).toEntry().orElseThrow());
    }
    after.manager.adopt(NOW, A, new CataloguePage(expired, "17"));
    for (Effect effect : after.manager.tick(NOW + 1)) {
      if (effect instanceof Effect.Renew renew) {
        after.manager.renewed(NOW + 1, renew.stripe(), A, 0);
      }
    }
    long granted = 0;
    for (int id = 100; id < 120; id++) {
      granted +=
          after.manager.reserve(NOW + 2, Stripes.id(id), GEOMETRY).answer().granted() ? 110 : 0;
    }
    // What is on the second page is there still.
    assertThat(440 + granted).isLessThanOrEqualTo(capacity);
  }
}
