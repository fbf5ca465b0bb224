package io.evenkeel.client;

import io.evenkeel.client.file.Around;
import io.evenkeel.client.file.ContiguousFile;
import io.evenkeel.client.file.Losses;
import io.evenkeel.client.file.StoredFile;
import io.evenkeel.client.file.Stripes;
import io.evenkeel.client.process.ExitHook;
import io.evenkeel.client.read.CallbackRead;
import io.evenkeel.client.read.ReadLayout;
import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.engine.Delivery;
import io.evenkeel.core.engine.ReadLimits;
import io.evenkeel.core.engine.ReadListener;
import io.evenkeel.core.fill.StripeEncoder;
import io.evenkeel.core.fill.WritePolicy;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.CachedFragments;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.RandomSource;
import io.evenkeel.core.model.ReadReport;
import io.evenkeel.core.model.Source;
import io.evenkeel.core.model.Stripe;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.model.StripeTicket;
import io.evenkeel.core.model.TicketAnswer;
import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.ForwardedManager;
import io.evenkeel.core.port.ManagerApi;
import io.evenkeel.core.port.ManagerApi.FillAnswer;
import io.evenkeel.core.port.NodeStore;
import io.evenkeel.core.port.Pending;
import io.evenkeel.core.port.Scheduler;
import io.evenkeel.core.store.memory.MemoryNodeStore;
import io.evenkeel.manager.Failures;
import io.evenkeel.manager.LocalManager;
import io.evenkeel.manager.Manager;
import io.evenkeel.manager.ManagerSettings;
import io.evenkeel.policy.layout.Verification;
import io.evenkeel.policy.scheme.Schemes;
import io.evenkeel.testing.engine.EventLog;
import io.evenkeel.testing.engine.LaneBehaviour;
import io.evenkeel.testing.engine.ManualScheduler;
import io.evenkeel.testing.engine.SimulatedFile;
import io.evenkeel.testing.engine.SimulatedLanes;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A client with its manager and its cache node in virtual time, on one thread: all of it is what
 * runs in production but the DataNodes, the wire and the clock.
 */
final class SimulatedClient implements ClientPorts {
  static final int SUBBLOCK_BYTES = 64 << 10;
  static final int BLOCK_BYTES = 16 * SUBBLOCK_BYTES;
  static final CodeSpec XOR = CodeSpec.parse("xor-4-1");
  private static final String PATH = "/file";
  private static final long STEP_NANOS = 1_000_000;

  final ManualScheduler scheduler = new ManualScheduler();
  final EventLog log = new EventLog();
  final SimulatedFile file;
  final ClientRuntime client;
  final SimulatedLanes lanes;
  private final SplittableRandom random;
  private final CodeSpec code;
  private final MemoryNodeStore store;
  private final LocalManager manager;
  boolean refusesWithdrawals;

  /** What is answered to who asks for orders; null to let the manager. */
  Supplier<FillAnswer> fills;

  private final Executor later = scheduler.serial();

  /** What came of one read. */
  static final class Got implements ReadListener {
    final byte[] bytes;
    private final long from;
    long nanos;
    long plainBytes;
    int broken;
    int missing;
    ReadReport report;
    private CallbackRead read;
    private final List<Delivery.Piece> early = new ArrayList<>();

    Got(ByteRange range) {
      bytes = new byte[(int) range.lengthBytes()];
      from = range.start();
    }

    @Override
    public void deliver(Delivery delivery) {
      if (delivery instanceof Delivery.Piece piece) {
        int at = (int) (piece.range().start() - from);
        piece.bytes().duplicate().get(bytes, at, (int) piece.range().lengthBytes());
        early.add(piece);
      } else {
        plainBytes += delivery.range().lengthBytes();
      }
    }

    @Override
    public void missing(Source source, String reason) {
      missing++;
    }

    @Override
    public void broken(Source source, String reason) {
      broken++;
    }

    @Override
    public void finished(ReadReport told) {
      report = told;
    }

    void giveBack() {
      early.forEach(read::release);
      early.clear();
    }
  }

  /**
   * @param behaviours of the replicas
   */
  SimulatedClient(long seed, int blocks, Function<Source, LaneBehaviour> behaviours) {
    this(seed, blocks, behaviours, XOR);
  }

