package io.evenkeel.manager;

import io.evenkeel.core.model.Epoch;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.Witness;
import io.evenkeel.core.port.ManagerApi;
import io.evenkeel.core.port.ManagerApi.QueueAnswer;
import io.evenkeel.core.port.ManagerApi.QueueReport;
import io.evenkeel.core.port.ManagerApi.Queued;
import io.evenkeel.core.port.RefusedRequestException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/**
 * What processes have outstanding at storage nodes, as far as they tell: added up by node, and
 * forgotten unless it is said again. Who tells is not trusted: he is refused, or what he claims is
 * bounded, before anything is added up.
 *
 * <p>However many processes ask, all queues are put in order ten times a second. What others have
 * said since is missing in an answer; what the asking process says instead of its last word is in
 * it.
 */
final class OutstandingBytes {
  static final long SORT_EVERY_NANOS = Duration.ofMillis(100).toNanos();
  static final int PROCESSES_MAX = 4096;

  /** As many as a large machine runs; it takes 32 of them to keep others out. */
  static final int PROCESSES_PER_WITNESS_MAX = 128;

  /** Where it is not known which nodes there are. */
  static final int NODES_MAX = 4096;

  private static final Comparator<Queued> LONGEST_FIRST =
      Comparator.comparingLong(Queued::queuedBytes).reversed().thenComparing(Queued::node);

  /** No machine speaks for the processes of another. */
  private record Name(Witness by, Epoch process) {}

  private record Told(long atNanos, List<Share> shares) {}

  private record Share(NodeSum sum, long bytes) {}

  private static final class NodeSum {
    final NodeId node;
    long bytes;
    int shares;

    NodeSum(NodeId node) {
      this.node = node;
    }

    Queued queued(ToDoubleFunction<NodeId> rates) {
      return new Queued(node, bytes, rates.applyAsDouble(node));
    }
  }

  /** Who was not heard of for the longest comes first. */
  private final Map<Name, Told> processes = new LinkedHashMap<>();

  private final Map<Witness, Integer> processesOf = new HashMap<>();

  /** Of the nodes that somebody has something outstanding at, and of no others. */
  private final Map<NodeId, NodeSum> sums = new HashMap<>();

  private Set<NodeId> listed = Set.of();

  /** All queues as of the last time that they were put in order. */
  private List<Queued> sorted = List.of();

  private boolean isSorted;
  private long sortedNanos;

  /** From now on there are these nodes and no others; with none it is not known which. */
  void list(Set<NodeId> nodes) {
    listed = Set.copyOf(nodes);
  }

  /**
   * What a process has outstanding, instead of what it said before; answered by what all have.
   *
   * @param rates the service rate of each node; 0 when unknown
   * @throws RefusedRequestException when so many others tell that it is not heard
   */
  QueueAnswer tell(long nowNanos, Witness by, QueueReport own, ToDoubleFunction<NodeId> rates) {
    forget(nowNanos);
    Name name = new Name(by, own.process());
    if (!processes.containsKey(name)) {
      requireRoom(by);
    }
    Set<NodeId> touched = new HashSet<>();
    for (Share share : remove(name)) {
      touched.add(share.sum().node);
    }
    List<Share> shares = enter(own.nodes());
    shares.forEach(share -> touched.add(share.sum().node));
    processes.put(name, new Told(nowNanos, shares));
    processesOf.merge(by, 1, Integer::sum);
    return new QueueAnswer(longest(nowNanos, touched, rates));
  }

  private void requireRoom(Witness by) {
    int own = processesOf.getOrDefault(by, 0);
    if (own >= PROCESSES_PER_WITNESS_MAX || processes.size() >= PROCESSES_MAX) {
      throw new RefusedRequestException(
          ("%d processes tell what they have outstanding, %d of them from %s; the manager hears %d,"
                  + " and %d of a machine")
              .formatted(processes.size(), own, by, PROCESSES_MAX, PROCESSES_PER_WITNESS_MAX));
    }
  }

