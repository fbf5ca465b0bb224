package io.evenkeel.policy.load;

import io.evenkeel.core.model.NodeId;
import io.evenkeel.policy.load.NodeEvidence.Asked;
import io.evenkeel.policy.load.NodeRate.Origin;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Who says what of one node, and what follows from it. A node is accused by two witnesses at least:
 * clients, each counting once, and its own counters, which are one witness whether they are slow or
 * are not to be had at all. Where clients disagree, it takes half of those that can tell. Short of
 * that somebody may <em>doubt</em> the node, for himself.
 */
final class Charge {
  private static final int WITNESSES_MIN = 2;

  private enum Vote {
    /** Cannot tell. */
    NONE,
    SLOW,
    /** Above the limit, but not so clearly that a straggler would be let go. */
    BETWEEN,
    FAST
  }

  private final NodeEvidence evidence;
  private final Comparison comparison;
  private final WatchSettings settings;
  private final List<ClientEvidence> hung = new ArrayList<>();

  /** The rates of those that find it slow. */
  private final List<NodeVerdict> slow = new ArrayList<>();

  private int between;
  private int fast;
  private final boolean isUnanswered;
  private final Optional<NodeVerdict> counters;

  Charge(NodeEvidence evidence, Comparison comparison, WatchSettings settings) {
    this.evidence = evidence;
    this.comparison = comparison;
    this.settings = settings;
    isUnanswered = evidence.asked() == Asked.IN_VAIN && comparison.areCountersHeard();
    counters = comparison.verdict(Origin.JMX, evidence.node());
    for (ClientEvidence client : evidence.clients()) {
      count(client);
    }
  }

  private void count(ClientEvidence client) {
    if (client.vainNanos() >= settings.hungNanos()) {
      if (!comparison.isCutOff(client.by())) {
        hung.add(client);
      }
      return;
    }
    for (Origin origin : List.of(Origin.CLIENT, Origin.CLIENT_SHORT)) {
      Optional<NodeVerdict> verdict = own(client, origin);
      if (verdict.isPresent()) {
        count(vote(client, origin, verdict.get()), verdict.get());
        return;
      }
    }
  }

  private void count(Vote vote, NodeVerdict own) {
    switch (vote) {
      case SLOW -> slow.add(own);
      case BETWEEN -> between++;
      case FAST -> fast++;
      case NONE -> {}
    }
  }

  /** This witness's own rate, beside what all nodes are compared with. */
  private Optional<NodeVerdict> own(ClientEvidence client, Origin origin) {
    NodeRate rate = client.rates().get(origin);
    return rate == null
        ? Optional.empty()
        : comparison.verdict(origin, evidence.node()).map(v -> v.of(rate));
  }

  private Vote vote(ClientEvidence client, Origin origin, NodeVerdict own) {
    if (isSlow(own)) {
      boolean itself = comparison.isSlowItself(client.by(), origin, own.limitBytesPerSecond());
      return itself ? Vote.NONE : Vote.SLOW;
    }
    return isFast(own) ? Vote.FAST : Vote.BETWEEN;
  }

  private boolean isSlow(NodeVerdict verdict) {
    return verdict.isSlow()
        && verdict.rate().bytesPerSecond() < settings.enoughBytesPerSecond(verdict.rate());
  }

  private boolean isFast(NodeVerdict verdict) {
    double leaving =
        Math.min(
            settings.enoughBytesPerSecond(verdict.rate()),
            verdict.towardsReference(settings.leaveShare()));
    return verdict.rate().bytesPerSecond() >= leaving;
  }

  NodeId node() {
    return evidence.node();
  }

  private boolean areCountersSlow() {
    return counters.filter(this::isSlow).isPresent();
  }

  private int ofCounters() {
    return isUnanswered || areCountersSlow() ? 1 : 0;
  }

  /**
   * Whether it is found hung for all, at once: it gives two witnesses nothing, or one, and its
   * counters are slow or do not come.
   */
  boolean isHung() {
    if (hung.isEmpty()) {
      return false;
    }
    long since = hung.get(0).vainSinceNanos();
    for (ClientEvidence client : hung) {
      since = client.vainSinceNanos() - since > 0 ? client.vainSinceNanos() : since;
    }
    int others = 0;
    for (ClientEvidence client : evidence.clients()) {
      others += !hung.contains(client) && client.gaveAfter(since) ? 1 : 0;
    }
    int witnesses = hung.size() + ofCounters();
    return witnesses >= WITNESSES_MIN && witnesses >= others;
  }

  /** Whether it is found slow, or slow and hung, for all. */
  boolean isSlow() {
    int accusers = slow.size() + hung.size() + ofCounters();
    int tellers = accusers + between + fast;
    return slow.size() + hung.size() > 0
        && accusers >= WITNESSES_MIN
        && 2 * accusers >= tellers
        && isEnough();
  }

  /** Whether what the accusing clients saw of it, taken together, is enough to go by. */
  private boolean isEnough() {
    double samples = slow.stream().mapToDouble(v -> v.rate().effectiveSamples()).sum();
    double busyNanos = slow.stream().mapToDouble(v -> v.rate().busyNanos()).sum();
    return !hung.isEmpty()
        || samples >= settings.samplesMin()
        || busyNanos >= settings.busyNanosMin();
  }

  /** Whether at least half of those that can tell find it fast; its counters, when nobody can. */
  boolean isFast() {
    int tellers = slow.size() + hung.size() + between + fast;
    return tellers == 0
        ? !isUnanswered && counters.filter(this::isFast).isPresent()
        : 2 * fast >= tellers;
  }

  /** Whether two witnesses know it, and do not find it fast. */
  boolean isDoubted() {
    boolean byCounters = isUnanswered || counters.filter(v -> !isFast(v)).isPresent();
    int doubts = slow.size() + hung.size() + between + (byCounters ? 1 : 0);
    return doubts >= WITNESSES_MIN && slow.size() + hung.size() + between > 0 && !isFast();
  }

  /** Whether one witness accuses it, or its counters, for whom that is enough. */
  boolean isSuspected() {
    boolean byClient = slow.size() + hung.size() > 0 && isEnough();
    return byClient || areCountersSlow();
  }

  /** Who accuses it of what, for people. */
  String reason() {
    return who() + ": " + what();
  }

  private String who() {
    int clients = slow.size() + hung.size();
    if (clients == 0) {
      return "/jmx alone, not enough";
    }
    int all = clients + between + fast;
    boolean isMinority = !isHung() && 2 * (clients + ofCounters()) < all + ofCounters();
    String counted = isMinority ? clients + " of " + all : Integer.toString(clients);
    counted += all == 1 || (clients == 1 && !isMinority) ? " client" : " clients";
    if (ofCounters() > 0) {
      counted += isUnanswered ? ", and /jmx does not answer" : " and /jmx";
    } else if (clients == 1 && !isMinority) {
      return counted + " alone, not enough";
    }
    return isMinority ? counted + ", not enough" : counted;
  }

  private String what() {
    if (!hung.isEmpty()) {
      long nanos = 0;
      for (ClientEvidence client : hung) {
        nanos = Math.max(nanos, client.vainNanos());
      }
      return "waited %s and got nothing".formatted(TimeText.of(nanos));
    }
    List<NodeVerdict> sorted =
        slow.stream().sorted(Comparator.comparingDouble(v -> v.rate().bytesPerSecond())).toList();
    return sorted.isEmpty()
        ? counters.map(NodeVerdict::reason).orElse("")
        : sorted.get((sorted.size() - 1) / 2).reason();
  }
}
