package io.evenkeel.manager;

import io.evenkeel.core.model.CatalogueEntry;
import io.evenkeel.core.model.CataloguePage;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.port.RefusedRequestException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a manager before this one has published is taken over: what is written down on each cache
 * node is read, once, as soon as the node is reached. A claim that cannot be adopted is struck, and
 * the fragments that it names are removed; one of another release's form is left alone.
 */
final class Adoption {
  private final ParityCache cache;
  private final Publications publications;
  private final Map<NodeId, Reading> readings = new HashMap<>();

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
    cache.ledger.nodes().forEach(node -> readings.put(node, new Reading()));
  }

  /** Time has passed: begins to read what has not been read. */
  void tick(long nowNanos, List<Effect> effects) {
    for (NodeId node : cache.ledger.nodes()) {
      Reading reading = readings.get(node);
      boolean isTime =
          reading.notBeforeNanos == Long.MIN_VALUE || reading.notBeforeNanos - nowNanos <= 0;
      if (!reading.begun && isTime && cache.ledger.isReachable(node)) {
        reading.begun = true;
        reading.entries = 0;
        reading.adopted = 0;
        effects.add(new Effect.ReadCatalogue(node, CataloguePage.START));
      }
    }
  }

  /** A page was read. */
  List<Effect> read(long nowNanos, NodeId node, CataloguePage page) {
    Reading reading = readings.get(node);
    List<Effect> effects = new ArrayList<>();
    for (CatalogueEntry entry : page.entries()) {
      reading.entries++;
      reading.adopted += adopt(nowNanos, node, entry, effects) ? 1 : 0;
    }
    if (!page.isLast()) {
      effects.add(new Effect.ReadCatalogue(node, page.next()));
    } else if (reading.entries > 0) {
      effects.add(
          new Effect.Log(
              "of %d stripes that are written down on cache node %s as published, %d are taken over"
                  .formatted(reading.entries, node, reading.adopted)));
    }
    return effects;
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
    return publications.adopt(nowNanos, claim.get(), effects);
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
    reading.notBeforeNanos = nowNanos + cache.settings.sampleEvery().toNanos();
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
