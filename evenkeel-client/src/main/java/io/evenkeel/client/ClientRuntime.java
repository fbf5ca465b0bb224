package io.evenkeel.client;

import io.evenkeel.client.nodes.LedgerBook;
import io.evenkeel.client.nodes.NodeBook;
import io.evenkeel.client.nodes.QueueDirection;
import io.evenkeel.client.process.ExitHook;
import io.evenkeel.client.process.KillSwitch;
import io.evenkeel.client.process.LastWords;
import io.evenkeel.client.process.ProcessLines;
import io.evenkeel.client.read.Crowd;
import io.evenkeel.client.read.ReadBudget;
import io.evenkeel.client.read.ReadServices;
import io.evenkeel.client.ticket.TicketQuestions;
import io.evenkeel.client.watch.Watchdog;
import io.evenkeel.core.engine.ReadLimits;
import io.evenkeel.core.fill.ParityWriters;
import io.evenkeel.core.log.RareLine;
import io.evenkeel.core.model.BoundedMap;
import io.evenkeel.core.model.CachedFragments;
import io.evenkeel.core.model.ClusterView;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeLedgers;
import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.ReadReport;
import io.evenkeel.core.model.ReadReport.LaneReport.Outcome;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.port.BufferPool;
import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.LaneSource;
import io.evenkeel.core.port.ManagerApi;
import io.evenkeel.core.port.ManagerApi.Answer;
import io.evenkeel.core.port.Scheduler;
import io.evenkeel.policy.layout.Direction;
import io.evenkeel.policy.reading.ParityDemand;
import io.evenkeel.policy.reading.RecentRuns;
import io.evenkeel.policy.reading.WideReads;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What all file systems of a process with equal settings share: threads, buffers, connections, and
 * what reads have seen. Made for the first of them, gone with the last.
 */
public final class ClientRuntime implements ReadServices {
  private static final Logger LOG = LoggerFactory.getLogger(ClientRuntime.class);
  private static final Map<ClientSettings, ClientRuntime> RUNNING = new HashMap<>();
  private static final Duration CLOSE_AFTER_AT_MOST = Duration.ofMinutes(1);
  private static final int BROKEN_REMEMBERED_MAX = 1000;
  private static final long WIDE_AFTER_MOST_BYTES = 64L << 20;

  private static final long TRIM_EVERY_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final ProcessLines LINES = new ProcessLines();

  private final ClientSettings settings;
  private final ClientPorts ports;
  private final RareLine plainLine = new RareLine(TimeUnit.MINUTES.toNanos(1));
  private final Scheduler scheduler;
  private final long bornNanos;
  private final Watchdog watchdog;
  private final WideReads wideReads;
  private final RecentRuns recentRuns = new RecentRuns();
  private final Crowd crowd;
  private final ParityDemand parityDemand = new ParityDemand();
  private final BufferPool buffers;
  private final Optional<Backend> backend;

  /** The same where there are cache nodes, too. */
  private final Optional<Backend> parity;

  private final NodeBook nodes;
  private final Direction direction;
  private final LastWords lastWords;
  private final KillSwitch killSwitch;
  private final ReadBudget budget;
  private final AtomicLong receivedBytes = new AtomicLong();
  private final AtomicLong plainBytes = new AtomicLong();
  private final AtomicLong stockBytes = new AtomicLong();
  private final AtomicBoolean trimming = new AtomicBoolean();
  private final AtomicBoolean ended = new AtomicBoolean();
  private final AtomicLong reads = new AtomicLong();
  // Of what the manager was told, of each kind by itself: what was missing may be wrong later.
  private final Set<StripeId> missing =
      Collections.newSetFromMap(BoundedMap.byAge(BROKEN_REMEMBERED_MAX));
  private final Set<StripeId> broken =
      Collections.newSetFromMap(BoundedMap.byAge(BROKEN_REMEMBERED_MAX));
  private int holders;

  /**
   * A runtime of its own, shared by nobody and never counted; gone with the first {@link #release}.
   *
   * @param ports closed with it
   * @param atExit how the end of the process is made to wait for what was written
   */
  public ClientRuntime(ClientSettings settings, ClientPorts ports, ExitHook atExit) {
    this.settings = settings;
    this.ports = ports;
    this.scheduler = ports.scheduler();
    this.bornNanos = scheduler.nanoTime();
    this.watchdog = new Watchdog(scheduler, ports.cores());
    // What aborted lanes still hold comes on top of what reads have reserved.
    long laneBytes = (long) settings.laneThreads() * settings.subblockBytes();
    this.budget = new ReadBudget(settings.processBytes());
    this.buffers = new BufferPool(settings.processBytes() + laneBytes, settings.subblockBytes());
    this.wideReads =
        new WideReads(
            settings.sequentialBytes(),
            settings.firstBytes(),
            WIDE_AFTER_MOST_BYTES,
            settings.wideBytesPerSecond());
    this.crowd = new Crowd(watchdog, budget, wideReads);
    this.lastWords = new LastWords(atExit, this::sayLastWords);
    this.nodes =
        new NodeBook(
            scheduler, ports.random(), settings.limits(), ports.byteScale(), this::entered);
    this.direction =
        settings.directed()
            ? new QueueDirection(nodes.queues(), settings.limits().lateFloorNanos())
            : Direction.OFF;
    this.killSwitch = new KillSwitch(settings.enabled(), settings.switchFile());
    this.backend =
        settings.hasManager()
            ? Optional.of(new Backend(settings, ports, atExit, this::tellFirstUse))
            : Optional.empty();
    this.parity = settings.hasParity() ? backend : Optional.empty();
    if (backend.isPresent() && settings.directed()) {
      nodes.queues().whenAsked(backend.get().reports(nodes.queues())::asked);
    }
  }

