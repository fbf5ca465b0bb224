package io.evenkeel.client.read;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.engine.ReadEngine;
import io.evenkeel.core.engine.ReadLimits;
import io.evenkeel.core.engine.ReadRequest;
import io.evenkeel.core.model.BlockContents;
import io.evenkeel.core.model.BlockReplica;
import io.evenkeel.core.model.BlockVersion;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.ClusterView;
import io.evenkeel.core.model.ContentVersion;
import io.evenkeel.core.model.Epoch;
import io.evenkeel.core.model.FileTicket;
import io.evenkeel.core.model.FragmentTicket;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.ReadReport;
import io.evenkeel.core.model.ReadReport.LaneReport;
import io.evenkeel.core.model.Source;
import io.evenkeel.core.model.Stripe;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.model.StripeTicket;
import io.evenkeel.core.plan.Knowledge;
import io.evenkeel.core.port.BufferPool;
import io.evenkeel.core.port.Lane;
import io.evenkeel.core.port.LaneSource;
import io.evenkeel.core.port.Scheduler;
import io.evenkeel.core.port.Slice;
import io.evenkeel.policy.layout.ContiguousPlanner;
import io.evenkeel.policy.layout.Direction;
import io.evenkeel.policy.scheme.Scheme;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Reads a made-up stripe through planner, engine and session, from lanes that answer at once from
 * memory, so that code is loaded and kernels are compiled while a caller waits for a node anyway:
 * in a new process that takes longer than all connections to nodes. Once whole, and for processes
 * that make small reads in small parts, again and again. One block is missing, as behind a
 * straggler, and is decoded. Real lanes stay cold. The planner of erasure-coded files needs none of
 * this: healthy reads go through it, too.
 */
public final class EngineWarmUp implements LaneSource, LaneRead.Events {
  private static final AtomicBoolean CLAIMED = new AtomicBoolean();
  private static final int SUBBLOCK_BYTES = 64 * 1024;

  /** So many groups that what decodes them is compiled by then. */
  static final int BLOCK_BYTES = 16 * SUBBLOCK_BYTES;

  /** What a process that makes small reads may be about to read so. */
  public static final int SMALL_BYTES = SUBBLOCK_BYTES;

  /** By then even the first tier of the compiler has seen all of it. */
  private static final int SMALL_READS = 300;

  private static final NodeId NODE = new NodeId("warm-up:0");

  private final Scheduler scheduler;
  private final Scheme scheme;
  private final Stripe stripe;
  private final FileTicket ticket;
  private ReadReport report;

  public EngineWarmUp(Scheduler scheduler, CodeSpec code, Scheme scheme) {
    this.scheduler = scheduler;
    this.scheme = scheme;
    int k = code.dataCount();
    List<BlockVersion> blocks = new ArrayList<>();
    for (int i = 0; i < k; i++) {
      blocks.add(new BlockVersion("warm-up", i, 0, BLOCK_BYTES));
    }
    ContentVersion version = BlockContents.of(blocks);
    StripeGeometry geometry =
        new StripeGeometry(code, SUBBLOCK_BYTES, BlockContents.lengthBytes(blocks));
    this.stripe = new Stripe(0, 0, geometry, version, Collections.nCopies(k, List.of(NODE)));
    StripeId id = new StripeId(new Epoch("0".repeat(32)), 0);
    List<NodeId> caches = Collections.nCopies(code.parityCount(), NODE);
    FragmentTicket parity = FragmentTicket.ofParity(id, geometry, caches);
    this.ticket = FileTicket.none().with(List.of(new StripeTicket(version, parity)));
  }

  /** Whether the caller is the first in this process to ask: it warms up once. */
  public static boolean claim() {
    return !CLAIMED.get() && CLAIMED.compareAndSet(false, true);
  }

  /** Reads it all on the calling thread; answers how that went. */
  public ReadReport read() throws IOException {
    return read(stripe.range());
  }

  /**
   * Reads parts of the missing block, again and again, each as a read of its own; answers how the
   * last one went.
   */
  public ReadReport readSmall() throws IOException {
    for (int i = 0; i < SMALL_READS; i++) {
      int at = i * SMALL_BYTES % BLOCK_BYTES;
      read(ByteRange.of(at, SMALL_BYTES));
    }
    return report;
  }

  private ReadReport read(ByteRange range) throws IOException {
    // More than a plan that reads it wide can hold.
    long reservedBytes = 4 * stripe.range().lengthBytes();
    ReadRequest request =
        new ReadRequest(
            range,
            new ContiguousPlanner(
                List.of(stripe), range, () -> ticket, scheme, Direction.OFF, reservedBytes),
            Knowledge.SETTLED,
            ClusterView::unknown,
            ReadLimits.defaults());
    ReadEngine engine =
        new ReadEngine(scheduler, this, new BufferPool(reservedBytes, SUBBLOCK_BYTES));
    byte[] target = new byte[SUBBLOCK_BYTES];
    try (ReadSession session =
        new ReadSession(
            engine, request, (at, into, offset, length) -> length, this, scheduler::nanoTime)) {
      while (session.read(target, 0, target.length) > 0) {
        // On to the next subblock.
      }
      return report;
    }
  }

  @Override
  public Lane open(Source source, long endHint, BufferPool buffers, Receiver receiver) {
    boolean missing = source instanceof BlockReplica replica && replica.block().blockId() == 0;
    return new Lane() {
      @Override
      public void request(Slice slice) {
        if (missing) {
          receiver.missed(slice, new IOException("as from a straggler"));
        } else {
          receiver.arrived(slice, buffers.take(slice.lengthBytes()).orElseThrow(), null);
        }
      }

      @Override
      public void abort() {}
    };
  }

  @Override
  public void missing(Source source, String reason) {}

  @Override
  public void broken(Source source, String reason) {}

  @Override
  public void laneEnded(LaneReport lane, boolean isStarved) {}

  @Override
  public void overtaken(Source source) {}

  @Override
  public void waitedLong(long position) {}

  @Override
  public void finished(LaneRead read, ReadReport report) {
    this.report = report;
  }

  @Override
  public void drained() {}
}
