package io.evenkeel.client.file;

import io.evenkeel.client.nodes.LedgerBook;
import io.evenkeel.client.nodes.NodeBook;
import io.evenkeel.client.nodes.ReadShape;
import io.evenkeel.client.read.CallbackRead;
import io.evenkeel.client.read.PassingFill;
import io.evenkeel.client.read.PlainReader;
import io.evenkeel.client.read.ReadLayout;
import io.evenkeel.client.read.ReadServices;
import io.evenkeel.client.read.ReadSession;
import io.evenkeel.client.ticket.TicketQuestions;
import io.evenkeel.client.ticket.Tickets;
import io.evenkeel.core.engine.ReadLimits;
import io.evenkeel.core.engine.ReadListener;
import io.evenkeel.core.fill.ParityWriters;
import io.evenkeel.core.fill.StripeEncoder;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.ReadReport.LaneReport;
import io.evenkeel.core.model.Stripe;
import io.evenkeel.core.plan.ReadPlanner;
import io.evenkeel.policy.layout.ContiguousMemory;
import io.evenkeel.policy.layout.ContiguousPlanner;
import io.evenkeel.policy.layout.ReadMemory;
import io.evenkeel.policy.reading.ReadKind;
import io.evenkeel.policy.scheme.Scheme;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One opened file of contiguous blocks: its stripes, located one by one as they are needed, its
 * tickets, and how to start reads of it. Thread-safe.
 */
public final class ContiguousFile implements LaneFile {
  private static final Logger LOG = LoggerFactory.getLogger(ContiguousFile.class);
  private final ReadServices services;
  private final ReadLayout layout;
  private final String path;
  private final Stripes stripes;
  private final Tickets tickets;
  private final LostBlocks lost;
  private final WaysAround waysAround;
  private final LaneReads reads;

  /**
   * @param ledgers of what is read of it
   */
  public ContiguousFile(
      ReadServices services, LedgerBook ledgers, ReadLayout layout, StoredFile stored) {
    this.services = services;
    this.layout = layout;
    this.path = stored.path();
    this.stripes = stored.stripes();
    this.tickets = services.ticketsOf(path, this::lengthBytes);
    this.waysAround = new WaysAround(stripes, tickets, services);
    this.reads = new LaneReads(services, ledgers, stored.lanes(), tickets, new Listener());
    this.lost =
        new LostBlocks(
            blockBytes(), lengthBytes(), stored.losses(), services.scheduler()::nanoTime);
  }

  public Scheme scheme() {
    return layout.scheme();
  }

  /** What belonged to the file at the open. */
  public long lengthBytes() {
    return stripes.lengthBytes();
  }

  /**
   * Whether the next small read goes around a slow node that has the block where it begins, by the
   * stripe's others.
   */
  public boolean takesDetour(ByteRange range, NodeId node) {
    List<List<NodeId>> holders =
        stripes.known(range.start()).map(Stripe::replicas).orElse(List.of());
    int count = (int) (stripes.stripeBytes() / stripes.blockBytes());
    NodeBook nodes = services.nodes();
    ReadKind kind = nodes.kind(range.lengthBytes());
    return nodes.takesDetour(kind, node, holders, count, services.view());
  }

  public long blockBytes() {
    return stripes.blockBytes();
  }

  public long stripeBytes() {
    return stripes.stripeBytes();
  }

  public Stripes stripes() {
    return stripes;
  }

  /** The blocks that the stock read could not have. */
  public LostBlocks lost() {
    return lost;
  }

  /**
   * Another way to a place is needed: locates its stripe, and asks for parity at once, unless there
   * is a ticket already.
   */
  public void needs(long position) {
    stripes.at(position).ifPresent(stripe -> tickets.askAgain(stripe, this::refresh));
    if (!waysAround.hasTicket(position)) {
      hurry();
    }
  }

  /** Whatever waits to be asked of the manager is asked now. */
  private void hurry() {
    services.tickets().ifPresent(TicketQuestions::hurry);
  }

  /**
   * The stock stream is about to read here. What it would have to ask the NameNode for is asked
   * from the start of the stripe on, so that the stripe needs no call of its own.
   */
  public void beforeStock(long position) {
    if (!stripes.isLocatedSinceOpen(position) && services.tickets().isPresent()) {
      stripes.at(position);
    }
  }

  /** Reading is at a place: asks for the parity of its stripe, once, and in no hurry. */
  public void reading(long position) {
    if (services.tickets().isPresent()) {
      locate(position);
    }
  }

  private void locate(long position) {
    stripes.at(position).ifPresent(stripe -> tickets.ask(stripe, this::refresh));
  }

  /** All of a range is about to be read: asks for the parity of its stripes, once. */
  public void reading(ByteRange range) {
    long stripe = stripeBytes();
    for (long at = range.start(); at < range.end(); at = (at / stripe + 1) * stripe) {
      reading(at);
    }
  }

  /** Makes this process ready to decode, in the background, where there may be something to. */
  public void warmUp() {
    if (services.tickets().isPresent()) {
      reads.warmUp(layout.code(), layout.scheme());
    }
  }

