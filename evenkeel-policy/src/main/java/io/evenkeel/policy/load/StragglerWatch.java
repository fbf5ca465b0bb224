package io.evenkeel.policy.load;

import io.evenkeel.core.model.BoundedMap;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.policy.load.NodeRate.Origin;
import io.evenkeel.policy.load.StragglerDetector.Judgement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Which nodes are stragglers, kept steady: a detector's word counts when it is repeated, a
 * straggler is let go when it is clearly faster, not just above the line, and what is unknown
 * changes nothing for a while; who serves fast enough is none, however fast the others are.
 * Appearing and recovering are told once each.
 *
 * <p>Clients' rates decide, those of long requests first, then those of short ones. Where clients
 * report too little of a node its own counters do. Each is compared with its like of other nodes. A
 * node that gives clients nothing at all is a straggler at once, unless most of the nodes that they
 * asked do: then it is the clients' network.
 *
 * <p>Evaluate it at a steady pace, which is what "in a row" counts. Not thread-safe.
 */
public final class StragglerWatch {
  private final ServiceRateEstimator estimator;
  private final StragglerDetector detector;
  private final WatchSettings settings;

  /** As many as the estimator remembers nodes: the one that was found slow first goes first. */
  private final Map<NodeId, State> states;

  /** What is remembered of a node that is slow, or was. */
  private static final class State {
    String reason = "";
    boolean straggler;
    int slowInARow;
    int fastInARow;
    long knownNanos;
  }

  public StragglerWatch(
      ServiceRateEstimator estimator, StragglerDetector detector, WatchSettings settings) {
    this.estimator = estimator;
    this.detector = detector;
    this.settings = settings;
    this.states = BoundedMap.byAge(estimator.settings().nodesMax());
  }

  /** Judges all nodes now. */
  public StragglerView evaluate(long nowNanos) {
    Set<NodeId> before = stragglers().keySet();
    List<NodeRate> rates = estimator.rates(nowNanos);
    List<String> caveats = new ArrayList<>();
    Map<NodeId, Verdict> verdicts = new HashMap<>();
    for (Origin origin : Origin.values()) {
      // The better evidence comes first, and its word stays.
      judge(rates, origin, caveats).forEach(v -> verdicts.putIfAbsent(v.rate().node(), v));
    }
    if (verdicts.isEmpty()) {
      caveats.add(
          "no %d nodes have been read enough to be compared with each other"
              .formatted(settings.nodesMin()));
    }
    Map<NodeId, Long> hung = hung(nowNanos);
    hung.forEach((node, nanos) -> enterHung(nowNanos, node, nanos));
    verdicts.values().stream()
        .filter(v -> !hung.containsKey(v.rate().node()))
        .forEach(v -> apply(nowNanos, v));
    states
        .entrySet()
        .removeIf(e -> !verdicts.containsKey(e.getKey()) && isForgotten(nowNanos, e.getValue()));
    return view(before, verdicts, caveats);
  }

  private List<Verdict> judge(List<NodeRate> rates, Origin origin, List<String> caveats) {
    List<NodeRate> known =
        rates.stream().filter(r -> r.origin() == origin && settings.isEnough(r)).toList();
    if (known.size() < settings.nodesMin()) {
      return List.of();
    }
    Judgement judgement = detector.judge(known);
    if (!judgement.caveat().isEmpty()) {
      caveats.add(judgement.caveat());
    }
    return judgement.verdicts();
  }

  private Map<NodeId, Long> hung(long nowNanos) {
    Map<NodeId, Long> waited = estimator.waitedInVainNanos(nowNanos);
    Map<NodeId, Long> hung = new HashMap<>(waited);
    hung.values().removeIf(nanos -> nanos < settings.hungNanos());
    return 2 * hung.size() <= waited.size() ? hung : Map.of();
  }

  private void enterHung(long nowNanos, NodeId node, long waitedNanos) {
    State state = states.computeIfAbsent(node, n -> new State());
    state.straggler = true;
    state.fastInARow = 0;
    state.knownNanos = nowNanos;
    state.reason =
        "clients waited %s and got nothing over %s"
            .formatted(Text.time(waitedNanos), Text.time(estimator.settings().windowNanos()));
  }

  private void apply(long nowNanos, Verdict verdict) {
    NodeId node = verdict.rate().node();
    State state = states.get(node);
    double bytesPerSecond = verdict.rate().bytesPerSecond();
    double enough = settings.enoughBytesPerSecond(verdict.rate());
    boolean slow = verdict.isSlow() && bytesPerSecond < enough;
    if (slow) {
      if (state == null) {
        state = new State();
        states.put(node, state);
      }
      state.slowInARow++;
      state.fastInARow = 0;
      state.straggler |= state.slowInARow >= settings.enterAfter();
      state.reason = verdict.reason();
    } else if (state != null && state.straggler) {
      state.slowInARow = 0;
      double leaving = Math.min(enough, verdict.towardsReference(settings.leaveShare()));
      state.fastInARow = bytesPerSecond >= leaving ? state.fastInARow + 1 : 0;
      state.straggler = state.fastInARow < settings.leaveAfter();
      state.reason = verdict.reason();
    }
    if (state != null) {
      state.knownNanos = nowNanos;
      if (!slow && !state.straggler) {
        states.remove(node);
      }
    }
  }

  /** Of nobody but stragglers anything is remembered when nothing is known. */
  private boolean isForgotten(long nowNanos, State state) {
    return nowNanos - state.knownNanos > (state.straggler ? settings.forgetNanos() : 0);
  }

  private Map<NodeId, String> stragglers() {
    Map<NodeId, String> stragglers = new TreeMap<>();
    states.forEach(
        (node, state) -> {
          if (state.straggler) {
            stragglers.put(node, state.reason);
          }
        });
    return stragglers;
  }

  private StragglerView view(
      Set<NodeId> before, Map<NodeId, Verdict> verdicts, List<String> caveats) {
    TreeMap<NodeId, String> now = new TreeMap<>(stragglers());
    TreeSet<NodeId> appeared = new TreeSet<>(now.keySet());
    appeared.removeAll(before);
    TreeSet<NodeId> recovered = new TreeSet<>(before);
    recovered.removeAll(now.keySet());
    double[] paces =
        verdicts.values().stream()
            .map(Verdict::rate)
            .filter(r -> r.origin() != Origin.JMX && r.bytes() > 0)
            .filter(r -> !now.containsKey(r.node()))
            .mapToDouble(r -> (double) r.busyNanos() / r.bytes())
            .toArray();
    return new StragglerView(
        now,
        appeared,
        recovered,
        Statistics.median(paces),
        verdicts.size(),
        String.join("; ", caveats));
  }
}
