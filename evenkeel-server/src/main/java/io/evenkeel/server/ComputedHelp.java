package io.evenkeel.server;

import io.evenkeel.manager.ManagerSettings;
import io.evenkeel.policy.load.StragglerDetectors;
import java.time.Duration;
import java.util.ListResourceBundle;

/** Words of the manager's help that its settings decide, as {@code ${bundle:KEY}}. */
public final class ComputedHelp extends ListResourceBundle {
  @Override
  protected Object[][] getContents() {
    return new Object[][] {
      {"default.detector", StragglerDetectors.defaultDetector().name()},
      {"stripe.heap.bytes", Long.toString(heapBytesPerStripe())}
    };
  }

  private static long heapBytesPerStripe() {
    ManagerSettings any = ManagerSettings.of(1, Duration.ofSeconds(1));
    return ManagerMain.heapBytesWanted(any.withLimits(1, any.sampleEvery()));
  }
}
