package io.evenkeel.core.port;

import io.evenkeel.core.model.ContentVersion;
import io.evenkeel.core.model.Epoch;
import io.evenkeel.core.model.FillOrder;
import io.evenkeel.core.model.Ledger;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeLedgers;
import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.PathChange;
import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.model.TicketAnswer;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The manager, as clients see it: it knows which stripe versions are published where and of what
 * size, decides which ones should be, and judges the storage nodes. An open, write or close waits
 * for no answer, and a read for one only where it would wait for a slow node otherwise; a dead or
 * slow manager is a failed completion within the client's timeout. What is beyond a limit fails
 * with {@link RefusedRequestException}, or over the wire with its message, and changes nothing.
 */
public interface ManagerApi extends AutoCloseable {
  /** How often what would expire is renewed in its time: one lost word costs nothing. */
  int RENEWALS_PER_LIFE = 3;

  /** The most stripes that one {@link #tickets} or {@link #explain} call may ask for. */
  int STRIPES_PER_REQUEST_MAX = 64;

  /** The most samples that one {@link #observe} call may bring. */
  int SAMPLES_PER_REQUEST_MAX = 512;

  /** The most nodes that the ledgers of one {@link #observe} call may be of. */
  int LEDGERS_PER_REQUEST_MAX = 256;

  /** The most paths that one {@link #changed} call may name. */
  int PATHS_PER_REQUEST_MAX = 64;

  /** The most orders that one {@link #fills} call may take. */
  int FILLS_PER_REQUEST_MAX = 16;

  /** The most nodes that one {@link #queues} call may report, and its answer name. */
  int QUEUES_PER_REQUEST_MAX = 256;

  /**
   * The most that one process is believed to have outstanding at a node: what all of its reads may
   * hold in buffers, unless it is told otherwise. Who lies makes no node look fuller than that.
   */
  long QUEUED_BYTES_MAX = 256L << 20;

  /** Processes tell once a second what they have outstanding: two of their words may get lost. */
  long QUEUE_MEMORY_NANOS = 3_000_000_000L;

  /**
   * The stripes of a file that is open and about to be read. Counts as one access to each of them:
   * ask once per open and stripe, and only with the intent to read; and again, every ten seconds at
   * most, while an open file needs parity that is not there.
   */
  Pending tickets(List<PlacedStripe> stripes, Completion<TicketAnswer> then);

  /**
   * Asks for room for the parity of a stripe that is being written, before it is stored. Displaces
   * nothing but what is doubted. The answer names the cache node of each parity index; empty nodes
   * mean: not now, leave this stripe unprotected. Asked again, for the same stripe or a longer one,
   * it gets the same nodes and keeps its room, or gets more of it where these have it; refused more
   * it keeps what it has until that is over.
   *
   * @param geometry the stripe as far as it may come before room is asked for again; the
   *     publication may be smaller
   */
  Pending reserve(StripeId id, StripeGeometry geometry, Completion<Reservation> then);

  /**
   * Asks for room for the parity of existing content, which its reader is about to encode. Granted
   * only while the parity is wanted and nobody else is making it. Idempotent as {@link #reserve}.
   */
  Pending reserveFill(
      StripeId id, ContentVersion version, StripeGeometry geometry, Completion<Reservation> then);

  /**
   * Binds a stored and confirmed encoding to the content it was made from. Idempotent for equal
   * arguments. Refused when the reservation is unknown (expired, or of a manager that has
   * restarted), or when the encoding is bound to another content already. Where something would be
   * given up for it, accepted means that it will be bound once its fragments are found and it is
   * still worth that; what becomes of it is not told.
   */
  Pending publish(StripeId id, PlacedStripe content, Completion<Answer> then);

  /**
   * Gives up a reservation, or a publication, as one that a reader found broken; the manager
   * removes its keys. Idempotent. Refused when this machine has withdrawn too many publications
   * lately; nothing is removed then.
   */
  Pending withdraw(StripeId id, String reason, Completion<Answer> then);

  /**
   * A reader has not found a fragment of a publication. Maybe it is not there, and maybe that
   * reader asks another server by the same name: the manager looks for itself.
   */
  Pending missing(StripeId id, Completion<Answer> then);

