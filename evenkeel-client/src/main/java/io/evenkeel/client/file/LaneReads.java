package io.evenkeel.client.file;

import io.evenkeel.client.nodes.CountedLanes;
import io.evenkeel.client.nodes.LedgerBook;
import io.evenkeel.client.nodes.ReadShape;
import io.evenkeel.client.read.CallbackRead;
import io.evenkeel.client.read.EngineWarmUp;
import io.evenkeel.client.read.LaneRead;
import io.evenkeel.client.read.PlainReader;
import io.evenkeel.client.read.ReadBudget;
import io.evenkeel.client.read.ReadServices;
import io.evenkeel.client.read.ReadSession;
import io.evenkeel.client.ticket.TicketQuestions;
import io.evenkeel.client.ticket.Tickets;
import io.evenkeel.client.watch.PeerWatch;
import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.engine.ReadEngine;
import io.evenkeel.core.engine.ReadListener;
import io.evenkeel.core.engine.ReadRequest;
import io.evenkeel.core.model.CachedFragments;
import io.evenkeel.core.model.ClusterView;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeView;
import io.evenkeel.core.model.ReadReport;
import io.evenkeel.core.model.ReadReport.LaneReport;
import io.evenkeel.core.model.Source;
import io.evenkeel.core.model.SourceKind;
import io.evenkeel.core.port.BufferPool;
import io.evenkeel.core.port.Lane;
import io.evenkeel.core.port.LaneSource;
import io.evenkeel.policy.layout.ReadMemory;
import io.evenkeel.policy.reading.ReadKind;
import io.evenkeel.policy.reading.SmallReads;
import io.evenkeel.policy.scheme.Scheme;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts the reads by lanes of one open file, whatever its layout. Thread-safe. */
final class LaneReads implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LaneReads.class);

  /**
   * So many idle reads are ended at most for one that starts: memory may come back a little later.
   */
  private static final int RELEASES_MAX = 4;

  /** For so long reads go on by a stripe's other parity, some of which turned out wrong. */
  private static final long OTHERS_READ_NANOS = TimeUnit.SECONDS.toNanos(2);

  private final ReadServices services;
  private final LedgerBook ledgers;
  private final LaneSource storedLanes;
  private final Tickets tickets;
  private final FileListener listener;

  /** More may come to be known during a later read than the one that asked. */
  private final Set<LaneRead> underWay = ConcurrentHashMap.newKeySet();

  private final Queue<Runnable> quiet = new ConcurrentLinkedQueue<>();
  private volatile boolean closed;

  /** What its file wants to hear of reads; must not block. */
  interface FileListener {
    /** A lane has ended, of a read like this for which there were threads and memory. */
    void laneEnded(LaneReport lane, ReadShape shape);

    /** As {@link LaneRead.Events#waitedLong}. */
    void waitedLong(long position);
  }

  /**
   * @param ledgers of what is read of the file
   * @param storedLanes to where it is stored
   * @param tickets to its cached parity, which its plans go by
   */
  LaneReads(
      ReadServices services,
      LedgerBook ledgers,
      LaneSource storedLanes,
      Tickets tickets,
      FileListener listener) {
    this.services = services;
    this.ledgers = ledgers;
    this.storedLanes = storedLanes;
    this.tickets = tickets;
    this.listener = listener;
  }

  /**
   * Starts a read for a caller that waits for its bytes.
   *
   * @param plain how the caller reads what the engine leaves over
   * @return empty when there is no memory for it now
   */
  Optional<ReadSession> read(ReadPlan plan, PlainReader plain, Optional<Around> around) {
    PeerWatch.ofThread().forget();
    return start(
        plan,
        around,
        (engine, request, events) ->
            new ReadSession(engine, request, plain, events, services.scheduler()::nanoTime));
  }

  /** The same for a caller that is told of its bytes. */
  Optional<CallbackRead> read(ReadPlan plan, ReadListener listener, Optional<Around> around) {
    return start(
        plan,
        around,
        (engine, request, events) -> new CallbackRead(engine, request, listener, events));
  }

  /** Makes one kind of read, and starts it. */
  private interface Starter<R extends LaneRead> {
    R start(ReadEngine engine, ReadRequest request, LaneRead.Events events);
  }

  private <R extends LaneRead> Optional<R> start(
      ReadPlan plan, Optional<Around> around, Starter<R> starter) {
    if (closed) {
      return Optional.empty();
    }
    List<ReadMemory> sizes = plan.sizes();
    List<ReadMemory> ample = sizes.subList(0, sizes.size() - 1);
    Optional<R> read =
        ample.isEmpty()
            ? Optional.empty()
            : releasing(() -> startAmply(plan, around, ample, starter));
    return read.isPresent() ? read : startLeast(plan, around, sizes.get(ample.size()), starter);
  }

  /** Tries, and again each time that an idle read has given up its memory for this one. */
  private <T> Optional<T> releasing(Supplier<Optional<T>> attempt) {
    Optional<T> got = attempt.get();
    for (int i = 0; i < RELEASES_MAX && got.isEmpty() && services.budget().releaseIdle(); i++) {
      got = attempt.get();
    }
    return got;
  }

  /** With the first of some sizes for which there is room enough. */
  private <R extends LaneRead> Optional<R> startAmply(
      ReadPlan plan, Optional<Around> around, List<ReadMemory> sizes, Starter<R> starter) {
    for (int i = 0; i < sizes.size(); i++) {
      ReadMemory size = sizes.get(i);
      Optional<ReadBudget.Reservation> memory =
          services.budget().reserveAmply(size.reservedBytes(), i);
      if (memory.isPresent()) {
        return Optional.of(startIn(memory.get(), plan, around, size.plannedBytes(), starter));
      }
    }
    return Optional.empty();
  }

  private <R extends LaneRead> Optional<R> startLeast(
      ReadPlan plan, Optional<Around> around, ReadMemory least, Starter<R> starter) {
    return releasing(() -> services.budget().reserve(least.reservedBytes()))
        .map(memory -> startIn(memory, plan, around, least.plannedBytes(), starter));
  }

  private <R extends LaneRead> R startIn(
      ReadBudget.Reservation memory,
      ReadPlan plan,
      Optional<Around> around,
      long plannedBytes,
      Starter<R> starter) {
    R read = null;
    boolean started = false;
    try {
      // Before the read starts, so that it knows that more may come.
      plan.starts();
      long known = tickets.version();
      ReadEvents events = new ReadEvents(memory, plan, around);
      CountedLanes lanes = services.nodes().counted(new Lanes());
      ReadRequest request = request(plan, around, lanes, plannedBytes);
      read = starter.start(engine(lanes), request, events);
      underWay.add(read);
      memory.heldBy(read);
      if (events.isBooked) {
        ended(read);
      }
      if (closed) {
        read.close();
      }
      if (tickets.version() != known) {
        // It came in after the first groups were planned and before this read was known.
        read.refresh();
      }
      started = true;
      return read;
    } finally {
      if (!started && read != null) {
        read.close();
      } else if (!started) {
        memory.close();
      }
    }
  }

  private ReadEngine engine(LaneSource lanes) {
    return new ReadEngine(services.scheduler(), lanes, services.buffers(), services.byteScale());
  }

  private ReadRequest request(
      ReadPlan plan, Optional<Around> around, CountedLanes lanes, long plannedBytes) {
    ReadShape shape = plan.shape();
    UnaryOperator<ClusterView> own =
        plan.isAmplified()
            ? services.nodes().ofAmplified(plan.holders(), shape, around.map(Around::node))
            : UnaryOperator.identity();
    return new ReadRequest(
        plan.range(),
        plan.planner(plannedBytes),
        tickets,
        () -> view(plan, around, own).withTraffic(lanes::besides).snapshot(),
        services
            .nodes()
            .limits(services.limits(), shape)
            .withReservedBytes(plannedBytes)
            // A wide read holds the other fragments of what was taken of the first one.
            .withGrowthAtLeast(shape.width()),
        services.nodes().lateAllowance(shape),
        services.nodes()::silentNanos);
  }

  /** What lanes are judged by, and whom they keep off. */
  private ClusterView view(ReadPlan plan, Optional<Around> around, UnaryOperator<ClusterView> own) {
    ClusterView kept = own.apply(services.view().with(plan.believed()));
    if (around.isPresent()) {
      NodeId left = around.get().node();
      if (around.get().bySlowNodes()) {
        kept = services.nodes().slowOnesWillDo(kept);
      }
      kept = kept.with(List.of(new NodeView(left, true, "this read keeps off it")));
    }
    return kept.inCrowd(services.crowd().times());
  }

  /** Runs the engine's code in the background, once a process; see {@link EngineWarmUp}. */
  void warmUp(CodeSpec code, Scheme scheme) {
    try {
      if (EngineWarmUp.claim()) {
        services.background().execute(() -> runEngine(code, scheme));
      }
    } catch (Throwable e) {
      // No thread, no memory, no class: nobody's read is to fail by what only saves time.
      LOG.debug("No warm-up: the first decoding of this process will take longer", e);
    }
  }

  private void runEngine(CodeSpec code, Scheme scheme) {
    try {
      EngineWarmUp engine = new EngineWarmUp(services.scheduler(), code, scheme);
      engine.read();
      SmallReads small = services.nodes().small();
      ReadKind kind = ReadKind.of(EngineWarmUp.SMALL_BYTES);
      if (small.lateNanos(kind, SmallReads.ALONE) != SmallReads.NEVER) {
        engine.readSmall();
      }
    } catch (Throwable e) {
      // Nobody's thread is to end by what only saves time.
      LOG.debug("The first decoding of this process will take longer", e);
    }
  }

  /** More is known, or will not be. */
  void refresh() {
    underWay.forEach(LaneRead::refresh);
  }

  /** Runs a task, once, when no read is under way and all of what they did is in the books. */
  void whenQuiet(Runnable task) {
    quiet.add(task);
    tellIfQuiet();
  }

  private void ended(LaneRead read) {
    underWay.remove(read);
    tellIfQuiet();
  }

  private void tellIfQuiet() {
    if (underWay.isEmpty()) {
      for (Runnable task = quiet.poll(); task != null; task = quiet.poll()) {
        task.run();
      }
    }
  }

  boolean isClosed() {
    return closed;
  }

  /** Ends all reads under way: who waits for one gets an exception. Does not wait. */
  @Override
  public void close() {
    closed = true;
    underWay.forEach(LaneRead::close);
  }

  /** What a read tells its file and the process. */
  private final class ReadEvents implements LaneRead.Events {
    private final ReadBudget.Reservation memory;
    private final ReadPlan plan;
    private final Optional<Around> around;

    /** Whether the read has ended, and what it did is in the books. */
    private volatile boolean isBooked;

    ReadEvents(ReadBudget.Reservation memory, ReadPlan plan, Optional<Around> around) {
      this.memory = memory;
      this.plan = plan;
      this.around = around;
    }

    @Override
    public void missing(Source source, String reason) {
      if (source instanceof CachedFragments cached) {
        drop(cached, () -> services.missing(cached, reason));
      }
    }

    @Override
    public void broken(Source source, String reason) {
      if (source instanceof CachedFragments cached) {
        drop(cached, () -> services.broken(cached, reason));
      } else {
        plan.disagrees(source, reason);
      }
    }

    private void drop(CachedFragments useless, Runnable telling) {
      boolean isNews = tickets.drop(useless);
      // There may be another by now, and the read waits for what is being asked.
      services.tickets().ifPresent(TicketQuestions::hurry);
      if (isNews) {
        withdraw(useless, telling);
      }
    }

    /** The manager deletes a stripe's other parity, too: reads go on by that for a while. */
    private void withdraw(CachedFragments broken, Runnable telling) {
      Runnable tell =
          () -> {
            tickets.withdrawn(broken.stripe());
            telling.run();
          };
      if (broken.geometry().code().parityCount() == 1) {
        tell.run();
        return;
      }
      try {
        services.scheduler().schedule(OTHERS_READ_NANOS, tell);
      } catch (Throwable e) {
        // No thread or no memory to wait by.
        tell.run();
      }
    }

    @Override
    public void laneEnded(LaneReport lane, boolean isStarved) {
      boolean isStorage = lane.source().kind() == SourceKind.STORAGE;
      if (isStorage) {
        services.nodes().laneEnded(lane, isStarved);
      }
      if (isStorage && !isStarved) {
        services.tellManager(lane.sample());
      }
      if (!isStarved) {
        listener.laneEnded(lane, plan.shape());
      }
    }

    @Override
    public void overtaken(Source source) {
      if (source.kind() == SourceKind.STORAGE) {
        services.nodes().overtaken(source.node(), plan.shape());
      }
    }

    @Override
    public void waitedLong(long position) {
      listener.waitedLong(position);
    }

    @Override
    public void finished(LaneRead read, ReadReport report) {
      try {
        ledgers.add(report, around.filter(Around::wasAsked).map(Around::node));
        services.nodes().add(report, plan.shape());
        services.report(tickets.path(), report);
      } finally {
        isBooked = true;
        ended(read);
      }
    }

    @Override
    public void drained() {
      memory.close();
    }
  }

  /** Lanes to where the file is stored and the cache lanes of the process, as one. */
  private final class Lanes implements LaneSource {
    @Override
    public Lane open(Source source, long endHint, BufferPool buffers, Receiver receiver) {
      LaneSource lanes =
          source.kind() == SourceKind.STORAGE ? storedLanes : services.cacheLanes().orElseThrow();
      return lanes.open(source, endHint, buffers, receiver);
    }
  }
}
