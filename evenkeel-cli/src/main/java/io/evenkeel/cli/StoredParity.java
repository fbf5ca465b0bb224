package io.evenkeel.cli;

import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.port.ManagerApi.Answer;
import io.evenkeel.manager.Effect;
import io.evenkeel.manager.Manager;
import io.evenkeel.manager.Outcome;

/** Parity for a manager that has no cache nodes, as in models: what it looks for is there. */
public final class StoredParity {
  private StoredParity() {}

  /** Publishes it, and answers the manager's look for it. */
  public static Answer publish(Manager manager, long nowNanos, StripeId id, PlacedStripe content) {
    Outcome<Answer> published = manager.publish(nowNanos, id, content);
    for (Effect effect : published.effects()) {
      if (effect instanceof Effect.Renew look) {
        manager.renewed(nowNanos, look.stripe(), look.node(), look.keys().size());
      }
    }
    return published.answer();
  }
}
