package io.evenkeel.manager;

import io.evenkeel.core.log.RareLine;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Lines of one cause, of which one a minute is said, with how many it stands for: one cache node
 * that starts anew, or one filler that dies, would else have a line for each stripe.
 */
final class RareLog {
  private final RareLine rare = new RareLine(TimeUnit.MINUTES.toNanos(1));

  void say(long nowNanos, Effect.Log line, List<Effect> effects) {
    long unsaid = rare.unsaidBefore(nowNanos);
    if (unsaid == 0) {
      effects.add(line);
    } else if (unsaid > 0) {
      String all = line.message() + " (and " + unsaid + " more before)";
      effects.add(new Effect.Log(all));
    }
  }

  /** How many no line stands for, where none has come for a while. */
  long takeUnsaid(long nowNanos) {
    return rare.takeUnsaid(nowNanos);
  }
}
