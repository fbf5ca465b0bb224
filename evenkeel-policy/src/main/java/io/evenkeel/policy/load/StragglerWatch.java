package io.evenkeel.policy.load;

import io.evenkeel.core.model.BoundedMap;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.policy.load.NodeEvidence.Asked;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Which nodes are stragglers, kept steady: an accusation counts when it is repeated, a straggler is
 * let go when it is clearly faster, not just above the line, and what is unknown changes nothing
 * for a while; who serves fast enough is none, however fast the others are. Appearing and
 * recovering are told once each.
 *
 * <p>It takes two witnesses to accuse a node for all: clients of two machines, or of one and the
 * node's own counters, which accuse it by not being answered, too. Whoever finds it slow alone acts
 * for himself; that he does is told beside the stragglers. Clients' rates of long requests decide,
 * else those of short ones, each compared with its like of other nodes; one word a client. A node
 * that gives two witnesses nothing at all is a straggler at once, but who finds most nodes that it
 * asks so, or slow, has a network of that kind and is not heard.
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
    List<NodeEvidence> all = estimator.evidence(nowNanos);
    List<NodeEvidence> real = all.stream().filter(NodeEvidence::isReal).toList();
    Comparison comparison = new Comparison(real, detector, settings);
    TreeMap<NodeId, String> suspects = new TreeMap<>();
    for (NodeEvidence evidence : real) {
      Charge charge = new Charge(evidence, comparison, settings);
      apply(nowNanos, charge);
      if (charge.isSuspected()) {
        suspects.put(evidence.node(), charge.reason());
      }
    }
    states.values().removeIf(s -> isForgotten(nowNanos, s));
    suspects.keySet().removeAll(stragglers().keySet());
    return view(before, suspects, comparison, caveats(nowNanos, all, comparison));
  }

  private List<String> caveats(long nowNanos, List<NodeEvidence> all, Comparison comparison) {
    List<String> caveats = new ArrayList<>(comparison.caveats());
    if (comparison.judged().isEmpty()) {
      caveats.add(
          "no %d nodes have been read enough to be compared with each other"
              .formatted(settings.nodesMin()));
    }
    if (estimator.passesOver(nowNanos)) {
      caveats.add(
          "clients tell of nodes that are not judged: the NameNode does not list them, or there are"
              + " too many");
    }
    boolean isCounted = all.stream().anyMatch(n -> n.asked() != Asked.NEVER);
    List<ClientEvidence> told = all.stream().flatMap(n -> n.clients().stream()).toList();
    long clients = told.stream().map(ClientEvidence::by).distinct().count();
    if (clients > 0 && told.stream().allMatch(each -> each.rates().isEmpty())) {
      caveats.add(
          "no client tells how fast nodes are, for their processes live less than 3 s or read too"
              + " little: only a node that gives nothing at all can be named");
    }
    if (clients == 1 && !isCounted) {
      caveats.add(
          "it takes two witnesses to name a straggler, and all clients are of one machine: the"
              + " DataNodes' counters would be another");
    }
    return caveats;
  }

  private void apply(long nowNanos, Charge charge) {
    State state = states.get(charge.node());
    if (charge.isHung() || charge.isSlow()) {
      if (state == null) {
        state = new State();
        states.put(charge.node(), state);
      }
      state.slowInARow++;
      state.fastInARow = 0;
      state.straggler |= charge.isHung() || state.slowInARow >= settings.enterAfter();
      state.reason = charge.reason();
      state.knownNanos = nowNanos;
    } else if (state != null && state.straggler) {
      state.slowInARow = 0;
      state.fastInARow = charge.isFast() ? state.fastInARow + 1 : 0;
      state.straggler = state.fastInARow < settings.leaveAfter();
      state.knownNanos = charge.isDoubted() ? nowNanos : state.knownNanos;
    }
  }

  /** Of nobody but stragglers anything is remembered when nobody accuses them. */
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
      Set<NodeId> before,
      SortedMap<NodeId, String> suspects,
      Comparison comparison,
      List<String> caveats) {
    TreeMap<NodeId, String> now = new TreeMap<>(stragglers());
    TreeSet<NodeId> appeared = new TreeSet<>(now.keySet());
    appeared.removeAll(before);
    TreeSet<NodeId> recovered = new TreeSet<>(before);
    recovered.removeAll(now.keySet());
    return new StragglerView(
        now, suspects, appeared, recovered, comparison.judged().size(), String.join("; ", caveats));
  }
}
