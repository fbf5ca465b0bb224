package io.evenkeel.policy.load;

import io.evenkeel.core.model.DataNodeCounters;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.Witness;
import io.evenkeel.policy.load.NodeRate.Origin;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The service rate of each node over a sliding window: bytes over the time in which they were
 * served (POCache, JPDC 2022, section 3.3, which leaves the window open).
 *
 * <p>Two kinds of witnesses: clients, by samples of their reads, and the counters of a DataNode's
 * {@code /jmx}. Only clients see reads that they abort; the counters in turn see every client, but
 * take a slow client for a slow node. They are therefore kept apart, and so is every client: what
 * one tells changes nothing of what others have told.
 *
 * <p>A node that did nothing in the window has no rate: idle is neither zero nor as it was. A node
 * that nobody has reported for a window is forgotten. Where it is known which nodes there are,
 * others are passed over; where it is not, whoever invents nodes pushes his own out. Not
 * thread-safe; time must come from one clock and should not go back.
 */
public final class ServiceRateEstimator {
  private static final float LOAD_FACTOR = 0.75f;

  /** Of very many nodes fewer witnesses each are remembered. */
  private static final int WITNESSES_LEAST = 4;

  /** A witness alone makes up at most this part of the nodes. */
  private static final int SHARES = 8;

  private final RateSettings settings;

  /** The one longest not heard of comes first. */
  private final LinkedHashMap<NodeId, ObservedNode> nodes =
      new LinkedHashMap<>(16, LOAD_FACTOR, true);

  /** Of how many nodes each witness tells alone: as of the last look, and since. */
  private final Map<Witness, Integer> alone = new HashMap<>();

  private Set<NodeId> listed = Set.of();
  private boolean refused;
  private long refusedNanos;

  public ServiceRateEstimator(RateSettings settings) {
    this.settings = settings;
  }

  public RateSettings settings() {
    return settings;
  }

  /** From now on there are these nodes and no others; with none it is not known which. */
  public void list(Set<NodeId> all) {
    listed = Set.copyOf(all);
  }

  /**
   * A client's lane has ended. What says nothing about the node is passed over.
   *
   * @param by the machine of the client
   */
  public void observe(long nowNanos, Witness by, NodeSample sample) {
    NodeId id = sample.node();
    if (!nodes.containsKey(id) && !makeRoom(id, by)) {
      refused = true;
      refusedNanos = nowNanos;
      return;
    }
    node(id).observe(nowNanos, by, sample, witnessesMax());
  }

  /**
   * What a DataNode has counted so far; what it did is the difference to what it had counted
   * before. Counters that went back are those of a restarted DataNode: it starts anew, as after a
   * window without counters.
   */
  public void observe(long nowNanos, DataNodeCounters counters) {
    NodeId id = counters.node();
    if (nodes.containsKey(id) || makeRoom(id)) {
      node(id).observe(nowNanos, counters);
    }
  }

  /** A DataNode was asked for its counters and did not answer. */
  public void unanswered(long nowNanos, NodeId id) {
    if (nodes.containsKey(id) || makeRoom(id)) {
      node(id).unanswered(nowNanos);
    }
  }

  private ObservedNode node(NodeId id) {
    return nodes.computeIfAbsent(id, n -> new ObservedNode(settings));
  }

  private boolean isFull() {
    return nodes.size() >= Math.max(settings.nodesMax(), listed.size());
  }

  private int witnessesMax() {
    int fewer =
        (int) ((long) settings.nodesMax() * settings.witnessesMax() / Math.max(1, listed.size()));
    return Math.max(
        Math.min(WITNESSES_LEAST, settings.witnessesMax()),
        Math.min(settings.witnessesMax(), fewer));
  }

  /**
   * Whether there is room for a node that this witness is the first to tell of. Of those that only
   * it tells of it has a share, and the eldest of them makes room for more.
   */
  private boolean makeRoom(NodeId id, Witness by) {
    if (!listed.isEmpty()) {
      return listed.contains(id);
    }
    int own = alone.getOrDefault(by, 0);
    if (own >= Math.max(1, settings.nodesMax() / SHARES) && removeEldest(n -> n.isOnlyOf(by))) {
      own--;
    }
    if (isFull() && !removeEldest(ObservedNode::isOfOne)) {
      return false;
    }
    alone.put(by, own + 1);
    return true;
  }

  /** The same for one that has counted something: this is asked of real ones only. */
  private boolean makeRoom(NodeId id) {
    if (!listed.isEmpty()) {
      return listed.contains(id);
    }
    return !isFull() || removeEldest(ObservedNode::isOfOne) || removeEldest(n -> true);
  }

  private boolean removeEldest(Predicate<ObservedNode> which) {
    for (var each = nodes.values().iterator(); each.hasNext(); ) {
      if (which.test(each.next())) {
        each.remove();
        return true;
      }
    }
    return false;
  }

  /** What is known now, by node. Forgets the nodes that nobody has reported for a window. */
  List<NodeEvidence> evidence(long nowNanos) {
    nodes.values().removeIf(n -> n.isForgotten(nowNanos));
    alone.clear();
    List<NodeEvidence> known = new ArrayList<>();
    for (Map.Entry<NodeId, ObservedNode> entry : nodes.entrySet()) {
      boolean isListed = listed.contains(entry.getKey());
      entry.getValue().onlyWitness().ifPresent(w -> alone.merge(w, 1, Integer::sum));
      known.add(entry.getValue().now(nowNanos, entry.getKey(), isListed, !listed.isEmpty()));
    }
    known.sort(Comparator.comparing(NodeEvidence::node));
    return known;
  }

  /**
   * The rates that are known now, by node: at most one of each origin for a node. Forgets the nodes
   * that nobody has reported for a window.
   */
  public List<NodeRate> rates(long nowNanos) {
    List<NodeRate> rates = new ArrayList<>();
    for (NodeEvidence node : evidence(nowNanos)) {
      for (Origin origin : Origin.values()) {
        node.rate(origin).ifPresent(rates::add);
      }
    }
    return rates;
  }

  /** The nodes that clients have told of within the window. Forgets those that nobody has. */
  public List<NodeId> told(long nowNanos) {
    return evidence(nowNanos).stream()
        .filter(n -> !n.clients().isEmpty())
        .map(NodeEvidence::node)
        .toList();
  }

  /**
   * Whether clients have told within the window of nodes that are passed over, for want of a place.
   */
  boolean passesOver(long nowNanos) {
    return refused && nowNanos - refusedNanos <= settings.windowNanos();
  }
}
