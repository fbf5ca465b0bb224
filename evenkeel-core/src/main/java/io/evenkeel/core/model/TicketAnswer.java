package io.evenkeel.core.model;

import java.util.List;

/**
 * What the manager says to a reader.
 *
 * @param tickets what is cached
 * @param wanted the contents whose parity should be cached: who reads all of one and verifies it
 *     may encode it in passing
 * @param stragglers the nodes not to wait for
 */
public record TicketAnswer(
    List<StripeTicket> tickets, List<ContentVersion> wanted, List<NodeView> stragglers) {
  public TicketAnswer {
    tickets = List.copyOf(tickets);
    wanted = List.copyOf(wanted);
    stragglers = List.copyOf(stragglers);
  }
}
