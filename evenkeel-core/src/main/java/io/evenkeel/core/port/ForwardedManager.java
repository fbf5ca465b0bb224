package io.evenkeel.core.port;

import io.evenkeel.core.model.ContentVersion;
import io.evenkeel.core.model.NodeLedgers;
import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.PathChange;
import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.model.TicketAnswer;
import java.util.List;

/** Another manager: every call goes there, but for those that a subclass changes. */
public class ForwardedManager implements ManagerApi {
  private final ManagerApi manager;

  protected ForwardedManager(ManagerApi manager) {
    this.manager = manager;
  }

  @Override
  public Pending tickets(List<PlacedStripe> stripes, Completion<TicketAnswer> then) {
    return manager.tickets(stripes, then);
  }

  @Override
  public Pending reserve(StripeId id, StripeGeometry geometry, Completion<Reservation> then) {
    return manager.reserve(id, geometry, then);
  }

  @Override
  public Pending reserveFill(
      StripeId id, ContentVersion version, StripeGeometry geometry, Completion<Reservation> then) {
    return manager.reserveFill(id, version, geometry, then);
  }

  @Override
  public Pending publish(StripeId id, PlacedStripe content, Completion<Answer> then) {
    return manager.publish(id, content, then);
  }

  @Override
  public Pending withdraw(StripeId id, String reason, Completion<Answer> then) {
    return manager.withdraw(id, reason, then);
  }

  @Override
  public Pending missing(StripeId id, Completion<Answer> then) {
    return manager.missing(id, then);
  }

  @Override
  public Pending observe(
      List<NodeSample> samples, List<NodeLedgers> ledgers, Completion<Answer> then) {
    return manager.observe(samples, ledgers, then);
  }

  @Override
  public Pending changed(List<PathChange> changes, Completion<Answer> then) {
    return manager.changed(changes, then);
  }

  @Override
  public Pending queues(QueueReport own, Completion<QueueAnswer> then) {
    return manager.queues(own, then);
  }

  @Override
  public Pending fills(int most, Completion<FillAnswer> then) {
    return manager.fills(most, then);
  }

  @Override
  public Pending status(Completion<ManagerStatus> then) {
    return manager.status(then);
  }

  @Override
  public Pending explain(List<ContentVersion> stripes, Completion<List<StripeExplanation>> then) {
    return manager.explain(stripes, then);
  }

  @Override
  public Pending clients(Completion<Answer> then) {
    return manager.clients(then);
  }

  @Override
  public boolean wantsClientsOn() {
    return manager.wantsClientsOn();
  }

  @Override
  public void close() {
    manager.close();
  }
}
