package io.evenkeel.testing.manager;

import io.evenkeel.core.model.ContentVersion;
import io.evenkeel.core.model.NodeLedgers;
import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.PathChange;
import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.model.TicketAnswer;
import io.evenkeel.core.model.Witness;
import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.ManagerService;
import io.evenkeel.core.port.Pending;
import java.util.List;

/** A manager that may not be asked anything; a test's double overrides what it expects. */
public class UnaskedManager implements ManagerService {
  @Override
  public Pending tickets(Witness by, List<PlacedStripe> stripes, Completion<TicketAnswer> then) {
    throw unexpected("tickets of " + stripes);
  }

  @Override
  public Pending reserve(StripeId id, StripeGeometry geometry, Completion<Reservation> then) {
    throw unexpected("room for " + id);
  }

  @Override
  public Pending reserveFill(
      StripeId id, ContentVersion version, StripeGeometry geometry, Completion<Reservation> then) {
    throw unexpected("room for a fill of " + version);
  }

  @Override
  public Pending publish(StripeId id, PlacedStripe content, Completion<Answer> then) {
    throw unexpected("publication of " + id);
  }

  @Override
  public Pending withdraw(Witness by, StripeId id, String reason, Completion<Answer> then) {
    throw unexpected("withdrawal of " + id);
  }

  @Override
  public Pending missing(StripeId id, Completion<Answer> then) {
    throw unexpected("to look for " + id);
  }

  @Override
  public Pending changed(List<PathChange> changes, Completion<Answer> then) {
    throw unexpected("to note " + changes);
  }

  @Override
  public Pending queues(Witness by, QueueReport own, Completion<QueueAnswer> then) {
    throw unexpected("what is outstanding beside " + own + " by " + by);
  }

  @Override
  public Pending clients(Completion<Answer> then) {
    throw unexpected("whether clients are on");
  }

  @Override
  public Pending observe(
      Witness by, List<NodeSample> samples, List<NodeLedgers> ledgers, Completion<Answer> then) {
    throw unexpected("to observe " + samples + " by " + by);
  }

  @Override
  public Pending fills(int most, Completion<FillAnswer> then) {
    throw unexpected("fills");
  }

  @Override
  public Pending status(Completion<ManagerStatus> then) {
    throw unexpected("its status");
  }

  @Override
  public Pending explain(List<ContentVersion> stripes, Completion<List<StripeExplanation>> then) {
    throw unexpected("an explanation of " + stripes);
  }

  @Override
  public void close() {}

  private static AssertionError unexpected(String what) {
    return new AssertionError("asked for " + what + ", which this test does not expect");
  }
}
