package io.evenkeel.policy.load;

import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.Witness;
import io.evenkeel.policy.load.NodeRate.Origin;
import io.evenkeel.policy.load.StragglerDetector.Judgement;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The real nodes beside each other, each kind of testimony by itself, and which witnesses are not
 * to be heard: whoever finds most of its nodes slow or hung has a slow or broken network itself.
 */
final class Comparison {
  /** So many nodes say what is common, however many there are. */
  private static final int MANY_NODES = 8;

  private static final int BARELY_READ_SHOWN = 3;

  private final WatchSettings settings;
  private final Map<Origin, Map<NodeId, NodeVerdict>> verdicts = new EnumMap<>(Origin.class);
  private final Set<String> caveats = new LinkedHashSet<>();

  /** Those that look slow and were read too little to be judged. */
  private final Map<NodeId, NodeVerdict> barelyRead = new TreeMap<>();

  /** Of the rates of at least two nodes, by who saw them. */
  private final Map<Witness, Map<Origin, Double>> medians = new HashMap<>();

  private final Map<Witness, Integer> asked = new HashMap<>();
  private final Map<Witness, Integer> hung = new HashMap<>();
  private final boolean areCountersHeard;

  Comparison(List<NodeEvidence> real, StragglerDetector detector, WatchSettings settings) {
    this.settings = settings;
    for (Origin origin : Origin.values()) {
      // By their counters nodes are compared with the median always: they say who of those that a
      // client accuses is slow for others, too, and lump together what many clients did.
      StragglerDetector rule =
          origin == Origin.JMX ? StragglerDetectors.defaultDetector() : detector;
      verdicts.put(origin, judge(real, origin, rule));
    }
    int answered = 0;
    int silent = 0;
    for (NodeEvidence node : real) {
      answered += node.asked() == NodeEvidence.Asked.ANSWERED ? 1 : 0;
      silent += node.asked() == NodeEvidence.Asked.IN_VAIN ? 1 : 0;
      node.clients().forEach(this::enter);
    }
    findMedians(real);
    areCountersHeard = silent <= answered;
  }

  private Map<NodeId, NodeVerdict> judge(
      List<NodeEvidence> real, Origin origin, StragglerDetector detector) {
    List<NodeRate> rates = real.stream().flatMap(n -> n.rate(origin).stream()).toList();
    Map<NodeId, NodeVerdict> enough = new HashMap<>();
    long known = rates.stream().filter(settings::isEnough).count();
    if (known < settings.nodesMin() || known < Math.min(MANY_NODES, (rates.size() + 1) / 2)) {
      // Of the first few nodes that somebody has read enough nobody knows yet what is common.
      return enough;
    }
    // Those of which little is known are not judged, but others are beside them.
    Judgement judgement = detector.judge(rates);
    if (!judgement.caveat().isEmpty()) {
      caveats.add(judgement.caveat());
    }
    for (NodeVerdict verdict : judgement.verdicts()) {
      NodeId node = verdict.rate().node();
      if (settings.isEnough(verdict.rate())) {
        enough.put(node, verdict);
      } else if (verdict.isSlow()) {
        barelyRead.putIfAbsent(node, verdict);
      }
    }
    return enough;
  }

  private void enter(ClientEvidence client) {
    asked.merge(client.by(), 1, Integer::sum);
    hung.merge(client.by(), client.vainNanos() >= settings.hungNanos() ? 1 : 0, Integer::sum);
  }

  private void findMedians(List<NodeEvidence> real) {
    Map<Witness, Map<Origin, List<Double>>> seen = new HashMap<>();
    for (NodeEvidence node : real) {
      for (ClientEvidence client : node.clients()) {
        client
            .rates()
            .forEach(
                (origin, rate) ->
                    seen.computeIfAbsent(client.by(), w -> new EnumMap<>(Origin.class))
                        .computeIfAbsent(origin, o -> new ArrayList<>())
                        .add(rate.bytesPerSecond()));
      }
    }
    seen.forEach(
        (by, rates) ->
            rates.forEach(
                (origin, values) -> {
                  if (values.size() > 1) {
                    double[] own = values.stream().mapToDouble(Double::doubleValue).toArray();
                    medians
                        .computeIfAbsent(by, w -> new EnumMap<>(Origin.class))
                        .put(origin, Statistics.median(own));
                  }
                }));
  }

  /** What is said of a node by one kind of testimony, if enough is known of it. */
  Optional<NodeVerdict> verdict(Origin origin, NodeId node) {
    return Optional.ofNullable(verdicts.get(origin).get(node));
  }

  /** The nodes of which something is said. */
  Set<NodeId> judged() {
    Set<NodeId> all = new HashSet<>();
    verdicts.values().forEach(v -> all.addAll(v.keySet()));
    return all;
  }

  /** Why stragglers may go unseen. */
  List<String> caveats() {
    List<String> all = new ArrayList<>(caveats);
    Set<NodeId> judged = judged();
    barelyRead.entrySet().stream()
        .filter(each -> !judged.contains(each.getKey()))
        .limit(BARELY_READ_SHOWN)
        .forEach(
            each ->
                all.add(
                    "too little was read of %s to judge it: %s, by %s"
                        .formatted(
                            each.getKey(),
                            each.getValue().reason(),
                            each.getValue().rate().origin() == Origin.JMX ? "/jmx" : "clients")));
    return all;
  }

  /**
   * Whether a witness finds most of the nodes that it asks hung; of one that asks one alone: no.
   */
  boolean isCutOff(Witness by) {
    int all = asked.getOrDefault(by, 0);
    return all > 1 && 2 * hung.getOrDefault(by, 0) > all;
  }

  /** Whether most nodes are slower for a witness than this; of one that asks one node alone: no. */
  boolean isSlowItself(Witness by, Origin origin, double bytesPerSecond) {
    Double own = medians.getOrDefault(by, Map.of()).get(origin);
    return own != null && own < bytesPerSecond;
  }

  /** Whether it says something of a node that it was asked in vain: not where most were. */
  boolean areCountersHeard() {
    return areCountersHeard;
  }
}
