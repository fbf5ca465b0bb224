package io.evenkeel.manager;

import io.evenkeel.core.model.CatalogueEntry;
import io.evenkeel.core.model.CataloguePage;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.port.RefusedRequestException;
import io.evenkeel.manager.Publications.Adopted;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a manager before this one has published is taken over: what is written down on each cache
 * node is read, once, as soon as the node is reached. A claim that cannot be adopted is struck, and
 * the fragments that it names are removed; one of another release's form is left alone. One that
 * only others stand in the way of, of which it is not known yet whether they are there, is kept
 * aside until that is known: of two claims of a content, the one that was not struck when it should
 * have been may be read first.
 */
final class Adoption {
  /** So many are kept aside. */
  static final int ASIDE_MAX = 4096;

  /** And what is written down of them takes so much; most of a claim's are some hundreds. */
  private static final long ASIDE_BYTES_MAX = 4L << 20;

  private final ParityCache cache;
  private final Publications publications;
  private final Map<NodeId, Reading> readings = new HashMap<>();
  private Map<StripeId, Aside> aside = new LinkedHashMap<>();
  private long asideBytes;
  private int asideEntries;
  private int asideAdopted;

  private record Aside(Claim claim, int bytes) {}

  private static final class Reading {
    boolean begun;
    boolean told;
    long notBeforeNanos = Long.MIN_VALUE;
    int entries;
    int adopted;
  }

  Adoption(ParityCache cache, Publications publications) {
    this.cache = cache;
    this.publications = publications;
    cache.accounts.nodes().forEach(node -> readings.put(node, new Reading()));
  }

  /** Time has passed: begins to read what has not been read, and looks at what is kept aside. */
  void tick(long nowNanos, List<Effect> effects) {
    if (!aside.isEmpty()) {
      lookAside(nowNanos, effects);
    }
    for (NodeId node : cache.accounts.nodes()) {
      Reading reading = readings.get(node);
      boolean isTime =
          reading.notBeforeNanos == Long.MIN_VALUE || reading.notBeforeNanos - nowNanos <= 0;
      if (!reading.begun && isTime && cache.accounts.isReachable(node)) {
        reading.begun = true;
        reading.entries = 0;
        reading.adopted = 0;
        effects.add(new Effect.ReadCatalogue(node, CataloguePage.START));
      }
    }
  }

  /** A page was read. */
  void read(long nowNanos, NodeId node, CataloguePage page, List<Effect> effects) {
    Reading reading = readings.get(node);
    // First of all: whatever comes of this page, there is a next one.
    if (!page.isLast()) {
      effects.add(new Effect.ReadCatalogue(node, page.next()));
    }
    for (CatalogueEntry entry : page.entries()) {
      reading.entries++;
      reading.adopted += adopt(nowNanos, node, entry, effects) ? 1 : 0;
    }
    if (page.isLast() && reading.entries > 0) {
      effects.add(
          new Effect.Log(
              "of %d stripes that are written down on cache node %s as published, %d are taken over"
                  .formatted(reading.entries, node, reading.adopted)));
    }
  }

  private boolean adopt(long nowNanos, NodeId node, CatalogueEntry entry, List<Effect> effects) {
    Optional<Claim> claim = Claim.of(entry);
    if (claim.isEmpty() || cache.encodings.find(entry.stripe()) != null) {
      return false;
    }
    if (!isPossible(claim.get())) {
      effects.add(new Effect.Delete(entry.stripe(), node, List.of(), 0));
      return false;
    }
    NodeId first = claim.get().nodes().get(0);
    if (!first.equals(node)) {
      // It has another name now.
      cache.encodings.removeForeign(claim.get(), first, node, effects);
      return false;
    }
    Aside now = new Aside(claim.get(), entry.claim().length);
    if (aside.containsKey(entry.stripe())) {
      return false;
    }
    boolean isAdopted = adoptOrKeep(nowNanos, now, effects);
    asideEntries += aside.containsKey(entry.stripe()) ? 1 : 0;
    return isAdopted;
  }

  private boolean adoptOrKeep(long nowNanos, Aside one, List<Effect> effects) {
    boolean mayWait = aside.size() < ASIDE_MAX && asideBytes + one.bytes <= ASIDE_BYTES_MAX;
    Adopted adopted = publications.adopt(nowNanos, one.claim, mayWait, effects);
    if (adopted == Adopted.NOT_YET) {
      aside.put(one.claim.id(), one);
      asideBytes += one.bytes;
    }
    return adopted == Adopted.YES;
  }

  private void lookAside(long nowNanos, List<Effect> effects) {
    Map<StripeId, Aside> before = aside;
    aside = new LinkedHashMap<>();
    asideBytes = 0;
    for (Aside one : before.values()) {
      // Somebody may have been granted room by its id meanwhile.
      boolean isFree = cache.encodings.find(one.claim.id()) == null;
      asideAdopted += isFree && adoptOrKeep(nowNanos, one, effects) ? 1 : 0;
    }
    if (aside.isEmpty()) {
      effects.add(
          new Effect.Log(
              "of %d stripes that others were in the way of, %d are taken over now"
                  .formatted(asideEntries, asideAdopted)));
      asideEntries = 0;
      asideAdopted = 0;
    }
  }

  private static boolean isPossible(Claim claim) {
    StripeGeometry geometry = claim.content().geometry();
    try {
      EventLimits.require(claim.content());
    } catch (RefusedRequestException e) {
      return false;
    }
    return !claim.nodes().isEmpty() && claim.nodes().size() == geometry.code().parityCount();
  }

  /** A node did not let it be read: it is tried again later. */
  List<Effect> unread(long nowNanos, NodeId node, String reason) {
    Reading reading = readings.get(node);
    reading.begun = false;
    reading.notBeforeNanos = nowNanos + cache.settings.usedBytesEvery().toNanos();
    if (reading.told) {
      return List.of();
    }
    reading.told = true;
    return List.of(
        new Effect.Log(
            "what is written down on cache node %s as published cannot be read, and is tried again: %s"
                .formatted(node, reason)));
  }
}
