package io.evenkeel.core.fill;

import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.ManagerApi.Reservation;
import io.evenkeel.core.port.Pending;
import java.util.List;

/** A new file that is encoded from its first byte on while it is written. */
record WrittenFile(ParityWriters writers, String path) implements Purpose {
  private static final int REASONS_TOLD = 3;

  @Override
  public int firstStripe() {
    return 0;
  }

  @Override
  public boolean isOfKnownLength() {
    return false;
  }

  @Override
  public Pending reserve(StripeId id, StripeGeometry room, Completion<Reservation> then) {
    return writers.ports().manager().reserve(id, room, then);
  }

  @Override
  public boolean hasAsked() {
    return true;
  }

  @Override
  public void ended(int published, int unprotected, List<String> reasons) {
    writers.wrote(published, unprotected);
    writers.ports().outcomes().ended(path, published, unprotected);
    if (unprotected > 0) {
      writers.tell(
          path
              + ": parity of "
              + unprotected
              + " of "
              + (published + unprotected)
              + " stripes is not cached, because "
              + String.join("; ", reasons.stream().limit(REASONS_TOLD).toList()));
    }
  }
}