  SimulatedClient(
      long seed, int blocks, Function<Source, LaneBehaviour> behaviours, CodeSpec code) {
    this.code = code;
    random = new SplittableRandom(seed);
    file = new SimulatedFile(seed, code, blocks * BLOCK_BYTES, BLOCK_BYTES, SUBBLOCK_BYTES, 6, 1);
    lanes = new SimulatedLanes(scheduler, log, seed, file, behaviours);
    // Of one read each slice is asked once; there are several reads.
    lanes.allowSharedSlices();
    Map<NodeId, Long> caches =
        Map.of(new NodeId("cache:6379"), 1L << 30, new NodeId("cache2:6379"), 1L << 30);
    store = new MemoryNodeStore(scheduler, caches, Duration.ofMillis(1), Duration.ofSeconds(1));
    manager =
        new LocalManager(
            new Manager(
                ManagerSettings.of(1L << 30, Duration.ofMinutes(10)),
                store.nodes(),
                store::allocatedBytes,
                random()),
            store,
            scheduler,
            Duration.ofSeconds(1).toNanos(),
            line -> {},
            new Failures(
                line -> {
                  throw new AssertionError(line);
                }));
    client = new ClientRuntime(settings(code), this, ExitHook.none());
  }

  static ClientSettings settings(CodeSpec code) {
    return new ClientSettings(
        true,
        "",
        "adaptive",
        code,
        SUBBLOCK_BYTES,
        "http://simulated:1",
        Duration.ofSeconds(5),
        List.of("cache:6379", "cache2:6379"),
        "",
        Duration.ofSeconds(1),
        1,
        256 << 10,
        1 << 20,
        1 << 20,
        100 << 20,
        true,
        Verification.SAMPLE,
        true,
        256L << 20,
        64,
        Duration.ofSeconds(5),
        ReadLimits.defaults(),
        true,
        WritePolicy.ALL,
        256L << 20,
        16,
        16,
        64 << 10,
        Duration.ofSeconds(5));
  }

  /** Has the parity of every stripe encoded and published, as who reads all of it does. */
  void encode() {
    List<PlacedStripe> all =
        file.stripes().stream().map(stripe -> new PlacedStripe(PATH, stripe)).toList();
    manager.tickets(all, Completion.ignore());
    // By then it has reached its cache node.
    scheduler.advance(Duration.ofSeconds(3).toNanos());
    List<String> ended = new ArrayList<>();
    for (PlacedStripe stripe : all) {
      StripeEncoder encoder =
          client.parityWriters().orElseThrow().stripeEncoder(stripe, ended::add).orElseThrow();
      encoder.wanted();
      ByteRange range = stripe.stripe().range();
      encoder.write(file.bytes(), (int) range.start(), (int) range.lengthBytes());
    }
    for (int i = 0; i < 10_000 && ended.size() < all.size(); i++) {
      scheduler.advance(STEP_NANOS);
    }
    if (!ended.stream().allMatch(String::isEmpty) || ended.size() < all.size()) {
      throw new AssertionError("not encoded: " + ended);
    }
  }

  /** The same of one stripe, once more. */
  void encodeAgain(int number) {
    PlacedStripe stripe = new PlacedStripe(PATH, file.stripes().get(number));
    List<String> ended = new ArrayList<>();
    StripeEncoder encoder =
        client.parityWriters().orElseThrow().stripeEncoder(stripe, ended::add).orElseThrow();
    encoder.wanted();
    ByteRange range = stripe.stripe().range();
    encoder.write(file.bytes(), (int) range.start(), (int) range.lengthBytes());
    for (int i = 0; i < 10_000 && ended.isEmpty(); i++) {
      scheduler.advance(STEP_NANOS);
    }
    if (!ended.stream().allMatch(String::isEmpty) || ended.isEmpty()) {
      throw new AssertionError("not encoded: " + ended);
    }
  }

  ContiguousFile open() {
    ReadLayout layout = new ReadLayout(code, SUBBLOCK_BYTES, Schemes.named("adaptive"));
    Losses none = (failure, at) -> OptionalLong.empty();
    return new ContiguousFile(
        client,
        client.nodes().ledgers(),
        layout,
        new StoredFile(PATH, new KnownStripes(), lanes, none));
  }

  /** Reads to the end, for as long as that takes in virtual time. */
  Got read(ContiguousFile open, ByteRange range) {
    return read(open, range, Optional.empty());
  }

