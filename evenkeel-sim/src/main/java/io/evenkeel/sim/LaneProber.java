package io.evenkeel.sim;

import io.evenkeel.client.file.StripedFile;
import io.evenkeel.client.nodes.GrantedProbe;
import io.evenkeel.client.nodes.NodeBook;
import io.evenkeel.client.nodes.ProbeRule;
import io.evenkeel.client.read.ReadServices;
import io.evenkeel.core.model.BlockGroup;
import io.evenkeel.core.model.BlockReplica;
import io.evenkeel.core.model.Ledger;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeLedgers;
import io.evenkeel.core.model.SubblockChecksums;
import io.evenkeel.core.port.Lane;
import io.evenkeel.core.port.LaneRefusedException;
import io.evenkeel.core.port.LaneSource;
import io.evenkeel.core.port.Pending;
import io.evenkeel.core.port.Slice;
import java.nio.ByteBuffer;

/**
 * Tries nodes that were slow by lanes, where the product does by a thread that waits: when, by how
 * much and what comes of it is the product's {@link NodeBook} and {@link ProbeRule}. The second of
 * the two reads connects as the first did, which the product spares it.
 */
final class LaneProber implements StripedFile.Prober {
  private final ReadServices services;
  private final LaneSource lanes;

  LaneProber(ReadServices services, LaneSource lanes) {
    this.services = services;
    this.lanes = lanes;
  }

  @Override
  public void probeNode(NodeId node, BlockGroup group, long readBytes, boolean isAmplified) {
    for (int i = 0; i < group.blocks().size(); i++) {
      long length = group.blocks().get(i).lengthBytes();
      if (group.nodes().get(i).contains(node) && length > 0) {
        NodeBook nodes = services.nodes();
        ProbeRule rule = ProbeRule.ofBeginning(nodes, node, readBytes, isAmplified, length);
        BlockReplica block = new BlockReplica(group.blocks().get(i), node);
        nodes.tryProbe(node, rule).ifPresent(granted -> new Probe(block, granted).start());
        return;
      }
    }
  }

  private final class Probe implements LaneSource.Receiver {
    private final BlockReplica block;
    private final GrantedProbe granted;
    private final int atOnce;
    private final long lateNanos;
    private final long silentNanos = services.nodes().silentNanos();
    private Lane lane;
    private Pending silence = Pending.DONE;
    private long sinceNanos;
    private long receivedBytes;
    private boolean isSecond;
    private boolean ended;

    Probe(BlockReplica block, GrantedProbe granted) {
      this.block = block;
      this.granted = granted;
      this.atOnce = services.nodes().company().now() + 1;
      this.lateNanos = granted.rule().lateNanos(services.nodes(), atOnce);
    }

    void start() {
      silence = services.scheduler().schedule(silentNanos, this::inVain);
      read();
    }

    private void read() {
      sinceNanos = services.scheduler().nanoTime();
      int bytes = (int) granted.rule().bytes();
      lane = lanes.open(block, bytes, services.buffers(), this);
      lane.request(new Slice(0, 0, bytes));
    }

    /** Of the node that says nothing. */
    private void later() {
      if (end()) {
        services.nodes().probeLater(granted, receivedBytes);
      }
    }

    private void inVain() {
      if (end()) {
        services.nodes().probedInVain(granted, atOnce, silentNanos, receivedBytes);
      }
    }

    private boolean end() {
      if (ended) {
        return false;
      }
      ended = true;
      silence.cancel();
      lane.abort();
      services
          .nodes()
          .ledgers()
          .add(NodeLedgers.duplicated(block.node(), new Ledger(1, receivedBytes, 0)));
      return true;
    }

    @Override
    public void arrived(Slice slice, ByteBuffer got, SubblockChecksums proof) {
      services.buffers().give(got);
      if (!isSecond) {
        isSecond = true;
        lane.abort();
        read();
      } else if (end()) {
        long took = services.scheduler().nanoTime() - sinceNanos;
        services.nodes().probed(granted, atOnce, took, took > lateNanos);
      }
    }

    @Override
    public void missed(Slice slice, Throwable cause) {
      inVain();
    }

    @Override
    public void failed(Throwable cause) {
      if (cause instanceof LaneRefusedException) {
        later();
      } else {
        inVain();
      }
    }

    @Override
    public void received(int more) {
      receivedBytes += more;
      services.nodes().heard(block.node());
    }
  }
}
