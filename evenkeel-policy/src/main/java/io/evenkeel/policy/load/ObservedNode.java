package io.evenkeel.policy.load;

import io.evenkeel.core.model.DataNodeCounters;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.Witness;
import io.evenkeel.policy.load.NodeEvidence.Asked;
import io.evenkeel.policy.load.NodeRate.Origin;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** What is remembered of one node: clients' testimonies and its own counters. Not thread-safe. */
final class ObservedNode {
  private final RateSettings settings;
  private final Map<Witness, Testimony> clients = new LinkedHashMap<>(4);
  private final SlidingTotals jmx;
  private Optional<DataNodeCounters> counters = Optional.empty();
  private long countedNanos;
  private boolean isUnanswered;
  private long unansweredNanos;
  private long heardNanos;

  ObservedNode(RateSettings settings) {
    this.settings = settings;
    this.jmx = new SlidingTotals(settings);
  }

  /**
   * A client tells something.
   *
   * @param witnessesMax with so many others that still tell something, it is not heard
   */
  void observe(long nowNanos, Witness by, NodeSample sample, int witnessesMax) {
    heardNanos = nowNanos;
    Testimony testimony = clients.get(by);
    if (testimony == null) {
      if (clients.size() >= witnessesMax) {
        clients.values().removeIf(t -> t.isSilent(nowNanos));
      }
      if (clients.size() >= witnessesMax) {
        return;
      }
      testimony = new Testimony(settings);
      clients.put(by, testimony);
    }
    testimony.add(nowNanos, sample);
  }

  /** What the node did is the difference to what it had counted before. */
  void observe(long nowNanos, DataNodeCounters now) {
    heardNanos = nowNanos;
    isUnanswered = false;
    Optional<DataNodeCounters> before =
        counters.filter(b -> now.follow(b) && nowNanos - countedNanos <= settings.windowNanos());
    counters = Optional.of(now);
    countedNanos = nowNanos;
    before.ifPresent(b -> add(nowNanos, b, now));
  }

  private void add(long nowNanos, DataNodeCounters before, DataNodeCounters now) {
    long bytes = now.bytesRead() - before.bytesRead();
    long millis = now.totalReadMillis() - before.totalReadMillis();
    if (bytes > 0 || millis > 0) {
      long reads = now.blocksRead() - before.blocksRead();
      jmx.add(nowNanos, bytes, TimeUnit.MILLISECONDS.toNanos(millis), reads);
    }
  }

  void unanswered(long nowNanos) {
    heardNanos = nowNanos;
    isUnanswered = true;
    unansweredNanos = nowNanos;
  }

  boolean isForgotten(long nowNanos) {
    return nowNanos - heardNanos > settings.windowNanos();
  }

  /** Whether nobody but this witness tells of it. */
  boolean isOnlyOf(Witness by) {
    return counters.isEmpty() && clients.size() == 1 && clients.containsKey(by);
  }

  /** Who tells of it, if there is only one. */
  Optional<Witness> onlyWitness() {
    return isOfOne() ? clients.keySet().stream().findFirst() : Optional.empty();
  }

  boolean isOfOne() {
    return counters.isEmpty() && clients.size() <= 1;
  }

  private boolean isCounted(long nowNanos) {
    return counters.isPresent() && nowNanos - countedNanos <= settings.windowNanos();
  }

  /**
   * What is known now.
   *
   * @param isListed whether it is known that there is such a node
   * @param needsListing whether others are not
   */
  NodeEvidence now(long nowNanos, NodeId node, boolean isListed, boolean needsListing) {
    clients.values().removeIf(t -> t.isSilent(nowNanos));
    List<ClientEvidence> told = new ArrayList<>();
    clients.forEach((by, testimony) -> told.add(testimony.now(nowNanos, by, node)));
    int witnesses = told.size() + (isCounted(nowNanos) ? 1 : 0);
    jmx.slide(nowNanos);
    long busyNanos = jmx.busyNanos();
    Optional<NodeRate> rate =
        busyNanos == 0
            ? Optional.empty()
            : Optional.of(
                NodeRate.of(
                    node,
                    Origin.JMX,
                    jmx.bytes(),
                    busyNanos,
                    jmx.effectiveSamples(),
                    settings.windowNanos()));
    return new NodeEvidence(
        node, needsListing ? isListed : witnesses >= 2, told, rate, asked(nowNanos));
  }

  private Asked asked(long nowNanos) {
    if (isUnanswered && nowNanos - unansweredNanos <= settings.windowNanos()) {
      return Asked.IN_VAIN;
    }
    return isCounted(nowNanos) ? Asked.ANSWERED : Asked.NEVER;
  }
}