  /** The same around a node. */
  Got read(ContiguousFile open, ByteRange range, Optional<Around> around) {
    Got got = new Got(range);
    long start = scheduler.nanoTime();
    got.read = open.read(range, got, around).orElseThrow();
    while (got.report == null) {
      scheduler.advance(STEP_NANOS);
      got.giveBack();
    }
    got.nanos = scheduler.nanoTime() - start;
    got.giveBack();
    scheduler.advance(STEP_NANOS);
    return got;
  }

  /** Starts a read whose caller takes nothing and gives nothing back. */
  CallbackRead idle(ContiguousFile open, ByteRange range) {
    Got got = new Got(range);
    got.read = open.read(range, got, Optional.empty()).orElseThrow();
    return got.read;
  }

  /** What the manager says now is published of a stripe. */
  Optional<StripeTicket> published(int stripe) {
    Stripe asked = file.stripes().get(stripe);
    List<StripeTicket> told = new ArrayList<>();
    manager.tickets(
        List.of(new PlacedStripe(PATH, asked)),
        new Completion<>() {
          @Override
          public void done(TicketAnswer answer) {
            told.addAll(answer.tickets());
          }

          @Override
          public void failed(Throwable cause) {
            throw new AssertionError(cause);
          }
        });
    scheduler.advance(Duration.ofSeconds(1).toNanos());
    return told.stream().filter(t -> t.version().equals(asked.version())).findFirst();
  }

  /** Loses what is cached of an index of a stripe. */
  void lose(int stripe, int index) {
    lose(stripe, index, true);
  }

  /**
   * @param isInPart whether only the bodies of its fragments are lost
   */
  void lose(int stripe, int index, boolean isInPart) {
    int lost = 0;
    for (Source source : published(stripe).orElseThrow().fragments().sources(index)) {
      CachedFragments cached = (CachedFragments) source;
      for (int s = 0; s < BLOCK_BYTES / SUBBLOCK_BYTES; s++) {
        lost += store.drop(cached.node(), cached.key(s), isInPart) ? 1 : 0;
      }
    }
    if (lost == 0) {
      throw new AssertionError("nothing of index " + index + " was cached");
    }
  }

  /** All of them are known from the start. */
  private final class KnownStripes implements Stripes {
    @Override
    public long lengthBytes() {
      return file.bytes().length;
    }

    @Override
    public long blockBytes() {
      return BLOCK_BYTES;
    }

    @Override
    public long stripeBytes() {
      return (long) BLOCK_BYTES * code.dataCount();
    }

    @Override
    public boolean isLocatedSinceOpen(long position) {
      return true;
    }

    @Override
    public Optional<Stripe> known(long position) {
      return of((int) (position / stripeBytes()));
    }

    @Override
    public Optional<Stripe> at(long position) {
      return known(position);
    }

    @Override
    public Optional<Stripe> of(int number) {
      return file.stripes().stream().filter(stripe -> stripe.number() == number).findFirst();
    }
  }

  @Override
  public Scheduler scheduler() {
    return scheduler;
  }

  @Override
  public int cores() {
    return 2;
  }

  @Override
  public RandomSource random() {
    return random::nextLong;
  }

  @Override
  public Executor laneThreads() {
    return later;
  }

  @Override
  public Executor rangeThreads() {
    return later;
  }

  @Override
  public Executor background() {
    return later;
  }

  @Override
  public Executor writeThreads() {
    return later;
  }

  @Override
  public ManagerApi manager() {
    return new ForwardedManager(manager) {
      @Override
      public Pending withdraw(StripeId id, String reason, Completion<Answer> then) {
        if (refusesWithdrawals) {
          then.failed(new IOException("too many requests are under way"));
          return Pending.DONE;
        }
        return super.withdraw(id, reason, then);
      }

      @Override
      public Pending missing(StripeId id, Completion<Answer> then) {
        if (refusesWithdrawals) {
          then.failed(new IOException("too many requests are under way"));
          return Pending.DONE;
        }
        return super.missing(id, then);
      }

      @Override
      public Pending fills(int most, Completion<FillAnswer> then) {
        if (fills == null) {
          return super.fills(most, then);
        }
        then.done(fills.get());
        return Pending.DONE;
      }
    };
  }

  @Override
  public NodeStore store() {
    return store;
  }

  @Override
  public void close() {}
}