  private void refresh() {
    reads.refresh();
  }

  /** Which other ways there are to a place than from one node. */
  public WaysAround waysAround() {
    return waysAround;
  }

  /** Whether a stripe begins at this place whose parity may be wanted. */
  public boolean mayFill(long at) {
    Optional<Stripe> stripe = stripes.known(at);
    return at % stripeBytes() == 0 && stripe.isPresent() && tickets.mayBeWanted(stripe.get());
  }

  /**
   * Takes the bytes that one caller reads, to encode wanted stripes.
   *
   * @param end where the caller will stop reading
   */
  public PassingFill passing(long end) {
    return new PassingFill(
        stripes::known, stripeBytes(), Math.min(end, lengthBytes()), this::encoder);
  }

  private Optional<StripeEncoder> encoder(Stripe stripe) {
    if (!tickets.mayBeWanted(stripe)) {
      return Optional.empty();
    }
    Optional<ParityWriters> writers = services.passingWriters();
    if (writers.isEmpty()) {
      return Optional.empty();
    }
    Optional<StripeEncoder> made =
        writers
            .get()
            .stripeEncoder(
                new PlacedStripe(path, stripe),
                reason -> LOG.debug("{}, stripe {}: {}", path, stripe.number(), reason));
    if (made.isPresent()) {
      tickets.whenDecided(stripe.number(), decided(made.get()));
    }
    return made;
  }

  private static Consumer<Boolean> decided(StripeEncoder encoder) {
    return wanted -> {
      if (wanted) {
        encoder.wanted();
      } else {
        encoder.abandon("its parity is not wanted");
      }
    };
  }

  /**
   * Starts a read by lanes, for a caller that waits for its bytes.
   *
   * @param range shortened to what belonged to the file at the open, and to stripes that can be
   *     read so
   * @param plain how the caller reads what the engine leaves over
   * @return empty when nothing of it can be read by lanes, or there is no memory for it now
   */
  public Optional<ReadSession> read(ByteRange range, PlainReader plain) {
    return read(range, plain, Optional.empty());
  }

  /** As the other, around a node that others need not keep off. */
  public Optional<ReadSession> read(ByteRange range, PlainReader plain, Optional<Around> around) {
    PlainReader unlessLost =
        (at, target, offset, length) -> lost.read(plain, at, target, offset, length);
    return plan(range).flatMap(plan -> reads.read(plan, unlessLost, around));
  }

  /**
   * The same for a caller that is told of its bytes, and reads what the engine leaves over as it
   * likes. Neither this nor what comes of it waits for anything but what {@link Stripes#at} does.
   */
  public Optional<CallbackRead> read(
      ByteRange range, ReadListener listener, Optional<Around> around) {
    return plan(range).flatMap(plan -> reads.read(plan, listener, around));
  }

  private Optional<StripesPlan> plan(ByteRange range) {
    return Parts.under(range, lengthBytes(), Integer.MAX_VALUE, stripes::at, Stripe::range)
        .map(StripesPlan::new);
  }

  private final class StripesPlan implements ReadPlan {
    private final List<Stripe> over;
    private final ByteRange range;
    private final ReadShape shape;

    StripesPlan(Parts<Stripe> parts) {
      this.over = parts.all();
      this.range = parts.range();
      int width = over.get(0).geometry().code().dataCount();
      this.shape = new ReadShape(range.lengthBytes(), range.lengthBytes(), width, false);
    }

    @Override
    public ByteRange range() {
      return range;
    }

    @Override
    public List<ReadMemory> sizes() {
      ReadLimits limits = services.limits();
      return ContiguousMemory.sizes(
          over,
          range,
          limits.maxGroups(),
          limits.reservedBytes(),
          services.buffers()::capacityBytes);
    }

    @Override
    public ReadPlanner planner(long plannedBytes) {
      return new ContiguousPlanner(
          over, range, tickets::now, layout.scheme(), services.direction(), plannedBytes);
    }

    @Override
    public List<List<NodeId>> holders() {
      return over.get(0).replicas();
    }

    /** A small read of blocks that no other node has. */
    @Override
    public boolean isAmplified() {
      return services.nodes().isSmall(range.lengthBytes())
          && over.get(0).replicas().stream().allMatch(nodes -> nodes.size() < 2);
    }

    @Override
    public ReadShape shape() {
      return shape;
    }

    @Override
    public void starts() {
      locate(range.start());
      if (!over.stream().allMatch(waysAround::hasTicket)) {
        hurry();
      }
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
    @Override
    public void laneEnded(LaneReport lane, ReadShape shape) {
      // Small reads by lanes may have to connect first: of a node's pace they say nothing.
    }

    @Override
    public void waitedLong(long position) {
      warmUp();
      // It may have been made since, or the manager was away.
      stripes
          .known(position)
          .ifPresent(stripe -> tickets.askAgain(stripe, ContiguousFile.this::refresh));
    }
  }
}
