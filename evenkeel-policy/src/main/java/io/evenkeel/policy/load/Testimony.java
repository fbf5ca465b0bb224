package io.evenkeel.policy.load;

import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.Witness;
import io.evenkeel.policy.load.NodeRate.Origin;
import java.util.EnumMap;
import java.util.Map;

/** What one witness has told of one node within the window. Not thread-safe. */
final class Testimony {
  private final RateSettings settings;
  private final Map<Origin, SlidingTotals> rates = new EnumMap<>(Origin.class);

  /** What it has waited since it last got a byte. */
  private final SlidingTotals vain;

  private long waitsSinceNanos;
  private boolean gave;
  private long gaveNanos;
  private long heardNanos;

  Testimony(RateSettings settings) {
    this.settings = settings;
    this.vain = new SlidingTotals(settings);
  }

  /** Takes a sample; what says nothing about the node is passed over. */
  void add(long nowNanos, NodeSample sample) {
    heardNanos = nowNanos;
    if (sample.receivedBytes() > 0) {
      gave = true;
      gaveNanos = nowNanos;
      vain.clear();
    } else if (busyNanosOfOne(sample) >= settings.sampleNanosMin()) {
      vain.slide(nowNanos);
      waitsSinceNanos = vain.busyNanos() > 0 ? waitsSinceNanos : nowNanos;
      vain.add(nowNanos, 0, sample.busyNanos(), 1);
    }
    boolean isLong = requestedBytesOfOne(sample) >= settings.longBytesMin();
    if (counts(sample, isLong ? settings.longBytesMin() : settings.shortBytesMin())) {
      rates
          .computeIfAbsent(
              isLong ? Origin.CLIENT : Origin.CLIENT_SHORT, o -> new SlidingTotals(settings))
          .add(nowNanos, sample.receivedBytes(), sample.busyNanos(), sample.readCount());
    }
  }

  private boolean counts(NodeSample sample, long bytesMin) {
    return requestedBytesOfOne(sample) >= bytesMin
        && (sample.receivedBytes() / sample.readCount() >= bytesMin
            || busyNanosOfOne(sample) >= settings.sampleNanosMin());
  }

  private static long requestedBytesOfOne(NodeSample sample) {
    return sample.requestedBytes() / sample.readCount();
  }

  private static long busyNanosOfOne(NodeSample sample) {
    return sample.busyNanos() / sample.readCount();
  }

  boolean isSilent(long nowNanos) {
    return nowNanos - heardNanos > settings.windowNanos();
  }

  /** What it comes to now. */
  ClientEvidence now(long nowNanos, Witness by, NodeId node) {
    Map<Origin, NodeRate> known = new EnumMap<>(Origin.class);
    rates.forEach((origin, totals) -> add(known, nowNanos, node, origin, totals));
    vain.slide(nowNanos);
    return new ClientEvidence(by, known, vain.busyNanos(), waitsSinceNanos, gave, gaveNanos);
  }

  private void add(
      Map<Origin, NodeRate> known,
      long nowNanos,
      NodeId node,
      Origin origin,
      SlidingTotals totals) {
    totals.slide(nowNanos);
    long busyNanos = totals.busyNanos();
    if (busyNanos > 0) {
      known.put(
          origin,
          NodeRate.of(
              node,
              origin,
              totals.bytes(),
              busyNanos,
              totals.effectiveSamples(),
              settings.windowNanos()));
    }
  }
}
