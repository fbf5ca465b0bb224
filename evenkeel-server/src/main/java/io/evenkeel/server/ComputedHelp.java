package io.evenkeel.server;

import io.evenkeel.core.log.ByteText;
import io.evenkeel.manager.ManagerSettings;
import io.evenkeel.policy.load.StragglerDetectors;
import java.time.Duration;
import java.util.ListResourceBundle;

/** Words of the manager's help that its settings decide, as {@code ${bundle:KEY}}. */
public final class ComputedHelp extends ListResourceBundle {
  @Override
  protected Object[][] getContents() {
    // One whose time to live shortens nothing.
    ManagerSettings usual = ManagerSettings.of(1, Duration.ofDays(1));
    return new Object[][] {
      {"default.detector", StragglerDetectors.defaultDetector().name()},
      {"max.stripes", Integer.toString(usual.maxStripes())},
      {"window.seconds", seconds(usual.window())},
      {"evaluate.seconds", seconds(usual.evaluateEvery())},
      {"fill.delay.seconds", seconds(usual.fillDelay())},
      {"fill.bytes.per.second", ByteText.of(usual.fillBytesPerSecond())},
      {"largest.file.bytes", ByteText.of(usual.asInThePaper().largestFileBytes())},
      {"lease.seconds", seconds(usual.lease())},
      {"stripe.heap.bytes", Long.toString(heapBytesPerStripe(usual))},
      {"stripe.of.file.heap.bytes", Long.toString(heapBytesPerStripe(usual.asInThePaper()))}
    };
  }

  private static String seconds(Duration duration) {
    return Long.toString(duration.toSeconds());
  }

  private static long heapBytesPerStripe(ManagerSettings any) {
    return ManagerMain.heapBytesWanted(any.withLimits(1, any.usedBytesEvery()));
  }
}