  private void entered(NodeLedgers entry) {
    lastWords.expect();
    backend.ifPresent(b -> b.samples(bornNanos).add(entry));
  }

  /** The process ends, and nobody may have closed anything. */
  private void sayLastWords(Runnable then) {
    LINES.did(LedgerBook.ofProcess().totals());
    backend.ifPresentOrElse(b -> b.tellLedgers(then), then);
  }

  /**
   * The runtime of these settings; to be given back by {@link #release}.
   *
   * @param atExit of the first that asks: how the end of the process is made to wait
   */
  public static synchronized ClientRuntime acquire(ClientSettings settings, ExitHook atExit) {
    ClientRuntime runtime = RUNNING.get(settings);
    if (runtime == null) {
      runtime = new ClientRuntime(settings, new ProcessPorts(settings), atExit);
      RUNNING.put(settings, runtime);
    }
    runtime.holders++;
    return runtime;
  }

  /** How many there are now, for tests. */
  public static synchronized int runningCount() {
    return RUNNING.size();
  }

  /** One holder less; with the last, everything goes. */
  public void release() {
    synchronized (ClientRuntime.class) {
      if (--holders > 0) {
        return;
      }
      RUNNING.remove(settings, this);
      if (RUNNING.isEmpty()) {
        LINES.did(LedgerBook.ofProcess().totals());
      }
    }
    if (parity.isPresent()) {
      // What was written and closed may still be on its way to the cache nodes.
      parity.get().whenPublished(CLOSE_AFTER_AT_MOST, this::shutDown);
    } else {
      shutDown();
    }
  }

  /**
   * When a file is opened, or written with parity: the process says once what it has got, or why so
   * little.
   */
  public void tellFirstUse() {
    LINES.isOn(this::ways);
  }

  private String ways() {
    String coded =
        settings.striped() ? ", and in erasure-coded files by the other blocks of a group" : "";
    String queues =
        settings.hasManager()
            ? "; what waits at the nodes, and who is slow, by manager " + settings.managerUri()
            : "";
    String parityOrNot =
        parity.isEmpty()
            ? "; without cache nodes a replicated block with one replica has no other way"
            : "; by cached parity (%s, %d cache node(s))"
                .formatted(settings.code(), settings.redisNodes().size());
    return "reads go around slow nodes by other replicas" + coded + parityOrNot + queues;
  }

  private void shutDown() {
    if (backend.isEmpty()) {
      end();
      return;
    }
    scheduler.schedule(LastWords.LIMIT_NANOS, this::end);
    backend.get().tellLedgers(this::end);
  }

  private void end() {
    if (!ended.compareAndSet(false, true)) {
      return;
    }
    lastWords.close();
    backend.ifPresent(Backend::close);
    killSwitch.close();
    ports.close();
  }

  @Override
  public Executor background() {
    return ports.background();
  }

  @Override
  public Executor closing() {
    return ports.closing();
  }

  /** Whether reads should not wait for a node now. */
  public boolean avoids(NodeId node) {
    return isOn() && view().isSlow(node);
  }

  /**
   * Where what is written is encoded, asked anew with every file: empty while Evenkeel is off, and
   * no question at all where there is nowhere to put parity.
   */
  public Optional<Supplier<Optional<WriteServices>>> writeServices() {
    return parity.map(p -> () -> isOn() ? Optional.of(p.writeServices()) : Optional.empty());
  }

  /**
   * Waits until what was written or filled is published or given up; false when it takes longer.
   */
  public boolean awaitPublished(Duration timeout) throws InterruptedException {
    return parity.isEmpty() || parity.get().awaitPublished(timeout);
  }

  public ReadTotals readTotals() {
    return new ReadTotals(
        receivedBytes.get(),
        stockBytes.get(),
        plainBytes.get(),
        nodes.ledgers().totals().decodedBytes(),
        reads.get(),
        budget.reservations());
  }

  @Override
  public Scheduler scheduler() {
    return scheduler;
  }

  @Override
  public Watchdog watchdog() {
    return watchdog;
  }

  @Override
  public NodeBook nodes() {
    return nodes;
  }

  @Override
  public Direction direction() {
    return direction;
  }

