package io.evenkeel.core.port;

import io.evenkeel.core.model.NodeLedgers;
import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.model.TicketAnswer;
import io.evenkeel.core.model.Witness;
import java.util.List;

/**
 * A manager as the door that clients come in by sees it: what they say of storage nodes comes with
 * who says it, for no one witness accuses a node for all.
 */
public interface ManagerService extends ManagerApi {
  /**
   * As {@link ManagerApi#tickets}; whose parity is made first goes by who asks.
   *
   * @param by whoever is at the other end, as of {@link #observe}
   */
  Pending tickets(Witness by, List<PlacedStripe> stripes, Completion<TicketAnswer> then);

  /** Within the manager's own process: it is a client of this machine. */
  @Override
  default Pending tickets(List<PlacedStripe> stripes, Completion<TicketAnswer> then) {
    return tickets(Witness.THIS_MACHINE, stripes, then);
  }

  /**
   * As {@link ManagerApi#observe}.
   *
   * @param by whoever is at the other end, as the door knows it; nothing that a request could say
   */
  Pending observe(
      Witness by, List<NodeSample> samples, List<NodeLedgers> ledgers, Completion<Answer> then);

  /** Within the manager's own process: it is a client of this machine. */
  @Override
  default Pending observe(
      List<NodeSample> samples, List<NodeLedgers> ledgers, Completion<Answer> then) {
    return observe(Witness.THIS_MACHINE, samples, ledgers, then);
  }

  /**
   * As {@link ManagerApi#withdraw}.
   *
   * @param by whoever is at the other end, as of {@link #observe}
   */
  Pending withdraw(Witness by, StripeId id, String reason, Completion<Answer> then);

  /** Within the manager's own process: it is a client of this machine. */
  @Override
  default Pending withdraw(StripeId id, String reason, Completion<Answer> then) {
    return withdraw(Witness.THIS_MACHINE, id, reason, then);
  }

  /**
   * As {@link ManagerApi#queues}.
   *
   * @param by whoever is at the other end, as of {@link #observe}
   */
  Pending queues(Witness by, QueueReport own, Completion<QueueAnswer> then);

  /** Within the manager's own process: it is a client of this machine. */
  @Override
  default Pending queues(QueueReport own, Completion<QueueAnswer> then) {
    return queues(Witness.THIS_MACHINE, own, then);
  }

  /** Whom an operator turns off is told at the door; behind it all are on. */
  @Override
  default Pending clients(Completion<Answer> then) {
    then.done(Answer.YES);
    return Pending.DONE;
  }

  /** As {@link #clients}. */
  @Override
  default boolean wantsClientsOn() {
    return true;
  }
}
