package io.evenkeel.core.model;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** What the manager has published of a file's stripes, as known now. Immutable. */
public final class FileTicket {
  private static final FileTicket NONE = new FileTicket(Map.of());
  private final Map<StripeVersion, ParityTicket> stripes;

  private FileTicket(Map<StripeVersion, ParityTicket> stripes) {
    this.stripes = Map.copyOf(stripes);
  }

  /** The ticket of a file of which nothing is published, or nothing is known yet. */
  public static FileTicket none() {
    return NONE;
  }

  /** This ticket with the given stripes' tickets added, newer ones replacing older ones. */
  public FileTicket with(Collection<ParityTicket> more) {
    Map<StripeVersion, ParityTicket> merged = new HashMap<>(stripes);
    for (ParityTicket ticket : more) {
      merged.put(ticket.version(), ticket);
    }
    return new FileTicket(merged);
  }

  /** This ticket without a stripe whose parity turned out missing or wrong. */
  public FileTicket without(StripeId id) {
    Map<StripeVersion, ParityTicket> rest = new HashMap<>(stripes);
    rest.values().removeIf(t -> t.id().equals(id));
    return new FileTicket(rest);
  }

  /** The cached parity of exactly this content, if any is published. */
  public Optional<ParityTicket> stripe(StripeVersion version) {
    return Optional.ofNullable(stripes.get(version));
  }
}
