package io.evenkeel.manager;

import io.evenkeel.core.model.Ledger;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeLedgers;
import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.PathChange;
import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.Stripe;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.port.ManagerApi;
import io.evenkeel.core.port.ManagerApi.QueueReport;
import io.evenkeel.core.port.RefusedRequestException;
import java.time.Duration;
import java.util.List;

/**
 * What an event may say. All of it comes over the wire, so it is checked before it touches a book:
 * whatever passes can be added up without overflow, and takes little heap. What does not is refused
 * with {@link RefusedRequestException}.
 */
final class EventLimits {
  /** Of parity, of one stripe: what one parity of blocks of 1 GiB has in subblocks of 8 KiB. */
  static final int FRAGMENTS_MAX = 1 << 17;

  /** Four times what clients can be told to use. */
  static final int SUBBLOCK_BYTES_MAX = 1 << 28;

  static final long BLOCK_BYTES_MAX = 1L << 40;

  /** Blocks, and parity indexes, of one stripe. */
  static final int INDEXES_MAX = 255;

  /** HDFS's own limit. */
  static final int PATH_CHARS_MAX = 8000;

  /** HDFS's own limit, too; each folder above a path costs a look when others have changed. */
  static final int PATH_DEPTH_MAX = 1000;

  /** HDFS's own limit, {@code dfs.replication.max}, unless it is raised. */
  static final int REPLICAS_PER_BLOCK_MAX = 512;

  /** A host's name, which has at most 255, and a port. */
  static final int NODE_CHARS_MAX = 255 + 6;

  static final long FILE_BYTES_MAX = 1L << 56;
  static final long SAMPLE_BYTES_MAX = 1L << 50;

  /** In one request, of one node: what it tells in a second, or some when nobody answers. */
  static final long LEDGER_ASKS_MAX = 1L << 32;

  /** A client that was suspended tells of long waits, too. */
  static final Duration SAMPLE_TIME_MAX = Duration.ofDays(1);

  private EventLimits() {}

  /** Passes unless somebody asks for too many, or fewer than none. */
  static void requireCount(String what, int count, int most) {
    if (count > most || count < 0) {
      throw new RefusedRequestException(
          "asked for %d %s; at most %d at once".formatted(count, what, most));
    }
  }

  static void require(StripeGeometry geometry) {
    long blockBytes = geometry.blockLengthBytes().get(0);
    requireAtMost("bytes of a block", blockBytes, BLOCK_BYTES_MAX);
    requireAtMost("bytes of a subblock", geometry.subblockBytes(), SUBBLOCK_BYTES_MAX);
    requireAtMost("indexes of a code", geometry.code().totalCount(), INDEXES_MAX);
    long fragments = (long) geometry.substripeCount() * Math.max(1, geometry.code().parityCount());
    if (fragments > FRAGMENTS_MAX) {
      throw new RefusedRequestException(
          "blocks of %d bytes in subblocks of %d have %d fragments of parity by %s; at most %d"
              .formatted(
                  blockBytes, geometry.subblockBytes(), fragments, geometry.code(), FRAGMENTS_MAX));
    }
  }

  static void require(PlacedStripe placed) {
    Stripe stripe = placed.stripe();
    require(stripe.geometry());
    requirePath(placed.path());
    requireAtMost("as a stripe's number", stripe.number(), Integer.MAX_VALUE);
    requireAtMost("as a stripe's offset", stripe.fileOffset(), FILE_BYTES_MAX);
    requireAtMost("bytes of a file", placed.fileBytes().orElse(0L), FILE_BYTES_MAX);
    for (List<NodeId> holders : stripe.replicas()) {
      requireAtMost("replicas of a block", holders.size(), REPLICAS_PER_BLOCK_MAX);
      holders.forEach(EventLimits::require);
    }
  }

  private static void require(NodeId node) {
    requireAtMost("characters of a node's name", node.toString().length(), NODE_CHARS_MAX);
  }

  static void requireChanges(List<PathChange> changes) {
    requireCount("paths", changes.size(), ManagerApi.PATHS_PER_REQUEST_MAX);
    for (PathChange change : changes) {
      requirePath(change.path());
      requirePath(change.movedTo());
    }
  }

  private static void requirePath(String path) {
    requireAtMost("characters of a path", path.length(), PATH_CHARS_MAX);
    long depth = path.chars().filter(character -> character == '/').count();
    requireAtMost("slashes of a path", depth, PATH_DEPTH_MAX);
  }

  static void require(NodeSample sample) {
    requireAtMost("requested bytes of a sample", sample.requestedBytes(), SAMPLE_BYTES_MAX);
    requireAtMost("received bytes of a sample", sample.receivedBytes(), SAMPLE_BYTES_MAX);
    requireAtMost("busy nanoseconds of a sample", sample.busyNanos(), SAMPLE_TIME_MAX.toNanos());
  }

  static void require(NodeLedgers ledgers) {
    for (Ledger ledger : List.of(ledgers.redirected(), ledgers.duplicated())) {
      requireAtMost("asks of a ledger", ledger.asks(), LEDGER_ASKS_MAX);
      requireAtMost("issued bytes of a ledger", ledger.issuedBytes(), SAMPLE_BYTES_MAX);
    }
  }

  /** What one process claims at a node is bounded by who adds it up. */
  static void require(QueueReport report) {
    requireCount("queues", report.nodes().size(), ManagerApi.QUEUES_PER_REQUEST_MAX);
    report.nodes().forEach(queued -> require(queued.node()));
  }

  private static void requireAtMost(String what, long found, long most) {
    if (found > most || found < 0) {
      throw new RefusedRequestException(
          "got %d %s; the manager takes 0 to %d".formatted(found, what, most));
    }
  }
}
