package io.evenkeel.http;

import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.Pending;
import io.evenkeel.testing.manager.UnaskedManager;
import java.util.List;
import java.util.Optional;

/** Holds nothing and says so. */
class EmptyManager extends UnaskedManager {
  static final Health WELL = new Health(true, 0, 0, "");

  @Override
  public Pending status(Completion<ManagerStatus> then) {
    then.done(
        new ManagerStatus(
            "i",
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            Optional.of(0L),
            Optional.of(0L),
            0,
            0,
            List.of(),
            new PolicyStatus("p", 0, 0, 0, 0, 0, 0, 0, 0),
            new LoadStatus("d", "", List.of())));
    return Pending.DONE;
  }
}
