package io.evenkeel.sim;

import io.evenkeel.client.file.StripedFile;
import io.evenkeel.client.nodes.NodeBook;
import io.evenkeel.client.read.ReadServices;
import io.evenkeel.core.model.BlockGroup;
import io.evenkeel.core.model.BlockReplica;
import io.evenkeel.core.model.Ledger;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeLedgers;
import io.evenkeel.core.model.SourceKind;
import io.evenkeel.core.model.SubblockChecksums;
import io.evenkeel.core.port.Lane;
import io.evenkeel.core.port.LaneSource;
import io.evenkeel.core.port.Slice;
import io.evenkeel.policy.reading.ReadKind;
import io.evenkeel.policy.reading.SmallReads;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;

/**
 * Tries nodes that were slow by a lane, where the product does by a thread that waits: when, and
 * what comes of it, is the product's {@link NodeBook}.
 */
final class Prober implements StripedFile.Prober {
  private static final long SILENT_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final double SLOW_FACTOR = 2;
  private static final long PACE_NANOS_MIN = TimeUnit.MILLISECONDS.toNanos(8);

  private final ReadServices services;
  private final LaneSource lanes;

  Prober(ReadServices services, LaneSource lanes) {
    this.services = services;
    this.lanes = lanes;
  }

  @Override
  public void tryNode(NodeId node, BlockGroup group, long readBytes) {
    if (!services.nodes().tryProbe(node)) {
      return;
    }
    for (int i = 0; i < group.blocks().size(); i++) {
      if (group.nodes().get(i).contains(node) && group.blocks().get(i).lengthBytes() > 0) {
        long most = Math.min(readBytes, SmallReads.BYTES_MAX / services.byteScale());
        int bytes = (int) Math.min(group.blocks().get(i).lengthBytes(), Math.max(1, most));
        new Probe(node, bytes).start(new BlockReplica(group.blocks().get(i), node));
        return;
      }
    }
    services.nodes().probeLater(node);
  }

  private final class Probe implements LaneSource.Receiver {
    private final NodeId node;
    private final int bytes;
    private final ReadKind kind;
    private final int atOnce;
    private final long sinceNanos = services.scheduler().nanoTime();
    private Lane lane;
    private boolean ended;

    Probe(NodeId node, int bytes) {
      this.node = node;
      this.bytes = bytes;
      this.kind = services.nodes().kind(bytes);
      this.atOnce = services.nodes().company().now() + 1;
    }

    void start(BlockReplica block) {
      lane = lanes.open(block, bytes, services.buffers(), this);
      lane.request(new Slice(0, 0, bytes));
      services.scheduler().schedule(SILENT_NANOS, this::silent);
    }

    private long lateNanos() {
      NodeBook nodes = services.nodes();
      long known = nodes.small().lateNanos(kind, atOnce);
      double pace = services.view().expectedNanosPerByte(SourceKind.STORAGE);
      double usual = pace > 0 ? pace : services.limits().coldNanosPerByte();
      long byPace = Math.max(PACE_NANOS_MIN, (long) (SLOW_FACTOR * usual * bytes));
      return Math.min(SILENT_NANOS, known == SmallReads.NEVER ? byPace : known);
    }

    private void silent() {
      if (!ended) {
        lane.abort();
        inVain();
      }
    }

    private void inVain() {
      end();
      services.nodes().probedInVain(node, kind, atOnce, SILENT_NANOS);
    }

    private void end() {
      ended = true;
      services.nodes().ledgers().add(NodeLedgers.duplicated(node, new Ledger(1, bytes, 0)));
    }

    @Override
    public void arrived(Slice slice, ByteBuffer got, SubblockChecksums proof) {
      services.buffers().give(got);
      long took = services.scheduler().nanoTime() - sinceNanos;
      lane.abort();
      end();
      services.nodes().probed(node, kind, atOnce, took, took > lateNanos());
    }

    @Override
    public void missed(Slice slice, Throwable cause) {
      lane.abort();
      inVain();
    }

    @Override
    public void failed(Throwable cause) {
      inVain();
    }

    @Override
    public void received(int more) {}
  }
}
