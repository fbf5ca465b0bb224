package io.evenkeel.client.file;

import io.evenkeel.client.nodes.LedgerBook;
import io.evenkeel.client.nodes.NodeBook;
import io.evenkeel.client.nodes.ReadShape;
import io.evenkeel.client.read.CallbackRead;
import io.evenkeel.client.read.PlainReader;
import io.evenkeel.client.read.ReadServices;
import io.evenkeel.client.read.ReadSession;
import io.evenkeel.client.ticket.Tickets;
import io.evenkeel.core.engine.ReadLimits;
import io.evenkeel.core.engine.ReadListener;
import io.evenkeel.core.log.RareLine;
import io.evenkeel.core.model.BlockGroup;
import io.evenkeel.core.model.BlockReplica;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.CellGeometry;
import io.evenkeel.core.model.ClusterView;
import io.evenkeel.core.model.FragmentTicket;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeView;
import io.evenkeel.core.model.ReadReport.LaneReport;
import io.evenkeel.core.model.ReadReport.LaneReport.Outcome;
import io.evenkeel.core.model.Source;
import io.evenkeel.core.model.SourceKind;
import io.evenkeel.core.model.Stripe;
import io.evenkeel.core.plan.ReadPlanner;
import io.evenkeel.core.port.LaneSource;
import io.evenkeel.policy.layout.CachedGroups;
import io.evenkeel.policy.layout.ReadMemory;
import io.evenkeel.policy.layout.StripedMemory;
import io.evenkeel.policy.layout.StripedPlanner;
import io.evenkeel.policy.layout.Verification;
import io.evenkeel.policy.reading.ReadKind;
import io.evenkeel.policy.reading.SmallReads;
import io.evenkeel.policy.scheme.Scheme;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One opened erasure-coded file, all of whose reads are by lanes: any k of the k + m fragments of
 * its block groups. Thread-safe.
 */
public final class StripedFile implements LaneFile {
  private static final Logger LOG = LoggerFactory.getLogger(StripedFile.class);

  /** No read reaches over more: who goes on starts another. */
  private static final int BLOCK_GROUPS_MAX = 2;

  /** A program may open such a file for each of its reads. */
  private static final RareLine DISAGREEING = new RareLine(TimeUnit.MINUTES.toNanos(1));

  private final ReadServices services;
  private final BlockGroups groups;
  private final Prober prober;
  private final Scheme scheme;
  private final Verification verification;
  private final Tickets tickets;
  private final LaneReads reads;

  /** Of each block group, by where it starts. */
  private final Map<Long, OfGroup> stripes = new ConcurrentHashMap<>();

  /**
   * A block group as a stripe.
   *
   * @param nodes that the group had then
   * @param stripe empty for one whose parity is not to be cached
   */
  private record OfGroup(List<List<NodeId>> nodes, Optional<Stripe> stripe) {}

  /** Whether a block of it could not be read from its node. */
  private volatile boolean lanesFailed;

  /** Tries, in the background, nodes that were slow. */
  @FunctionalInterface
  public interface Prober {
    /**
     * Reads some of a group's block from a node, if it is time to; waits for nobody.
     *
     * @param readBytes how long the read is that keeps off it
     * @param isAmplified whether going around the node costs it several times its bytes
     */
    void probeNode(NodeId node, BlockGroup group, long readBytes, boolean isAmplified);
  }

  /**
   * @param ledgers of what is read of it
   * @param path where it is, for who makes its parity
   * @param lanes to its blocks
   */
  public StripedFile(
      ReadServices services,
      LedgerBook ledgers,
      String path,
      BlockGroups groups,
      Scheme scheme,
      Verification verification,
      LaneSource lanes,
      Prober prober) {
    this.services = services;
    this.groups = groups;
    this.prober = prober;
    this.scheme = scheme;
    this.verification = verification;
    this.tickets = services.ticketsOf(path, this::lengthBytes);
    this.reads = new LaneReads(services, ledgers, lanes, tickets, new Listener());
  }

