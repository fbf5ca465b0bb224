package io.evenkeel.manager;

import io.evenkeel.core.log.RareLine;
import io.evenkeel.core.model.BoundedMap;
import io.evenkeel.core.model.DataNodeCounters;
import io.evenkeel.core.model.Ledger;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeLedgers;
import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.NodeView;
import io.evenkeel.core.model.Witness;
import io.evenkeel.core.port.ManagerApi.LoadStatus;
import io.evenkeel.core.port.ManagerApi.NodeLoad;
import io.evenkeel.core.port.ManagerApi.QueueAnswer;
import io.evenkeel.core.port.ManagerApi.QueueReport;
import io.evenkeel.policy.load.NodeRate;
import io.evenkeel.policy.load.RateSettings;
import io.evenkeel.policy.load.ServiceRateEstimator;
import io.evenkeel.policy.load.StragglerDetectors;
import io.evenkeel.policy.load.StragglerView;
import io.evenkeel.policy.load.StragglerWatch;
import io.evenkeel.policy.load.WatchSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** How fast the storage nodes serve, what waits at them, and which are stragglers now. */
final class StorageNodes {
  private static final int LEDGERS_MAX = 1000;
  private final StripeCodec codec;
  private final String detector;
  private final long evaluateNanos;
  private static final long CAVEAT_EVERY_NANOS = Duration.ofHours(1).toNanos();

  private final ServiceRateEstimator estimator;

  /** Of the nodes that were gone around last. */
  private final Map<NodeId, NodeLedgers> ledgers = BoundedMap.byUse(LEDGERS_MAX);

  private final OutstandingBytes outstanding = new OutstandingBytes();
  private final StragglerWatch watch;
  private StragglerView view = StragglerView.NOTHING;
  private BitSet numbers = new BitSet();
  private List<NodeView> slow = List.of();

  /** As of the first time that somebody has asked since the last evaluation. */
  private Map<NodeId, NodeRate> knownRates = Map.of();

  private boolean areRatesOld = true;
  private long dueNanos;
  private boolean started;
  private final RareLine caveats = new RareLine(CAVEAT_EVERY_NANOS);

  StorageNodes(ManagerSettings settings, StripeCodec codec) {
    this.codec = codec;
    detector = settings.detector();
    evaluateNanos = settings.evaluateEvery().toNanos();
    RateSettings rates = RateSettings.defaults().withWindow(settings.window().toNanos());
    estimator = new ServiceRateEstimator(rates);
    watch =
        new StragglerWatch(estimator, StragglerDetectors.named(detector), WatchSettings.defaults());
  }

  void observe(long nowNanos, Witness by, List<NodeSample> samples) {
    samples.forEach(s -> estimator.observe(nowNanos, by, s));
  }

  /** What clients asked around nodes. */
  void enter(List<NodeLedgers> entries) {
    for (NodeLedgers entry : entries) {
      ledgers.merge(entry.node(), entry, NodeLedgers::plus);
    }
  }

  void observe(long nowNanos, DataNodeCounters counters) {
    estimator.observe(nowNanos, counters);
  }

  void unanswered(long nowNanos, NodeId node) {
    estimator.unanswered(nowNanos, node);
  }

  /** Which nodes there are. */
  void list(Set<NodeId> nodes) {
    codec.list(nodes);
    estimator.list(nodes);
    outstanding.list(nodes);
  }

  /** What a process has outstanding, answered by what all have, with the rates of its nodes. */
  QueueAnswer queues(long nowNanos, Witness by, QueueReport own) {
    if (areRatesOld) {
      knownRates = rates(nowNanos);
      areRatesOld = false;
    }
    return outstanding.tell(nowNanos, by, own, node -> bytesPerSecond(knownRates.get(node)));
  }

  private static double bytesPerSecond(NodeRate rate) {
    return rate == null ? 0 : rate.bytesPerSecond();
  }

  /** Clients' rates come before a node's own counters. */
  private Map<NodeId, NodeRate> rates(long nowNanos) {
    Map<NodeId, NodeRate> best = new TreeMap<>();
    estimator.rates(nowNanos).forEach(r -> best.putIfAbsent(r.node(), r));
    return best;
  }

  /** Time has passed: what processes had outstanding is forgotten unless they say it again. */
  void forgetOutstanding(long nowNanos) {
    outstanding.forget(nowNanos);
  }

  /** Why stragglers may go unseen, while nodes are read from; told once an hour. */
  Optional<String> caveatToTell(long nowNanos) {
    String caveat = view.caveat();
    boolean known = view.judgedNodes() > 0 && !caveat.isEmpty();
    return known && caveats.unsaidBefore(nowNanos) >= 0 ? Optional.of(caveat) : Optional.empty();
  }

  /** Judges the nodes if it is time; whether the stragglers are others than before. */
  boolean evaluate(long nowNanos) {
    if (!started) {
      started = true;
      dueNanos = nowNanos + evaluateNanos;
    }
    if (dueNanos - nowNanos > 0) {
      return false;
    }
    dueNanos = nowNanos + evaluateNanos;
    view = watch.evaluate(nowNanos);
    areRatesOld = true;
    slow =
        view.stragglers().entrySet().stream()
            .map(e -> new NodeView(e.getKey(), true, e.getValue()))
            .toList();
    BitSet before = numbers;
    numbers = codec.use(view.stragglers().keySet());
    codec.leave(before);
    return !view.appeared().isEmpty() || !view.recovered().isEmpty();
  }

  /** As of the last evaluation. */
  StragglerView view() {
    return view;
  }

  /** How many nodes it names to the codec. */
  int namedCount() {
    return numbers.cardinality();
  }

  /** The codec's numbers of the stragglers; not to be changed. */
  BitSet numbers() {
    return numbers;
  }

  boolean anyStraggler() {
    return !numbers.isEmpty();
  }

  /** Whether some block cannot be had without a straggler. */
  boolean touches(KnownStripe stripe) {
    return codec.needsAny(stripe, numbers);
  }

  /** The stragglers that some block cannot be had without. */
  List<NodeId> touching(KnownStripe stripe) {
    return codec.needed(stripe, numbers);
  }

  /** What readers are told. */
  List<NodeView> stragglers() {
    return slow;
  }

  LoadStatus status(long nowNanos) {
    outstanding.forget(nowNanos);
    Map<NodeId, NodeRate> now = rates(nowNanos);
    TreeSet<NodeId> known = new TreeSet<>(now.keySet());
    known.addAll(estimator.told(nowNanos));
    known.addAll(view.stragglers().keySet());
    known.addAll(ledgers.keySet());
    known.addAll(outstanding.nodes());
    List<NodeLoad> nodes = new ArrayList<>();
    for (NodeId node : known) {
      NodeRate rate = now.get(node);
      NodeLedgers around =
          ledgers.getOrDefault(node, new NodeLedgers(node, Ledger.NONE, Ledger.NONE));
      nodes.add(
          new NodeLoad(
              node,
              bytesPerSecond(rate),
              rate == null ? 0 : rate.bytes(),
              view.isStraggler(node),
              view.stragglers().getOrDefault(node, view.suspects().getOrDefault(node, "")),
              around.redirected(),
              around.duplicated(),
              Optional.of(outstanding.queuedBytes(node))));
    }
    return new LoadStatus(detector, view.caveat(), nodes);
  }

  /** Throws unless what is outstanding adds up. */
  void check() {
    outstanding.check();
  }
}