  @Override
  public Crowd crowd() {
    return crowd;
  }

  @Override
  public RecentRuns recentRuns() {
    return recentRuns;
  }

  @Override
  public WideReads wideReads() {
    return wideReads;
  }

  @Override
  public ParityDemand parityDemand() {
    return parityDemand;
  }

  @Override
  public void receivedByStock(int bytes) {
    stockBytes.addAndGet(bytes);
  }

  @Override
  public BufferPool buffers() {
    return buffers;
  }

  @Override
  public Executor laneThreads() {
    return ports.laneThreads();
  }

  @Override
  public Executor rangeThreads() {
    return ports.rangeThreads();
  }

  @Override
  public Optional<LaneSource> cacheLanes() {
    return parity.map(Backend::lanes);
  }

  public Optional<ManagerApi> manager() {
    return backend.map(Backend::manager);
  }

  @Override
  public Optional<TicketQuestions> tickets() {
    return parity.isPresent() ? Optional.of(parity.get().tickets()) : Optional.empty();
  }

  @Override
  public ReadLimits limits() {
    return settings.limits();
  }

  @Override
  public long byteScale() {
    return ports.byteScale();
  }

  @Override
  public ReadBudget budget() {
    return budget;
  }

  @Override
  public ClusterView view() {
    return nodes.view();
  }

  @Override
  public void report(String path, ReadReport report) {
    receivedBytes.addAndGet(report.receivedBytes());
    plainBytes.addAndGet(report.plainBytes());
    reads.incrementAndGet();
    trimLater();
    if (report.plainBytes() > 0) {
      tellPlain(path, report);
    }
    LOG.debug("{}", report);
  }

  /** Only while there is something to let go of: an idle process has no timer. */
  private void trim() {
    trimming.set(false);
    if (buffers.trim()) {
      trimLater();
    }
  }

  private void trimLater() {
    if (trimming.compareAndSet(false, true)) {
      try {
        scheduler.schedule(TRIM_EVERY_NANOS, this::trim);
      } catch (Throwable e) {
        // No thread or no memory: the next report tries it.
        trimming.set(false);
      }
    }
  }

  private void tellPlain(String path, ReadReport report) {
    long before = plainLine.unsaidBefore(scheduler.nanoTime());
    if (before < 0) {
      return;
    }
    LOG.warn(
        "Left {} bytes of {} of {} to the stock read: {}; lanes that failed: {}{}",
        report.plainBytes(),
        report.range(),
        path,
        report.plainReason(),
        report.lanes().stream()
            .filter(lane -> lane.outcome() == Outcome.FAILED)
            .map(lane -> lane.source() + " (" + lane.detail() + ")")
            .toList(),
        before == 0 ? "" : " (and " + before + " more reads before)");
  }

  @Override
  public void tellManager(NodeSample sample) {
    wideReads.met(sample.node());
    backend.ifPresent(b -> b.samples(bornNanos).add(sample));
  }

  @Override
  public Optional<ParityWriters> passingWriters() {
    return settings.readEncode() && isOn() ? parityWriters() : Optional.empty();
  }

  /** Who tells the manager of files; empty when there is none. */
  public Optional<ChangedFiles> changedFiles() {
    return parity.map(p -> p.writeServices().changes());
  }

  /** Who encodes; empty when there is nowhere to put parity. */
  public Optional<ParityWriters> parityWriters() {
    return parity.map(p -> p.writeServices().parityWriters());
  }

  @Override
  public void missing(CachedFragments source, String reason) {
    StripeId stripe = source.stripe();
    complain(missing, stripe, reason, (m, then) -> m.missing(stripe, then));
  }

  @Override
  public void broken(CachedFragments source, String reason) {
    StripeId stripe = source.stripe();
    complain(broken, stripe, reason, (m, then) -> m.withdraw(stripe, reason, then));
  }

  private void complain(
      Set<StripeId> told,
      StripeId stripe,
      String reason,
      BiConsumer<ManagerApi, Completion<Answer>> telling) {
    synchronized (told) {
      if (!told.add(stripe)) {
        return;
      }
    }
    LOG.warn("Reading without the cached parity of stripe {}: {}", stripe, reason);
    manager().ifPresent(m -> telling.accept(m, new Complaint(told, stripe)));
  }

  /** A stripe of which the manager could not be told, or did not believe it, may be told again. */
  private static final class Complaint implements Completion<Answer> {
    private final Set<StripeId> told;
    private final StripeId stripe;

    Complaint(Set<StripeId> told, StripeId stripe) {
      this.told = told;
      this.stripe = stripe;
    }

    @Override
    public void done(Answer answer) {
      if (!answer.accepted()) {
        tellAgain();
      }
    }

    @Override
    public void failed(Throwable cause) {
      tellAgain();
    }

    private void tellAgain() {
      synchronized (told) {
        told.remove(stripe);
      }
    }
  }

  @Override
  public boolean isOn() {
    return killSwitch.isOn() && (backend.isEmpty() || backend.get().isOn());
  }
}