  /** What belonged to the file at the open. */
  public long lengthBytes() {
    return groups.lengthBytes();
  }

  /** How long the cells of its rows are. */
  public int cellBytes() {
    return groups.cellBytes();
  }

  /** The block group at a place as a stripe whose parity may be cached, where it is one. */
  public Optional<Stripe> cachedStripe(long position) {
    return groups.at(position).flatMap(this::stripe);
  }

  private Optional<Stripe> stripe(BlockGroup group) {
    OfGroup before = stripes.get(group.fileOffset());
    if (before == null || !before.nodes().equals(group.nodes())) {
      before = new OfGroup(group.nodes(), stripe(group, groups.number(group.fileOffset())));
      stripes.put(group.fileOffset(), before);
    }
    return before.stripe();
  }

  private static Optional<Stripe> stripe(BlockGroup group, OptionalInt number) {
    return number.isPresent() ? CachedGroups.stripe(group, number.getAsInt()) : Optional.empty();
  }

  private Optional<FragmentTicket> cached(BlockGroup group) {
    return services.tickets().isPresent()
        ? stripe(group).flatMap(stripe -> CachedGroups.ticket(stripe, tickets.now()))
        : Optional.empty();
  }

  /**
   * Starts a read, for a caller that waits for its bytes.
   *
   * @param range shortened to what belonged to the file at the open, and to a few block groups
   * @param plain how the caller reads what the engine leaves over
   * @return empty when nothing of it can be read by lanes, or there is no memory for it now
   */
  public Optional<ReadSession> read(ByteRange range, PlainReader plain) {
    return plan(range).flatMap(plan -> reads.read(plan, plain, Optional.empty()));
  }

  /**
   * The same for a caller that is told of its bytes, and reads what the engine leaves over as it
   * likes; waits for nothing but what {@link BlockGroups#at} does.
   */
  public Optional<CallbackRead> read(ByteRange range, ReadListener listener) {
    return plan(range).flatMap(plan -> reads.read(plan, listener, Optional.empty()));
  }

  /** Whether a range begins in a block group that is read by lanes, if there is memory for it. */
  public boolean isByLanes(ByteRange range) {
    return !reads.isClosed() && plan(range).filter(this::mayFit).isPresent();
  }

  /** Whether the least that a read can do with is no more than all the memory that there is. */
  private boolean mayFit(GroupsPlan plan) {
    List<ReadMemory> sizes = plan.sizes();
    return services.budget().hasRoomFor(sizes.get(sizes.size() - 1).reservedBytes());
  }

  /** Whether a node is known to be slow that has data of the block group at a place. */
  public boolean isSlow(long position) {
    BlockGroup group = groups.at(position).orElse(null);
    if (group == null) {
      return false;
    }
    ClusterView view = services.view();
    int dataCount = group.geometry().code().dataCount();
    return group.nodes().subList(0, dataCount).stream()
        .anyMatch(nodes -> nodes.stream().anyMatch(view::isSlow));
  }

  private Optional<GroupsPlan> plan(ByteRange range) {
    return Parts.under(range, lengthBytes(), BLOCK_GROUPS_MAX, groups::at, BlockGroup::range)
        .map(GroupsPlan::new);
  }

  private final class GroupsPlan implements ReadPlan {
    private final List<BlockGroup> over;
    private final ByteRange range;
    private final ReadShape shape;

    GroupsPlan(Parts<BlockGroup> parts) {
      this.over = parts.all();
      this.range = parts.range();
      this.shape = shape(over.get(0));
    }

    /** Of each row that it touches a cell, one after the other; of large cells it waits for one. */
    private ReadShape shape(BlockGroup first) {
      CellGeometry geometry = first.geometry();
      long rowBytes = geometry.rowBytes();
      long start = range.start() - first.fileOffset();
      long rows = (start + range.lengthBytes() - 1) / rowBytes - start / rowBytes + 1;
      // What comes after the first cell has no queue before it: a cell is what is late.
      long most = Math.max(geometry.cellBytes(), SmallReads.BYTES_MAX / services.byteScale());
      long asked = Math.min(range.lengthBytes(), rows * geometry.cellBytes());
      return new ReadShape(
          range.lengthBytes(), Math.min(asked, most), geometry.code().dataCount(), true);
    }

