package io.evenkeel.testing.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.model.CatalogueEntry;
import io.evenkeel.core.model.CataloguePage;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.port.NodeStore;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What every {@link NodeStore} keeps of what is published. Each test has an empty node. */
public abstract class CatalogueContract {
  /** A time to live that never ends within a test. */
  protected static final Duration LONG = Duration.ofMinutes(10);

  protected static final AtomicLong KEYS = new AtomicLong(System.nanoTime());

  /** The store under test. */
  protected abstract NodeStore store();

  /** The node that is asked, and whose faults hooks cause. */
  protected abstract NodeId node();

  private static CatalogueEntry entry(long seed, int bytes) {
    byte[] claim = new byte[bytes];
    new Random(seed).nextBytes(claim);
    return new CatalogueEntry(Fragments.key(seed, 0, 0).stripe(), claim);
  }

  private void enter(CatalogueEntry entry, Duration timeToLive) {
    Answer.<Void>of(then -> store().enter(node(), entry, timeToLive, then)).value();
  }

  /** All of it, by stripe; what is on two pages must be the same on both. */
  private Map<StripeId, byte[]> catalogue() {
    Map<StripeId, byte[]> found = new HashMap<>();
    String from = CataloguePage.START;
    do {
      String at = from;
      CataloguePage page =
          Answer.<CataloguePage>of(then -> store().catalogue(node(), at, then)).value();
      page.entries().forEach(e -> found.put(e.stripe(), e.claim()));
      from = page.next();
    } while (!from.equals(CataloguePage.START));
    return found;
  }

  @Test
  void catalogue_givesWhatWasEnteredLast_andNotWhatWasStruck() {
    assertThat(catalogue()).isEmpty();
    CatalogueEntry kept = entry(KEYS.incrementAndGet(), CatalogueEntry.CLAIM_BYTES_MAX);
    CatalogueEntry replaced = entry(KEYS.incrementAndGet(), 100);
    CatalogueEntry struck = entry(KEYS.incrementAndGet(), 1);
    List.of(kept, replaced, struck).forEach(e -> enter(e, LONG));
    CatalogueEntry newer = new CatalogueEntry(replaced.stripe(), new byte[] {1, 2});
    enter(newer, LONG);
    for (int twice = 0; twice < 2; twice++) {
      Answer.<Void>of(then -> store().strike(node(), struck.stripe(), then)).value();
    }
    Map<StripeId, byte[]> found = catalogue();
    assertThat(found).containsOnlyKeys(kept.stripe(), newer.stripe());
    assertThat(found.get(kept.stripe())).isEqualTo(kept.claim());
    assertThat(found.get(newer.stripe())).isEqualTo(newer.claim());
  }

  @Test
  void catalogue_ofManyPages_isWhole() {
    Map<StripeId, byte[]> entered = new HashMap<>();
    for (int i = 0; i < 1500; i++) {
      CatalogueEntry entry = entry(KEYS.incrementAndGet(), 200);
      enter(entry, LONG);
      entered.put(entry.stripe(), entry.claim());
    }
    Map<StripeId, byte[]> found = catalogue();
    assertThat(found).containsOnlyKeys(entered.keySet());
    entered.forEach((stripe, claim) -> assertThat(found.get(stripe)).isEqualTo(claim));
  }

  @Test
  void catalogue_isGoneAfterItsTimeToLive() {
    enter(entry(KEYS.incrementAndGet(), 100), LONG);
    enter(entry(KEYS.incrementAndGet(), 100), Duration.ofMillis(50));
    Answer.until("the catalogue is gone", () -> catalogue().isEmpty());
  }
}
