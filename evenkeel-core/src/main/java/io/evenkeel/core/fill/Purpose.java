package io.evenkeel.core.fill;

import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.ManagerApi.Reservation;
import io.evenkeel.core.port.Pending;
import java.util.List;

/** What is different between encoding a file that is written and a stripe that is read. */
interface Purpose {
  /** The number within its file of the stripe that the first byte belongs to. */
  int firstStripe();

  /** Whether it is known from the first byte on how long the stripe is. */
  boolean isOfKnownLength();

  /** Asks for room, and again to keep it or for more; else as {@code ManagerApi.reserve}. */
  Pending reserve(StripeId id, StripeGeometry room, Completion<Reservation> then);

  /** Whether the manager may know of a reservation that is now to be given back. */
  boolean hasAsked();

  /**
   * Everything is published or given up; called once, on any thread.
   *
   * @param reasons why stripes were given up, each once
   */
  void ended(int published, int unprotected, List<String> reasons);
}
