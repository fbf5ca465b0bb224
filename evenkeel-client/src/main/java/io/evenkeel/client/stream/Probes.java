package io.evenkeel.client.stream;

import io.evenkeel.client.nodes.NodeBook;
import io.evenkeel.client.read.ReadServices;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.Ledger;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeLedgers;
import io.evenkeel.core.model.SourceKind;
import io.evenkeel.core.port.Pending;
import io.evenkeel.policy.reading.ReadKind;
import io.evenkeel.policy.reading.SmallReads;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tries nodes that were slow, one read of at most a MiB at a time and in the background: nobody
 * waits for a node to find out that it is slow still. Thread-safe.
 */
public final class Probes {
  private static final Logger LOG = LoggerFactory.getLogger(Probes.class);

  /** What one is long that opens a stream: a packet. */
  private static final int OPENING_BYTES = 64 << 10;

  /**
   * What one is long that is to show a pace: more than what a node sends before it is held back.
   */
  private static final int PACE_BYTES = 1 << 20;

  /** What a healthy node may take for that, however fast the others are. */
  private static final long PACE_NANOS_MIN = TimeUnit.MILLISECONDS.toNanos(8);

  /** So many times as long as usual is slow. */
  private static final double SLOW_FACTOR = 2;

  /** A node that takes longer is slow, whatever is usual; and the probe is over. */
  private static final long SILENT_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final ReadServices services;

  public Probes(ReadServices services) {
    this.services = services;
  }

  /**
   * Reads from a node what is about to be read from others, if it is time to try it; where only its
   * pace shows that it is not slow, as {@link #tryBeginning} does.
   *
   * @param range what is read of the block, and perhaps of those after it
   * @param isStream whether it is a stream that opens there, and not a positional read
   */
  public void tryThere(NodeId node, StockBlock block, ByteRange range, boolean isStream) {
    if (isByPace(node, block)) {
      tryBeginning(node, block, range.lengthBytes());
    } else if (services.nodes().tryProbe(node)) {
      long most = isStream ? OPENING_BYTES : SmallReads.BYTES_MAX;
      long from = range.start() - block.range().start();
      long until = from + Math.min(range.lengthBytes(), most);
      ByteRange part = new ByteRange(from, Math.min(until, block.lengthBytes()));
      start(new Probe(node, block, part, isStream ? ReadKind.OPENING : kind(part), false));
    }
  }

  /**
   * Reads from a node the beginning of a block, if it is time to try it: as much as is read of
   * others, for a node may send a little at once however slow it is; or, where {@link
   * NodeBook#isDoubtedByPace only its pace} shows that it is not slow, a MiB.
   *
   * @param readBytes how long the read is that keeps off the node
   */
  public void tryBeginning(NodeId node, ProbedBlock block, long readBytes) {
    boolean byPace = isByPace(node, block);
    if (services.nodes().tryProbe(node)) {
      long most = byPace ? PACE_BYTES : Math.min(readBytes, SmallReads.BYTES_MAX);
      ByteRange part = ByteRange.of(0, Math.min(block.lengthBytes(), most));
      start(new Probe(node, block, part, kind(part), byPace));
    }
  }

  /** A short block shows no pace. */
  private boolean isByPace(NodeId node, ProbedBlock block) {
    return block.lengthBytes() >= PACE_BYTES && services.nodes().isDoubtedByPace(node);
  }

  private static ReadKind kind(ByteRange part) {
    return ReadKind.of(part.lengthBytes());
  }

  private void start(Probe probe) {
    NodeId node = probe.node;
    try {
      services.background().execute(probe::read);
    } catch (RejectedExecutionException | OutOfMemoryError e) {
      LOG.debug("{} is not tried now", node, e);
      services.nodes().probeLater(node);
    }
  }

  private final class Probe {
    private final NodeId node;
    private final ProbedBlock block;
    private final ByteRange part;
    private final ReadKind kind;
    private final boolean byPace;
    private boolean isCut;

    /** Never of a connection that was given back: others may have it. */
    private Runnable cutter = () -> {};

    /**
     * @param byPace whether it is late by how fast others are, or by what reads like it take
     */
    Probe(NodeId node, ProbedBlock block, ByteRange part, ReadKind kind, boolean byPace) {
      this.node = node;
      this.block = block;
      this.part = part;
      this.kind = kind;
      this.byPace = byPace;
    }

    /**
     * By what is known of reads like it, or of a stream's opening; by the others' pace if nothing.
     */
    private long lateNanos(int atOnce) {
      SmallReads small = services.nodes().small();
      long known = byPace ? SmallReads.NEVER : small.lateNanos(kind, atOnce);
      if (known == SmallReads.NEVER && part.lengthBytes() <= OPENING_BYTES) {
        ReadKind other = kind == ReadKind.OPENING ? kind(part) : ReadKind.OPENING;
        known = small.lateNanos(other, atOnce);
      } else if (known == SmallReads.NEVER) {
        known = lateByPaceNanos();
      }
      return Math.min(SILENT_NANOS, known);
    }

    private long lateByPaceNanos() {
      double known = services.view().expectedNanosPerByte(SourceKind.STORAGE);
      double pace = known > 0 ? known : services.limits().coldNanosPerByte();
      return Math.max(PACE_NANOS_MIN, (long) (SLOW_FACTOR * pace * part.lengthBytes()));
    }

    void read() {
      NodeBook nodes = services.nodes();
      int bytes = (int) part.lengthBytes();
      int atOnce = nodes.company().now() + 1;
      long lateNanos = lateNanos(atOnce);
      Pending timer = services.scheduler().schedule(SILENT_NANOS, this::cut);
      try {
        long took = block.probe(node, part, this::connecting);
        nodes.probed(node, kind, atOnce, took, took > lateNanos);
      } catch (SocketException | SocketTimeoutException | EOFException e) {
        LOG.debug("{} was slow, and cannot be read from now", node, e);
        nodes.probedInVain(node, kind, atOnce, SILENT_NANOS);
      } catch (IOException | RuntimeException e) {
        // As when our token has run out or the replica is gone: that says nothing of the node.
        LOG.debug("{} could not be tried", node, e);
        if (wasCut()) {
          nodes.probedInVain(node, kind, atOnce, SILENT_NANOS);
        } else {
          nodes.probeLater(node);
        }
      } finally {
        timer.cancel();
        nodes.ledgers().add(NodeLedgers.duplicated(node, new Ledger(1, 2L * bytes, 0)));
      }
    }

    private synchronized boolean wasCut() {
      return isCut;
    }

    private synchronized void cut() {
      isCut = true;
      cutter.run();
    }

    private synchronized void connecting(Runnable cuts) {
      cutter = cuts;
      if (isCut) {
        cuts.run();
      }
    }
  }
}