  /** Adds it up; what is of nodes that there are not, or no room for, is passed over. */
  private List<Share> enter(List<Queued> nodes) {
    List<Share> shares = new ArrayList<>();
    for (Queued queued : nodes) {
      NodeId node = queued.node();
      if (queued.queuedBytes() > 0 && isTaken(node)) {
        Share share =
            new Share(
                sums.computeIfAbsent(node, NodeSum::new),
                Math.min(queued.queuedBytes(), ManagerApi.QUEUED_BYTES_MAX));
        share.sum().bytes += share.bytes();
        share.sum().shares++;
        shares.add(share);
      }
    }
    return List.copyOf(shares);
  }

  private boolean isTaken(NodeId node) {
    return listed.isEmpty()
        ? sums.size() < NODES_MAX || sums.containsKey(node)
        : listed.contains(node);
  }

  /** Takes back what a process claims, if it is known; what it has claimed. */
  private List<Share> remove(Name name) {
    Told told = processes.remove(name);
    if (told == null) {
      return List.of();
    }
    for (Share share : told.shares()) {
      NodeSum sum = share.sum();
      sum.bytes -= share.bytes();
      if (--sum.shares == 0) {
        sums.remove(sum.node);
      }
    }
    processesOf.computeIfPresent(name.by(), (by, count) -> count == 1 ? null : count - 1);
    return told.shares();
  }

  /** Time has passed: who has not said anything for a while has nothing outstanding. */
  void forget(long nowNanos) {
    while (!processes.isEmpty()) {
      Map.Entry<Name, Told> eldest = processes.entrySet().iterator().next();
      if (nowNanos - eldest.getValue().atNanos() < ManagerApi.QUEUE_MEMORY_NANOS) {
        return;
      }
      remove(eldest.getKey());
    }
  }

  /**
   * The longest queues in order.
   *
   * @param touched the nodes of which the one who asks has just said something
   */
  private List<Queued> longest(long nowNanos, Set<NodeId> touched, ToDoubleFunction<NodeId> rates) {
    if (!isSorted || nowNanos - sortedNanos >= SORT_EVERY_NANOS) {
      sorted = sums.values().stream().map(s -> s.queued(rates)).sorted(LONGEST_FIRST).toList();
      isSorted = true;
      sortedNanos = nowNanos;
    }
    List<Queued> longest = new ArrayList<>();
    sorted.stream()
        .filter(queued -> !touched.contains(queued.node()))
        .limit(ManagerApi.QUEUES_PER_REQUEST_MAX)
        .forEach(longest::add);
    for (NodeId node : touched) {
      NodeSum sum = sums.get(node);
      if (sum != null) {
        longest.add(sum.queued(rates));
      }
    }
    longest.sort(LONGEST_FIRST);
    return longest.subList(0, Math.min(longest.size(), ManagerApi.QUEUES_PER_REQUEST_MAX));
  }

  /** The nodes that somebody has something outstanding at, as of the last time that passed. */
  Set<NodeId> nodes() {
    return Collections.unmodifiableSet(sums.keySet());
  }

  /** What all processes together have outstanding at a node, as of the last time that passed. */
  long queuedBytes(NodeId node) {
    NodeSum sum = sums.get(node);
    return sum == null ? 0 : sum.bytes;
  }

  /** Throws unless the sums are those of what is told, and none is beyond its bound. */
  void check() {
    Map<NodeId, Long> expected = new HashMap<>();
    Map<Witness, Integer> counts = new HashMap<>();
    processes.forEach(
        (name, told) -> {
          counts.merge(name.by(), 1, Integer::sum);
          told.shares().forEach(s -> expected.merge(s.sum().node, s.bytes(), Long::sum));
        });
    Map<NodeId, Long> found = new HashMap<>();
    sums.forEach((node, sum) -> found.put(node, sum.bytes));
    if (!found.equals(expected) || !processesOf.equals(counts)) {
      throw new IllegalStateException(
          "%d processes (%s) have %s outstanding, not %s (%s)"
              .formatted(processes.size(), counts, expected, found, processesOf));
    }
    if (processes.size() > PROCESSES_MAX
        || counts.values().stream().anyMatch(count -> count > PROCESSES_PER_WITNESS_MAX)) {
      throw new IllegalStateException(
          "%d processes are too many (%s)".formatted(processes.size(), counts));
    }
  }
}
