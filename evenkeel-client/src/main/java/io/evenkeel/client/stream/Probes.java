package io.evenkeel.client.stream;

import io.evenkeel.client.nodes.GrantedProbe;
import io.evenkeel.client.nodes.NodeBook;
import io.evenkeel.client.nodes.ProbeRule;
import io.evenkeel.client.read.ReadServices;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.Ledger;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeLedgers;
import io.evenkeel.core.port.Pending;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tries nodes that were slow, one read of at most a MiB at a time and in the background: nobody
 * waits for a node to find out that it is slow still. Thread-safe.
 */
public final class Probes {
  private static final Logger LOG = LoggerFactory.getLogger(Probes.class);

  private final ReadServices services;

  public Probes(ReadServices services) {
    this.services = services;
  }

  /**
   * Reads from a node what is about to be read from others, if it is time to try it; where only its
   * pace shows that it is not slow, as {@link #probeBeginning} does.
   *
   * @param range what is read of the block, and perhaps of those after it
   * @param isStream whether it is a stream that opens there, and not a positional read
   */
  public void probeThere(NodeId node, StockBlock block, ByteRange range, boolean isStream) {
    NodeBook nodes = services.nodes();
    if (ProbeRule.isByPace(nodes, node, block.lengthBytes())) {
      probeBeginning(node, block, range.lengthBytes(), false);
      return;
    }
    long from = range.start() - block.range().start();
    long left = block.lengthBytes() - from;
    start(
        node,
        block,
        from,
        isStream
            ? ProbeRule.opening(nodes, range.lengthBytes(), left)
            : ProbeRule.small(nodes, range.lengthBytes(), left));
  }

  /**
   * Reads from a node the beginning of a block, if it is time to try it.
   *
   * @param readBytes how long the read is that keeps off the node
   * @param isAmplified whether going around the node costs it several times its bytes
   */
  public void probeBeginning(NodeId node, ProbedBlock block, long readBytes, boolean isAmplified) {
    start(
        node,
        block,
        0,
        ProbeRule.ofBeginning(services.nodes(), node, readBytes, isAmplified, block.lengthBytes()));
  }

  private void start(NodeId node, ProbedBlock block, long from, ProbeRule rule) {
    services
        .nodes()
        .tryProbe(node, rule)
        .ifPresent(granted -> start(granted, block, ByteRange.of(from, rule.bytes())));
  }

  private void start(GrantedProbe granted, ProbedBlock block, ByteRange part) {
    try {
      services.background().execute(new Probe(granted, block, part)::read);
    } catch (RejectedExecutionException | OutOfMemoryError e) {
      LOG.debug("{} is not tried now", granted.node(), e);
      services.nodes().probeLater(granted, 0);
    }
  }

  private final class Probe implements ProbedBlock.Watcher {
    private final GrantedProbe granted;
    private final NodeId node;
    private final ProbedBlock block;
    private final ByteRange part;
    private final long silentNanos = services.nodes().silentNanos();
    private long receivedBytes;
    private boolean isCut;

    /** Never of a connection that was given back: others may have it. */
    private Runnable cutter = () -> {};

    Probe(GrantedProbe granted, ProbedBlock block, ByteRange part) {
      this.granted = granted;
      this.node = granted.node();
      this.block = block;
      this.part = part;
    }

    void read() {
      NodeBook nodes = services.nodes();
      int atOnce = nodes.company().now() + 1;
      long lateNanos = granted.rule().lateNanos(nodes, atOnce);
      Pending timer = services.scheduler().schedule(silentNanos, this::cut);
      try {
        block.readAway(node, part, this);
        long took = block.readAway(node, part, this);
        nodes.probed(granted, atOnce, took, took > lateNanos);
      } catch (SocketException | SocketTimeoutException | EOFException e) {
        LOG.debug("{} was slow, and cannot be read from now", node, e);
        inVain(atOnce);
      } catch (IOException | RuntimeException e) {
        // As when our token has run out or the replica is gone: that says nothing of the node.
        LOG.debug("{} could not be tried", node, e);
        if (wasCut()) {
          inVain(atOnce);
        } else {
          nodes.probeLater(granted, receivedBytes);
        }
      } finally {
        timer.cancel();
        nodes.ledgers().add(NodeLedgers.duplicated(node, new Ledger(1, receivedBytes, 0)));
      }
    }

    private void inVain(int atOnce) {
      services.nodes().probedInVain(granted, atOnce, silentNanos, receivedBytes);
    }

    private synchronized boolean wasCut() {
      return isCut;
    }

    private synchronized void cut() {
      isCut = true;
      cutter.run();
    }

    @Override
    public void received(int bytes) {
      receivedBytes += bytes;
      // Who hangs from here on was not asked in vain.
      services.nodes().heard(node);
    }

    @Override
    public synchronized void connecting(Runnable cuts) {
      cutter = cuts;
      if (isCut) {
        cuts.run();
      }
    }
  }
}
