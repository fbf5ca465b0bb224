package io.evenkeel.core.port;

import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.ParityTicket;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.model.StripeVersion;
import java.time.Duration;
import java.util.List;

/**
 * The manager, as clients see it: it knows which stripe versions are published where and of what
 * size, and nothing more. No answer may be waited for by an open, read, write or close; a dead or
 * slow manager is a failed completion within the client's timeout.
 */
public interface ManagerApi extends AutoCloseable {
  /** The most stripes that one {@link #tickets} call may ask for. */
  int MAX_STRIPES_PER_REQUEST = 64;

  /**
   * The tickets of those of the given stripes that are published for exactly this content. Counts
   * as one access to each of them.
   */
  Pending tickets(List<StripeVersion> stripes, Completion<List<ParityTicket>> then);

  /**
   * Asks for room for a stripe's parity before it is stored. The answer names the cache node of
   * each parity index; empty nodes mean: not now, leave this stripe unprotected.
   *
   * @param geometry the stripe as it will be at most; the publication may be smaller
   */
  Pending reserve(StripeId id, StripeGeometry geometry, Completion<Reservation> then);

  /**
   * Binds a stored and confirmed encoding to the content it was made from. Idempotent for equal
   * arguments. Refused when the reservation is unknown (expired, or of a manager that has
   * restarted), or when the encoding is bound to another content already.
   */
  Pending publish(
      StripeId id, StripeVersion version, StripeGeometry geometry, Completion<Answer> then);

  /** Gives a reservation or a publication back; the manager removes its keys. Idempotent. */
  Pending withdraw(StripeId id, String reason, Completion<Answer> then);

  /** What the manager holds, for people and tests. */
  Pending status(Completion<ManagerStatus> then);

  @Override
  void close();

  /**
   * Room granted, or not.
   *
   * @param nodes one cache node per parity index; empty when refused
   * @param timeToLive how long an unpublished fragment may live
   * @param reason why it was refused, empty when granted
   */
  record Reservation(List<NodeId> nodes, Duration timeToLive, String reason) {
    public Reservation {
      nodes = List.copyOf(nodes);
    }

    public boolean granted() {
      return !nodes.isEmpty();
    }
  }

  /** Yes, or no with the reason. */
  record Answer(boolean accepted, String reason) {
    public static final Answer YES = new Answer(true, "");

    public static Answer no(String reason) {
      return new Answer(false, reason);
    }
  }

  /** What the manager holds now. */
  record ManagerStatus(
      String incarnation,
      long capacityBytes,
      long publishedBytes,
      long reservedBytes,
      int publishedStripes,
      int reservedStripes,
      long evictedStripes,
      long refusedReservations,
      long ticketRequests,
      long ticketHits,
      List<NodeStatus> nodes) {
    public ManagerStatus {
      nodes = List.copyOf(nodes);
    }
  }

  /** One cache node as the manager accounts for it. */
  record NodeStatus(NodeId node, long capacityBytes, long usedBytes, boolean reachable) {}
}
