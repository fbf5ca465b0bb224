package io.evenkeel.core.model;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** What the manager has published of a file's stripes, as known now. Immutable. */
public final class FileTicket {
  private static final FileTicket NONE = new FileTicket(Map.of());
  private final Map<ContentVersion, FragmentTicket> stripes;

  private FileTicket(Map<ContentVersion, FragmentTicket> stripes) {
    this.stripes = Map.copyOf(stripes);
  }

  /** The ticket of a file of which nothing is published, or nothing is known yet. */
  public static FileTicket none() {
    return NONE;
  }

  /** This ticket with the given stripes' tickets added, newer ones replacing older ones. */
  public FileTicket with(Collection<StripeTicket> more) {
    Map<ContentVersion, FragmentTicket> merged = new HashMap<>(stripes);
    for (StripeTicket ticket : more) {
      merged.put(ticket.version(), ticket.fragments());
    }
    return new FileTicket(merged);
  }

  /** This ticket without what it says of a content. */
  public FileTicket without(ContentVersion content) {
    Map<ContentVersion, FragmentTicket> rest = new HashMap<>(stripes);
    rest.remove(content);
    return new FileTicket(rest);
  }

  /** This ticket without a stripe. */
  public FileTicket without(StripeId id) {
    Map<ContentVersion, FragmentTicket> rest = new HashMap<>(stripes);
    rest.values().removeIf(t -> t.id().equals(id));
    return new FileTicket(rest);
  }

  /** This ticket without fragments that turned out missing or wrong. */
  public FileTicket without(CachedFragments bad) {
    Map<ContentVersion, FragmentTicket> rest = new HashMap<>();
    stripes.forEach((content, t) -> t.without(bad).ifPresent(left -> rest.put(content, left)));
    return new FileTicket(rest);
  }

  /** What is cached of exactly this content, if anything is published. */
  public Optional<FragmentTicket> stripe(ContentVersion version) {
    return Optional.ofNullable(stripes.get(version));
  }
}
