package io.evenkeel.client.read;

import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.model.StripeTicket;
import io.evenkeel.core.model.StripeVersion;
import io.evenkeel.core.port.Scheduler;
import java.util.LinkedHashMap;
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
  private final Map<StripeVersion, Known> tickets =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<StripeVersion, Known> eldest) {
          return size() > REMEMBERED_MAX;
        }
      };

  private record Known(StripeTicket ticket, long sinceNanos) {}

  TicketMemory(Scheduler scheduler) {
    this.scheduler = scheduler;
  }

  synchronized Optional<StripeTicket> of(StripeVersion content) {
    Known known = tickets.get(content);
    if (known != null && scheduler.nanoTime() - known.sinceNanos() >= REMEMBERED_NANOS) {
      tickets.remove(content);
      return Optional.empty();
    }
    return Optional.ofNullable(known).map(Known::ticket);
  }

  synchronized void remember(StripeTicket ticket) {
    tickets.put(ticket.version(), new Known(ticket, scheduler.nanoTime()));
  }

  /** The manager knows nothing of this content any more. */
  synchronized void forget(StripeVersion content) {
    tickets.remove(content);
  }

  /** What was encoded so turned out missing or wrong. */
  synchronized void forget(StripeId id) {
    tickets.values().removeIf(known -> known.ticket().fragments().id().equals(id));
  }
}