    @Override
    public ByteRange range() {
      return range;
    }

    @Override
    public List<ReadMemory> sizes() {
      ReadLimits limits = services.limits();
      BlockGroup first = over.get(0);
      long start = range.start() - first.fileOffset();
      return StripedMemory.sizes(
          first.geometry(),
          ByteRange.of(start, range.lengthBytes()),
          limits.maxGroups(),
          limits.reservedBytes(),
          services.buffers()::capacityBytes,
          services.byteScale());
    }

    @Override
    public ReadPlanner planner(long plannedBytes) {
      return new StripedPlanner(
          over,
          range,
          scheme,
          verification,
          StripedFile.this::cached,
          services.direction(),
          plannedBytes,
          services.byteScale());
    }

    /** Short, and without a whole row. */
    @Override
    public boolean isAmplified() {
      return services.nodes().isShort(shape) && over.stream().noneMatch(this::hasWholeRow);
    }

    private boolean hasWholeRow(BlockGroup group) {
      ByteRange part = range.intersect(group.range());
      return group
          .geometry()
          .hasWholeRow(ByteRange.of(part.start() - group.fileOffset(), part.lengthBytes()));
    }

    @Override
    public List<List<NodeId>> holders() {
      return over.get(0).nodes();
    }

    @Override
    public ReadShape shape() {
      return shape;
    }

    /** Who was slow is tried beside this read, which keeps off it: nobody waits to find out. */
    @Override
    public void starts() {
      askForParity();
      for (BlockGroup group : over) {
        for (NodeId node : doubted(group, services.nodes()::isDoubted)) {
          if (!services.view().isSlow(node)) {
            prober.probeNode(node, group, range.lengthBytes(), isAmplified());
          }
        }
      }
    }

    /**
     * Once for each group, and in no hurry, for what is cached is stored, too; but where a block
     * may be missed, again after a while, and at once.
     */
    private void askForParity() {
      if (services.tickets().isEmpty()) {
        return;
      }
      for (BlockGroup group : over) {
        Optional<Stripe> stripe = stripe(group);
        if (stripe.isPresent() && mayLack(stripe.get())) {
          tickets.askAgain(stripe.get(), reads::refresh);
          services.tickets().get().hurry();
        } else if (stripe.isPresent()) {
          tickets.ask(stripe.get(), reads::refresh);
        }
      }
    }

    private boolean mayLack(Stripe stripe) {
      boolean lacks = lanesFailed;
      ClusterView view = services.view();
      for (List<NodeId> holders : stripe.replicas()) {
        lacks |= holders.isEmpty() || view.isSlow(holders.get(0));
      }
      return lacks;
    }

    /** Those of a group's nodes of which something is true that is true only of doubted ones. */
    private List<NodeId> doubted(BlockGroup group, Predicate<NodeId> isSo) {
      List<NodeId> nodes = new ArrayList<>();
      if (services.nodes().hasDoubts()) {
        for (List<NodeId> holders : group.nodes()) {
          for (NodeId node : holders) {
            if (isSo.test(node)) {
              nodes.add(node);
            }
          }
        }
      }
      return nodes;
    }

    @Override
    public List<NodeView> believed() {
      List<NodeView> believed = new ArrayList<>();
      for (BlockGroup group : over) {
        for (NodeId node : doubted(group, services.nodes()::isKeptOff)) {
          believed.add(new NodeView(node, true, "it was slow, and is being tried"));
        }
      }
      if (!believed.isEmpty()) {
        for (BlockGroup group : over) {
          believed.addAll(slowOnesThatWillDo(group, services.view().with(believed)));
        }
      }
      return believed;
    }

