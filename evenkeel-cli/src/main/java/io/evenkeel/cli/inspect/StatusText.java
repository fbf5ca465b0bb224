package io.evenkeel.cli.inspect;

import io.evenkeel.command.WrappedText;
import io.evenkeel.core.log.ByteText;
import io.evenkeel.core.log.OthersText;
import io.evenkeel.core.model.Ledger;
import io.evenkeel.core.model.NodeLedgers;
import io.evenkeel.core.port.ManagerApi.LoadStatus;
import io.evenkeel.core.port.ManagerApi.ManagerStatus;
import io.evenkeel.core.port.ManagerApi.NodeLoad;
import io.evenkeel.core.port.ManagerApi.NodeStatus;
import io.evenkeel.core.port.ManagerApi.PolicyStatus;
import java.net.URI;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** A manager's status for people. */
public final class StatusText {
  private static final int WORD_COLUMNS = 10;

  private StatusText() {}

  static String of(URI uri, ManagerStatus status, boolean clientsOn) {
    PolicyStatus policy = status.policy();
    StringBuilder text = new StringBuilder();
    said(text, "manager", "%s, incarnation %s", uri, status.incarnation());
    if (!clientsOn) {
      said(text, "clients", "are told to be OFF, by this manager's --off or --switch-file");
    }
    said(text, "policy", "%s", policy.name());
    said(
        text,
        "cached",
        "%s of %s in %d stripes (time to live %d s), %d reserved; %d evicted, %d refused,"
            + " %s lapsed, %s lost; %d known",
        ByteText.of(status.publishedBytes()),
        ByteText.of(status.capacityBytes()),
        status.publishedStripes(),
        status.timeToLiveSeconds(),
        status.reservedStripes(),
        status.evictedStripes(),
        status.refusedReservations(),
        counted(status.lapsedReservations()),
        counted(status.lostStripes()),
        policy.knownStripes());
    gone(text, status);
    said(
        text,
        "hits",
        "%s; of those that a straggler touches %s",
        share(status.ticketHits(), status.ticketRequests()),
        share(policy.stragglerHits(), policy.stragglerRequests()));
    said(
        text,
        "misses",
        "%s (POCache's straggler hit ratio: a straggler touches it, and no parity was cached)",
        share(policy.stragglerRequests() - policy.stragglerHits(), status.ticketRequests()));
    said(
        text,
        "fills",
        "%d wanted, %d under way, %d done, %d failed; %d prefetched",
        policy.wantedFills(),
        policy.runningFills(),
        policy.doneFills(),
        policy.failedFills(),
        policy.prefetchedStripes());
    said(text, "redirected", "%s", redirected(status.load()));
    said(text, "duplicated", "%s", duplicated(status.load()));
    line(text, "%ncache nodes");
    for (NodeStatus node : status.nodes()) {
      line(
          text,
          "  %-22s %s of %s%s",
          node.node(),
          ByteText.of(node.usedBytes()),
          ByteText.of(node.capacityBytes()),
          node.reachable() ? "" : "  NOT REACHED");
    }
    storageNodes(text, status.load());
    return text.toString();
  }

  private static String counted(Optional<Long> count) {
    return count.map(Object::toString).orElse("?");
  }

  private static void gone(StringBuilder text, ManagerStatus status) {
    if (status.doubtedStripes() > 0) {
      said(
          text,
          "",
          "%s of it in %d stripes, of files that are said to be gone",
          ByteText.of(status.doubtedBytes()),
          status.doubtedStripes());
    }
  }

  /** What clients asked instead of nodes, as far as they have told. */
  public static String redirected(LoadStatus load) {
    return ledger(load, NodeLoad::redirected, "slow, dead or busy nodes");
  }

  /** What they asked beside nodes, likewise. */
  public static String duplicated(LoadStatus load) {
    return ledger(load, NodeLoad::duplicated, "late nodes");
  }

  private static void storageNodes(StringBuilder text, LoadStatus load) {
    line(text, "%nstorage nodes, by %s; rates as clients saw them", load.detector());
    if (load.nodes().isEmpty()) {
      line(text, "  none was read from or around");
    }
    for (NodeLoad node : load.nodes()) {
      if (node.node().equals(NodeLedgers.NOWHERE)) {
        continue;
      }
      String rate =
          node.bytesPerSecond() > 0 ? ByteText.of((long) node.bytesPerSecond()) + "/s" : "-";
      line(text, "  %-22s %12s %16s%s", node.node(), rate, queued(node), around(node));
      if (!believed(node).isEmpty()) {
        wrapped(text, "    ", "      ", OthersText.oneLine(believed(node)));
      }
    }
    if (!load.caveat().isEmpty()) {
      wrapped(text, "  note: ", "    ", OthersText.oneLine(load.caveat()));
    }
  }

  private static String believed(NodeLoad node) {
    if (node.straggler()) {
      return "STRAGGLER: " + node.reason();
    }
    return node.reason().isEmpty() ? "" : "suspect: " + node.reason();
  }

  private static String ledger(LoadStatus load, Function<NodeLoad, Ledger> which, String nodes) {
    Ledger all = load.nodes().stream().map(which).reduce(Ledger.NONE, Ledger::plus);
    return all.asks() == 0
        ? "no " + nodes + ", so far"
        : String.format(
            Locale.ROOT,
            "%s: %s asked in %d parts, of which %s came and were used",
            nodes,
            ByteText.of(all.issuedBytes()),
            all.asks(),
            ByteText.of(all.wonBytes()));
  }

  private static String queued(NodeLoad node) {
    long bytes = node.queuedBytes().orElse(0L);
    return bytes == 0 ? "" : ByteText.of(bytes) + " queued";
  }

  private static String around(NodeLoad node) {
    long bytes = node.aroundBytes();
    return bytes == 0 ? "" : "  read around: " + ByteText.of(bytes);
  }

  private static String share(long hits, long requests) {
    return requests == 0
        ? "none asked for"
        : String.format(Locale.ROOT, "%.1f %% of %d", 100.0 * hits / requests, requests);
  }

  /** A word with what is to be said of it, beside it. */
  private static void said(StringBuilder text, String word, String form, Object... values) {
    String start = String.format(Locale.ROOT, "%-" + WORD_COLUMNS + "s ", word);
    wrapped(text, start, " ".repeat(start.length()), format(form, values));
  }

  private static void wrapped(StringBuilder text, String start, String indent, String line) {
    WrappedText.lines(start, indent, line, WrappedText.COLUMNS)
        .forEach(each -> text.append(each).append(System.lineSeparator()));
  }

  private static void line(StringBuilder text, String form, Object... values) {
    text.append(format(form, values).stripTrailing()).append(System.lineSeparator());
  }

  private static String format(String form, Object... values) {
    Object[] shown =
        Stream.of(values)
            .map(v -> v instanceof Number ? v : OthersText.oneLine(v.toString()))
            .toArray();
    return String.format(Locale.ROOT, form, shown);
  }
}
