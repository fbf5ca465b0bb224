package io.evenkeel.client.ticket;

import io.evenkeel.core.model.BoundedMap;
import io.evenkeel.core.model.ContentVersion;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.model.StripeTicket;
import io.evenkeel.core.port.Scheduler;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The tickets that a process was given lately: a file that is opened again may be read by them
 * while the manager is asked anew. Who reads by one that is not true any more finds nothing there,
 * and says so. Thread-safe.
 */
final class TicketMemory {
  private static final int REMEMBERED_MAX = 4096;
  private static final long REMEMBERED_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final Scheduler scheduler;
  private final Map<ContentVersion, Known> tickets = BoundedMap.byAge(REMEMBERED_MAX);

  private record Known(StripeTicket ticket, long sinceNanos) {}

  TicketMemory(Scheduler scheduler) {
    this.scheduler = scheduler;
  }

  synchronized Optional<StripeTicket> of(ContentVersion content) {
    forgetOldOnes();
    return Optional.ofNullable(tickets.get(content)).map(Known::ticket);
  }

  /** They are in the order in which they were given. */
  private void forgetOldOnes() {
    long now = scheduler.nanoTime();
    Iterator<Known> eldest = tickets.values().iterator();
    while (eldest.hasNext() && now - eldest.next().sinceNanos() >= REMEMBERED_NANOS) {
      eldest.remove();
    }
  }

  /** The manager has been asked about a content, and has given this ticket of it, or none. */
  synchronized void answered(ContentVersion asked, Optional<StripeTicket> given) {
    forgetOldOnes();
    tickets.remove(asked);
    given.ifPresent(ticket -> tickets.put(asked, new Known(ticket, scheduler.nanoTime())));
  }

  /** What was encoded so turned out missing or wrong. */
  synchronized void forget(StripeId id) {
    tickets.values().removeIf(known -> known.ticket().fragments().id().equals(id));
  }
}