    /**
     * Of a group of which too few nodes are left as many slow ones as lack, none that hangs; of
     * parity first, which the read has not asked for.
     */
    private List<NodeView> slowOnesThatWillDo(BlockGroup group, ClusterView view) {
      int dataCount = group.geometry().code().dataCount();
      Optional<FragmentTicket> ticket = canCheck(group) ? cached(group) : Optional.empty();
      int lacking = dataCount;
      List<NodeView> slow = new ArrayList<>();
      for (int i = group.nodes().size() - 1; i >= 0; i--) {
        List<NodeId> holders = group.nodes().get(i);
        boolean isEmpty = group.geometry().fragmentLengthBytes(i) == 0;
        boolean isCached =
            i >= dataCount && ticket.isPresent() && !ticket.get().sources(i).isEmpty();
        if (isEmpty || isCached || !holders.stream().allMatch(view::isSlow)) {
          lacking--;
        } else {
          holders.stream()
              .filter(node -> !services.nodes().isSilent(node))
              .findFirst()
              .ifPresent(node -> slow.add(new NodeView(node, false, "")));
        }
      }
      return slow.subList(0, Math.max(0, Math.min(lacking, slow.size())));
    }

    /** Of whole rows the few bytes at an end do not matter. */
    private boolean canCheck(BlockGroup group) {
      CellGeometry cells = group.geometry();
      ByteRange part = range.intersect(group.range());
      long from = part.start() - group.fileOffset();
      long last = part.end() - group.fileOffset() - 1;
      int lastRow = (int) (last / cells.rowBytes());
      return !isAmplified()
          || (CachedGroups.canCheck(cells, lastRow, from % cells.cellBytes(), 0)
              && CachedGroups.canCheck(cells, lastRow, 0, last % cells.cellBytes() + 1));
    }

    @Override
    public void disagrees(Source with, String reason) {
      long before = DISAGREEING.unsaidBefore(services.scheduler().nanoTime());
      if (before < 0) {
        return;
      }
      LOG.warn(
          "Block group {} of {} is left to the stock read, for a block of it is wrong: of {} {}{}",
          groupOf(with),
          tickets.path(),
          with,
          reason,
          before == 0 ? "" : " (and " + before + " more reads before)");
    }

    /** By the name of its first block, which is the group's. */
    private String groupOf(Source stored) {
      for (BlockGroup group : over) {
        if (stored instanceof BlockReplica replica && group.blocks().contains(replica.block())) {
          return "blk_" + group.blocks().get(0).blockId();
        }
      }
      return "of " + stored;
    }
  }

  @Override
  public void whenQuiet(Runnable task) {
    reads.whenQuiet(task);
  }

  public boolean isClosed() {
    return reads.isClosed();
  }

  @Override
  public void close() {
    reads.close();
  }

  private final class Listener implements LaneReads.FileListener {
    /** Short reads have no other evidence here than what their lanes take. */
    @Override
    public void laneEnded(LaneReport lane, ReadShape shape) {
      if (lane.source().kind() != SourceKind.STORAGE) {
        return;
      }
      lanesFailed |= lane.outcome() == Outcome.FAILED;
      boolean says = lane.outcome() == Outcome.FINISHED || lane.outcome() == Outcome.ABORTED;
      if (services.nodes().isShort(shape) && says) {
        shortLaneEnded(lane);
      }
    }

    private void shortLaneEnded(LaneReport lane) {
      NodeBook nodes = services.nodes();
      NodeId node = lane.source().node();
      ReadKind kind = nodes.kind(lane.requestedBytes());
      int atOnce = nodes.company().now() + 1;
      boolean late = lane.busyNanos() >= nodes.small().lateNanos(kind, atOnce);
      if (!late && lane.outcome() == Outcome.ABORTED && lane.receivedBytes() == 0) {
        nodes.leftUnknown(node, kind, lane.busyNanos());
      }
      if (late || lane.outcome() == Outcome.FINISHED) {
        nodes.shortRead(node, kind, atOnce, lane.busyNanos(), late);
      }
    }

    @Override
    public void waitedLong(long position) {
      reads.warmUp(groups.code(), scheme);
    }
  }
}
