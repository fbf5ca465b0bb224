package io.evenkeel.http;

import io.evenkeel.core.model.ParityTicket;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.model.StripeVersion;
import java.util.List;

/** The bodies of requests and of those answers that are not a single record of the API. */
final class Messages {
  static final String TICKETS = "/v1/tickets";
  static final String RESERVE = "/v1/reserve";
  static final String PUBLISH = "/v1/publish";
  static final String WITHDRAW = "/v1/withdraw";
  static final String STATUS = "/v1/status";

  private Messages() {}

  record TicketsRequest(List<StripeVersion> stripes) {}

  record TicketsAnswer(List<ParityTicket> tickets) {}

  record ReserveRequest(StripeId id, StripeGeometry geometry) {}

  record PublishRequest(StripeId id, StripeVersion version, StripeGeometry geometry) {}

  record WithdrawRequest(StripeId id, String reason) {}

  record Refused(String error) {}
}
