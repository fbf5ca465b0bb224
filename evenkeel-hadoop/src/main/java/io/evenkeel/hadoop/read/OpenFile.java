package io.evenkeel.hadoop.read;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.engine.ReadEngine;
import io.evenkeel.core.engine.ReadLimits;
import io.evenkeel.core.engine.ReadRequest;
import io.evenkeel.core.fill.StripeFiller;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.CachedFragments;
import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.ReadReport;
import io.evenkeel.core.model.Source;
import io.evenkeel.core.model.Stripe;
import io.evenkeel.core.port.BufferPool;
import io.evenkeel.core.port.Lane;
import io.evenkeel.core.port.LaneSource;
import io.evenkeel.hadoop.lane.BlockConnector;
import io.evenkeel.hadoop.lane.BlockLaneSource;
import io.evenkeel.hadoop.lane.LocatedFile;
import io.evenkeel.policy.scheme.ContiguousPlanner;
import io.evenkeel.policy.scheme.ReadMemory;
import io.evenkeel.policy.scheme.Scheme;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.DFSInputStream;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One opened file: its stripes, its tickets, and how to start reads of it. */
public final class OpenFile implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(OpenFile.class);
  private final ReadServices services;
  private final Scheme scheme;
  private final String path;
  private final List<Stripe> stripes;
  private final Tickets tickets;
  private final LaneSource blockLanes;
  private final PlainReader plain;
  private final LostBlocks lost;

  /** A ticket may come in during a later read than the one that asked for it. */
  private final Set<ReadSession> underWay = ConcurrentHashMap.newKeySet();

  private volatile boolean closed;

  private OpenFile(
      ReadServices services,
      Scheme scheme,
      String path,
      List<Stripe> stripes,
      LaneSource blockLanes,
      PlainReader plain) {
    this.services = services;
    this.scheme = scheme;
    this.path = path;
    this.stripes = stripes;
    this.tickets = new Tickets(services.manager(), path, services::told);
    this.blockLanes = blockLanes;
    this.plain = plain;
    this.lost = new LostBlocks(stripes, services.scheduler()::nanoTime);
  }

  /** How a file is to be cut and read. */
  public record Layout(CodeSpec code, int subblockBytes, Scheme scheme) {}

  /** The file behind a stock stream; empty when it is one to read the plain way. */
  static Optional<OpenFile> of(
      ReadServices services,
      Layout layout,
      BlockConnector connector,
      DFSInputStream stock,
      DFSClient client)
      throws IOException {
    Optional<LocatedBlocks> blocks = StockStream.locatedBlocks(stock);
    Optional<String> src = StockStream.src(stock);
    if (blocks.isEmpty() || src.isEmpty()) {
      return Optional.empty();
    }
    Optional<List<Stripe>> stripes =
        FileStripes.of(blocks.get(), layout.code(), layout.subblockBytes());
    LocatedFile located = new LocatedFile(client, src.get(), blocks.get().getLocatedBlocks());
    BlockLaneSource lanes = new BlockLaneSource(located, connector, services.laneThreads());
    return stripes.map(
        s -> new OpenFile(services, layout.scheme(), src.get(), s, lanes, stock::read));
  }

  Scheme scheme() {
    return scheme;
  }

  List<Stripe> stripes() {
    return stripes;
  }

  /** The blocks that the plain read could not have. */
  LostBlocks lost() {
    return lost;
  }

  /**
   * Takes the bytes that one caller reads, to encode wanted stripes.
   *
   * @param end where the caller will stop reading
   */
  PassingFill passing(long end) {
    return new PassingFill(stripes, end, this::filler);
  }

  private Optional<StripeFiller> filler(Stripe stripe) {
    if (!tickets.mayBeWanted(stripe.number())) {
      return Optional.empty();
    }
    Optional<StripeFiller> made =
        services
            .fillers()
            .flatMap(
                writers ->
                    writers.filler(
                        new PlacedStripe(path, stripe),
                        reason -> LOG.debug("{}, stripe {}: {}", path, stripe.number(), reason)));
    made.ifPresent(filler -> tickets.whenDecided(stripe.number(), decided(filler)));
    return made;
  }

  private static Consumer<Boolean> decided(StripeFiller filler) {
    return wanted -> {
      if (wanted) {
        filler.wanted();
      } else {
        filler.abandon("its parity is not wanted");
      }
    };
  }

  /** As {@link #read(ByteRange, PlainReader)}, with positional plain reads. */
  Optional<ReadSession> read(ByteRange range) {
    return read(range, plain);
  }

  /**
   * Starts a read of a range, up to where the file ended when it was opened; empty when the range
   * starts behind that, when there is no memory for it now, and after {@link #close}.
   *
   * @param plain how the session's caller reads what the lanes leave over
   */
  Optional<ReadSession> read(ByteRange range, PlainReader plain) {
    ByteRange known =
        range.intersect(new ByteRange(0, stripes.get(stripes.size() - 1).range().end()));
    if (known.isEmpty() || closed) {
      return Optional.empty();
    }
    ReadLimits limits = services.limits();
    ReadBudget budget = services.budget();
    List<ReadMemory> sizes =
        new ArrayList<>(
            ReadMemory.sizes(stripes, known, limits.maxGroups(), limits.reservedBytes()));
    ReadMemory least = sizes.remove(sizes.size() - 1);
    for (ReadMemory size : sizes) {
      Optional<ReadBudget.Reservation> memory = budget.reserveAmply(size.reservedBytes());
      if (memory.isPresent()) {
        return Optional.of(start(known, plain, size.plannedBytes(), memory.get()));
      }
    }
    return budget
        .reserve(least.reservedBytes())
        .map(memory -> start(known, plain, least.plannedBytes(), memory));
  }

  private ReadSession start(
      ByteRange range, PlainReader plain, long plannedBytes, ReadBudget.Reservation memory) {
    ReadSession session = null;
    boolean started = false;
    try {
      int answersAtStart = tickets.answers();
      // Asked before the read starts, so that it knows that a ticket may come.
      tickets.ask(stripes, range, () -> underWay.forEach(ReadSession::refresh));
      session = session(range, plain, plannedBytes, memory);
      underWay.add(session);
      if (session.isFinished()) {
        underWay.remove(session);
      }
      if (closed) {
        session.close();
      }
      if (tickets.answers() != answersAtStart) {
        // It came in after the first groups were planned and before this read was known.
        session.refresh();
      }
      started = true;
      return session;
    } finally {
      if (!started && session != null) {
        session.close();
      } else if (!started) {
        memory.close();
      }
    }
  }

  private ReadSession session(
      ByteRange range, PlainReader plain, long plannedBytes, ReadBudget.Reservation memory) {
    ReadEngine engine = new ReadEngine(services.scheduler(), new Lanes(), services.buffers());
    ReadRequest request =
        new ReadRequest(
            range,
            new ContiguousPlanner(stripes, range, scheme, plannedBytes),
            tickets::now,
            tickets::isPending,
            services::view,
            services
                .limits()
                .withReservedBytes(plannedBytes)
                // A wide read holds the other blocks of what was taken of the first one.
                .withGrowthAtLeast(stripes.get(0).geometry().code().dataCount()));
    return new ReadSession(
        engine,
        request,
        (at, target, offset, length) -> lost.read(plain, at, target, offset, length),
        new SessionEvents(memory));
  }

  /** Ends all sessions under way: who reads from one gets an exception. Does not wait. */
  @Override
  public void close() {
    closed = true;
    underWay.forEach(ReadSession::close);
  }

  /** What a session tells its file and the process. */
  private final class SessionEvents implements ReadSession.Events {
    private final ReadBudget.Reservation memory;

    SessionEvents(ReadBudget.Reservation memory) {
      this.memory = memory;
    }

    @Override
    public void broken(CachedFragments source, String reason) {
      tickets.drop(source.stripe());
      services.broken(source, reason);
    }

    @Override
    public void sampled(NodeSample sample) {
      services.sampled(sample);
    }

    @Override
    public void finished(ReadSession session, ReadReport report) {
      underWay.remove(session);
      services.report(report);
    }

    @Override
    public void drained() {
      memory.close();
    }
  }

  /** Block lanes of this file and cache lanes of the process, as one. */
  private final class Lanes implements LaneSource {
    @Override
    public boolean serves(Source source) {
      return true;
    }

    @Override
    public Lane open(Source source, long endHint, BufferPool buffers, Receiver receiver) {
      LaneSource lanes =
          blockLanes.serves(source) ? blockLanes : services.cacheLanes().orElseThrow();
      return lanes.open(source, endHint, buffers, receiver);
    }
  }
}
