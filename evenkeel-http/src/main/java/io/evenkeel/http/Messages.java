package io.evenkeel.http;

import io.evenkeel.core.model.ContentVersion;
import io.evenkeel.core.model.NodeLedgers;
import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.PathChange;
import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.port.ManagerApi.StripeExplanation;
import java.util.List;

/** The bodies of requests and of those answers that are not a single record of the API. */
final class Messages {
  static final String TICKETS = "/v1/tickets";
  static final String RESERVE = "/v1/reserve";
  static final String RESERVE_FILL = "/v1/reserve-fill";
  static final String PUBLISH = "/v1/publish";
  static final String WITHDRAW = "/v1/withdraw";
  static final String MISSING = "/v1/missing";
  static final String OBSERVE = "/v1/observe";
  static final String QUEUES = "/v1/queues";
  static final String CHANGED = "/v1/changed";
  static final String FILLS = "/v1/fills";
  static final String STATUS = "/v1/status";
  static final String EXPLAIN = "/v1/explain";
  static final String CLIENTS = "/v1/clients";
  static final String HEALTH = "/healthz";

  /** Of every answer while clients are to be off, with {@link #OFF}. */
  static final String CLIENTS_HEADER = "evenkeel-clients";

  static final String OFF = "off";

  private Messages() {}

  record TicketsRequest(List<PlacedStripe> stripes) {}

  record ReserveRequest(StripeId id, StripeGeometry geometry) {}

  record ReserveFillRequest(StripeId id, ContentVersion version, StripeGeometry geometry) {}

  record PublishRequest(StripeId id, PlacedStripe content) {}

  record WithdrawRequest(StripeId id, String reason) {}

  record MissingRequest(StripeId id) {}

  record ObserveRequest(List<NodeSample> samples, List<NodeLedgers> ledgers) {}

  record ChangedRequest(List<PathChange> changes) {}

  record FillsRequest(int most) {}

  record ExplainRequest(List<ContentVersion> stripes) {}

  record Explanations(List<StripeExplanation> stripes) {}

  record Refused(String error) {}
}