  /**
   * What reads saw of the storage nodes since the last call.
   *
   * @param ledgers what they asked around nodes, and what came of it; one entry a node
   */
  Pending observe(List<NodeSample> samples, List<NodeLedgers> ledgers, Completion<Answer> then);

  /**
   * What has become of files, in the order in which it happened, but for files that were
   * overwritten: of them one is told when the parity of what overwrote them has come to its end.
   * Parity of what is gone is given up soon, unless somebody asks for it first: who says so is not
   * trusted. What is said after a move is meant for what is there by then. A possible duplicate and
   * what is none, of the same and within a minute, are one.
   */
  Pending changed(List<PathChange> changes, Completion<Answer> then);

  /**
   * What this process has outstanding at storage nodes now, instead of what it said last; it is
   * forgotten when it is not said again for a few seconds. Answered by what all processes that said
   * so lately have outstanding. What others have just said may be missing, what this one says is in
   * it. Who says so is not trusted: no process counts for more than one may have.
   */
  Pending queues(QueueReport own, Completion<QueueAnswer> then);

  /**
   * Takes up to so many orders to make wanted parity. One that nobody reserves room for in a lease
   * is given out again, three times in all.
   */
  Pending fills(int most, Completion<FillAnswer> then);

  /** What the manager holds and believes, for people and tests. */
  Pending status(Completion<ManagerStatus> then);

  /** What it knows of these contents and why it treats them so. One answer each, in order. */
  Pending explain(List<ContentVersion> stripes, Completion<List<StripeExplanation>> then);

  /**
   * Whether clients are to read and write by Evenkeel, or the stock way until they are told
   * otherwise: for one that has nothing else to ask, as every answer says it.
   */
  Pending clients(Completion<Answer> then);

  /** Whether the last answer, to whatever, wants clients on; so they are before the first. */
  boolean wantsClientsOn();

  @Override
  void close();

  /**
   * Room granted, or not.
   *
   * @param nodes one cache node per parity index; empty when refused
   * @param timeToLive how long a fragment lives without being renewed
   * @param lease how long the room is kept unless it is asked for again; empty from a manager that
   *     keeps room for as long as fragments live
   * @param reason why it was refused, empty when granted
   */
  record Reservation(
      List<NodeId> nodes, Duration timeToLive, Optional<Duration> lease, String reason) {
    public Reservation {
      nodes = List.copyOf(nodes);
    }

    public boolean granted() {
      return !nodes.isEmpty();
    }
  }

  /** Yes, or no with the reason. */
  record Answer(boolean accepted, String reason) {
    public static final Answer YES = new Answer(true, "");

    public static Answer no(String reason) {
      return new Answer(false, reason);
    }
  }

  /**
   * Orders to carry out.
   *
   * @param bytesPerSecond what all fills together may read of the storage nodes
   * @param stragglers the nodes to read around
   */
  record FillAnswer(List<FillOrder> orders, long bytesPerSecond, List<NodeId> stragglers) {
    public FillAnswer {
      orders = List.copyOf(orders);
      stragglers = List.copyOf(stragglers);
    }
  }

  /**
   * What one process has outstanding.
   *
   * @param process its random name, so that it does not count twice
   * @param nodes one entry a node; of none where it has nothing outstanding
   */
  record QueueReport(Epoch process, List<Queued> nodes) {
    public QueueReport {
      Objects.requireNonNull(process, "process is null");
      nodes = List.copyOf(nodes);
      Set<NodeId> named = new HashSet<>();
      for (Queued queued : nodes) {
        if (!named.add(queued.node())) {
          throw new IllegalArgumentException("a report has two queues of " + queued.node());
        }
      }
    }
  }

  /**
   * What waits at one storage node.
   *
   * @param bytesPerSecond the node's service rate; 0 when unknown, and in a report, where it says
   *     nothing
   */
  record Queued(NodeId node, long queuedBytes, double bytesPerSecond) {
    public Queued {
      Objects.requireNonNull(node, "node is null");
      if (queuedBytes < 0 || !Double.isFinite(bytesPerSecond) || bytesPerSecond < 0) {
        throw new IllegalArgumentException(
            "a queue of %s needs bytes and a rate >= 0, got %d and %s"
                .formatted(node, queuedBytes, bytesPerSecond));
      }
    }
  }

