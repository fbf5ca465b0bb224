package io.evenkeel.core.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Leave to read what is cached of one encoding: what was published, and where. Of which content,
 * whoever holds the ticket knows. Any of its indexes may be cached, and any of them on several
 * nodes.
 *
 * @param places best first where an index has several
 */
public record FragmentTicket(StripeId id, StripeGeometry geometry, List<FragmentPlace> places) {
  private static final int PLACES_PER_INDEX_MAX = 8;

  public FragmentTicket {
    Objects.requireNonNull(id, "id is null");
    Objects.requireNonNull(geometry, "geometry is null");
    places = List.copyOf(places);
    for (FragmentPlace place : places) {
      if (place.index() >= geometry.code().totalCount()) {
        throw new IllegalArgumentException(
            "a ticket of %s has no index %d".formatted(geometry.code(), place.index()));
      }
    }
    if (Set.copyOf(places).size() != places.size()
        || places.size() > PLACES_PER_INDEX_MAX * geometry.code().totalCount()) {
      throw new IllegalArgumentException(
          "a ticket names each place once, and at most %d an index, got %s"
              .formatted(PLACES_PER_INDEX_MAX, places));
    }
  }

  /**
   * The ticket of parity alone.
   *
   * @param nodes of each parity index k..k+m-1, in order
   */
  public static FragmentTicket ofParity(StripeId id, StripeGeometry geometry, List<NodeId> nodes) {
    if (nodes.size() != geometry.code().parityCount()) {
      throw new IllegalArgumentException(
          "parity of " + geometry.code() + " is on one cache node per index, got " + nodes);
    }
    List<FragmentPlace> places = new ArrayList<>();
    for (int p = 0; p < nodes.size(); p++) {
      places.add(new FragmentPlace(geometry.code().dataCount() + p, nodes.get(p)));
    }
    return new FragmentTicket(id, geometry, places);
  }

  /**
   * This ticket without fragments that turned out missing or wrong; empty when it names no others.
   */
  public Optional<FragmentTicket> without(CachedFragments bad) {
    FragmentPlace place = new FragmentPlace(bad.index(), bad.node());
    if (!id.equals(bad.stripe()) || !places.contains(place)) {
      return Optional.of(this);
    }
    List<FragmentPlace> rest = places.stream().filter(p -> !p.equals(place)).toList();
    return rest.isEmpty() ? Optional.empty() : Optional.of(new FragmentTicket(id, geometry, rest));
  }

  /** How many indexes of parity are cached somewhere. */
  public int parityCount() {
    return (int)
        places.stream()
            .mapToInt(FragmentPlace::index)
            .filter(index -> index >= geometry.code().dataCount())
            .distinct()
            .count();
  }

  /** Where an index is cached, best first; empty when nowhere. */
  public List<Source> sources(int index) {
    List<Source> sources = new ArrayList<>();
    for (FragmentPlace place : places) {
      if (place.index() == index) {
        sources.add(new CachedFragments(id, index, geometry, place.node()));
      }
    }
    return sources;
  }
}
