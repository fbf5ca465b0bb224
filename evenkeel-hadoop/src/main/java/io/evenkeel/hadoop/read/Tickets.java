package io.evenkeel.hadoop.read;

import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.FileTicket;
import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.Stripe;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.model.TicketAnswer;
import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.ManagerApi;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The tickets of one open file, asked for in the background, each stripe once: reading starts on
 * the data at once and the ticket joins when it comes. Thread-safe.
 */
final class Tickets {
  private final Optional<ManagerApi> manager;
  private final String path;
  private final Set<Integer> asked = new HashSet<>();
  private FileTicket ticket = FileTicket.none();
  private int requests;
  private int answers;

  Tickets(Optional<ManagerApi> manager, String path) {
    this.manager = manager;
    this.path = path;
  }

  synchronized FileTicket now() {
    return ticket;
  }

  /** Whether an answer of the manager is still to come. */
  synchronized boolean isPending() {
    return answers < requests;
  }

  /** How many requests have been answered or have failed. */
  synchronized int answers() {
    return answers;
  }

  synchronized void drop(StripeId id) {
    ticket = ticket.without(id);
  }

  /**
   * Asks for those stripes of a range that were not asked for yet.
   *
   * @param answered run after every answer and every failure to get one
   */
  void ask(List<Stripe> stripes, ByteRange range, Runnable answered) {
    if (manager.isEmpty()) {
      return;
    }
    List<PlacedStripe> wanted;
    synchronized (this) {
      wanted =
          stripes.stream()
              .filter(s -> !s.range().intersect(range).isEmpty() && !asked.contains(s.number()))
              .limit(ManagerApi.MAX_STRIPES_PER_REQUEST)
              .peek(s -> asked.add(s.number()))
              .map(s -> new PlacedStripe(path, s))
              .toList();
      requests += wanted.isEmpty() ? 0 : 1;
    }
    if (wanted.isEmpty()) {
      return;
    }
    manager
        .get()
        .tickets(
            wanted,
            new Completion<>() {
              @Override
              public void done(TicketAnswer answer) {
                synchronized (Tickets.this) {
                  ticket = ticket.with(answer.tickets());
                  answers++;
                }
                ask(stripes, range, answered);
                answered.run();
              }

              @Override
              public void failed(Throwable cause) {
                // No ticket, no parity; the manager's client has said why, once.
                synchronized (Tickets.this) {
                  answers++;
                }
                answered.run();
              }
            });
  }
}