  /**
   * What waits at storage nodes, as far as processes have told.
   *
   * @param nodes the longest queue first; who is not there has less queued than the last of {@link
   *     #QUEUES_PER_REQUEST_MAX} of them, or nothing
   */
  record QueueAnswer(List<Queued> nodes) {
    /** Of no node is anything known. */
    public static final QueueAnswer NONE = new QueueAnswer(List.of());

    public QueueAnswer {
      nodes = List.copyOf(nodes);
    }
  }

  /**
   * What the manager holds now.
   *
   * @param doubtedStripes of the published ones, those whose content is said to be gone
   * @param timeToLiveSeconds for which cache nodes keep what is not renewed
   * @param lapsedReservations that were granted, and taken back for their parity did not come;
   *     empty where an older manager does not count them
   * @param lostStripes published ones of which fragments were gone, or that could not be renewed;
   *     likewise
   */
  record ManagerStatus(
      String incarnation,
      long capacityBytes,
      long publishedBytes,
      long reservedBytes,
      int publishedStripes,
      int reservedStripes,
      int doubtedStripes,
      long doubtedBytes,
      long timeToLiveSeconds,
      long evictedStripes,
      long refusedReservations,
      Optional<Long> lapsedReservations,
      Optional<Long> lostStripes,
      long ticketRequests,
      long ticketHits,
      List<NodeStatus> nodes,
      PolicyStatus policy,
      LoadStatus load) {
    public ManagerStatus {
      nodes = List.copyOf(nodes);
    }
  }

  /** One cache node as the manager accounts for it. */
  record NodeStatus(NodeId node, long capacityBytes, long usedBytes, boolean reachable) {}

  /**
   * What decides what is cached, and how well it does. What each field is says {@code status
   * --help}, of the word that has it ({@code StatusWord}).
   */
  record PolicyStatus(
      String name,
      int knownStripes,
      long stragglerRequests,
      long stragglerHits,
      int wantedFills,
      int runningFills,
      long doneFills,
      long failedFills,
      long prefetchedStripes) {}

  /**
   * What is believed of the storage nodes.
   *
   * @param detector the detector's name
   * @param caveat why stragglers may be there that it does not find; empty when nothing is known
   */
  record LoadStatus(String detector, String caveat, List<NodeLoad> nodes) {
    public LoadStatus {
      nodes = List.copyOf(nodes);
    }
  }

  /**
   * One storage node.
   *
   * @param bytesPerSecond its service rate in the window; 0 when unknown
   * @param straggler whether reads should not wait for it
   * @param reason why, and who says so; of one that is no straggler, who alone finds it slow; else
   *     empty
   * @param redirected as in {@link NodeLedgers}: as far as clients have told since the manager's
   *     start, of the 1000 nodes last gone around
   * @param duplicated likewise
   * @param queuedBytes what processes have outstanding there, as far as they tell; empty from a
   *     manager that keeps no queues
   */
  record NodeLoad(
      NodeId node,
      double bytesPerSecond,
      long windowBytes,
      boolean straggler,
      String reason,
      Ledger redirected,
      Ledger duplicated,
      Optional<Long> queuedBytes) {
    public NodeLoad {
      if (!(bytesPerSecond >= 0)
          || !Double.isFinite(bytesPerSecond)
          || queuedBytes.orElse(0L) < 0) {
        throw new IllegalArgumentException(
            "a load of %s needs a finite rate and a queue >= 0, got %s and %s"
                .formatted(node, bytesPerSecond, queuedBytes));
      }
    }

    /** What clients asked instead of it and beside it, together. */
    public long aroundBytes() {
      return redirected.plus(duplicated).issuedBytes();
    }
  }

  /**
   * What is known of one content.
   *
   * @param encoding the published encoding's name; empty when there is none
   * @param nodes the cache node of each parity index; empty when none is published
   * @param accesses how often it was asked for lately, aged
   * @param stragglers the stragglers that one of its blocks cannot do without
   * @param decision what the policy decided last, and why
   */
  record StripeExplanation(
      ContentVersion version,
      String encoding,
      List<NodeId> nodes,
      long cachedBytes,
      double accesses,
      List<NodeId> stragglers,
      String decision) {
    public StripeExplanation {
      nodes = List.copyOf(nodes);
      stragglers = List.copyOf(stragglers);
    }

    /** Whether parity of exactly this content is cached. */
    public boolean isCached() {
      return !encoding.isEmpty();
    }
  }
}
