package io.evenkeel.sim;

import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.port.BufferPool;
import io.evenkeel.policy.layout.Verification;
import io.evenkeel.policy.scheme.Scheme;
import io.evenkeel.policy.scheme.Schemes;
import io.evenkeel.sim.cluster.StorageNodes;
import io.evenkeel.sim.cluster.StoredData;
import io.evenkeel.sim.cluster.StoredFiles;
import io.evenkeel.sim.cluster.Stragglers;
import io.evenkeel.sim.queue.VirtualScheduler;
import io.evenkeel.sim.scenario.Keys;
import io.evenkeel.sim.scenario.Scenario;
import io.evenkeel.sim.scenario.ScenarioReport;
import io.evenkeel.sim.workload.ReadArrival;
import io.evenkeel.sim.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;

/**
 * One run of a scenario: client processes that read files from simulated nodes, in virtual time and
 * on the caller's thread. The same scenario and seed give the same events. Every byte that is read
 * is looked at; anything that must not be ends the run as an {@link IllegalStateException}.
 */
public final class Simulation {
  /** With no read ended for so long of virtual time, something hangs. */
  private static final long HANGS_NANOS = 3_600_000_000_000L;

  /**
   * By then whoever holds memory after its last read has given it back, and no probe lasts longer.
   */
  private static final long SETTLED_NANOS = 31_000_000_000L;

  private static final int PLAIN_KEPT_BYTES = 64 << 10;

  private final Scenario scenario;
  private final long seed;
  private final VirtualScheduler scheduler = new VirtualScheduler();
  private final SplittableRandom random;
  private final StorageNodes nodes;
  private final Workload workload;
  private final World world;
  private final List<SimulatedProcess> processes = new ArrayList<>();
  private final Optional<SimulatedManager> manager;
  private final RunFigures figures;
  private final long scale;
  private long openReads;
  private boolean isArriving;
  private long startNanos;
  private long endedNanos;

  /** A run without checks of what must hold. */
  public Simulation(Scenario scenario, long seed) {
    this(scenario, seed, false);
  }

  /**
   * A run in which all processes read by the scenario's scheme.
   *
   * @param checks whether what must hold is looked at after every event; takes several times as
   *     long
   */
  public Simulation(Scenario scenario, long seed, boolean checks) {
    this.scenario = scenario;
    this.seed = seed;
    this.random = new SplittableRandom(seed);
    this.scale = scenario.get(Keys.SCALE);
    this.nodes = ScenarioCluster.nodes(scenario, scheduler, random.split());
    this.workload = ScenarioWorkload.of(scenario, random.split());
    StoredFiles files =
        ScenarioCluster.files(scenario, workload.fileBytes(), nodes, random.split());
    this.world =
        new World(
            scheduler,
            nodes,
            files,
            // Of its own: how often it is asked changes nothing else.
            new SplittableRandom(~seed),
            new BufferPool(Long.MAX_VALUE / 2, PLAIN_KEPT_BYTES),
            scheme(scenario),
            isStock(scenario) ? Verification.NEVER : scenario.get(Keys.VERIFICATION),
            scenario.get(Keys.DECODE_RATE),
            scale,
            checks);
    this.manager = manager(scenario, scheduler, random.split());
    for (int i = 0; i < scenario.get(Keys.PROCESSES); i++) {
      processes.add(new SimulatedProcess(i, scheduler, nodes, scenario, manager, random.split()));
    }
    this.figures =
        new RunFigures(nodes, scale, !isStock(scenario), scenario.get(Keys.READS_WARMUP));
    if (checks) {
      scheduler.afterEach(this::check);
    }
  }

  private static Optional<SimulatedManager> manager(
      Scenario scenario, VirtualScheduler scheduler, SplittableRandom random) {
    int count = scenario.get(Keys.CACHE_NODES);
    return count == 0 && !scenario.get(Keys.MANAGER)
        ? Optional.empty()
        : Optional.of(
            new SimulatedManager(
                scheduler,
                count,
                scenario.get(Keys.CACHE_BYTES),
                scenario.get(Keys.CACHE_TIME),
                random));
  }

  private static Scheme scheme(Scenario scenario) {
    return isStock(scenario) ? new Stock() : Schemes.named(scenario.get(Keys.SCHEME));
  }

  private static boolean isStock(Scenario scenario) {
    return scenario.get(Keys.SCHEME).equals(Keys.STOCK);
  }

  /**
   * What is asked of disks in the mean, by what all of them together can do while nobody is slow,
   * with one operation for a read: above 1 reads wait the longer the later they come.
   */
  public double offeredLoad() {
    return load(workload.perSecond());
  }

  /** The same while most is asked, as at the peak of a day: above 1 reads wait until it is over. */
  public double peakLoad() {
    return load(workload.mostPerSecond());
  }

  private double load(double readsPerSecond) {
    double overheadSeconds = scenario.get(Keys.NODE_OVERHEAD_TIME) / 1e9;
    double bytesSeconds =
        workload.meanBytes() * scenario.get(Keys.NODE_NOISE).mean() / scenario.get(Keys.NODE_RATE);
    double nodes = scenario.get(Keys.NODES) * scenario.get(Keys.NODE_SPEED).mean();
    return readsPerSecond * (overheadSeconds + bytesSeconds) / nodes;
  }

  /**
   * Runs all of it, once.
   *
   * @param wallNanos a real clock, to tell how fast it was
   */
  public ScenarioReport run(LongSupplier wallNanos) {
    return run(wallNanos, RunListener.NONE);
  }

  /** The same; the listener is told what the figures sum up. */
  public ScenarioReport run(LongSupplier wallNanos, RunListener listener) {
    long wall = wallNanos.getAsLong();
    if (manager.isPresent() && scenario.get(Keys.CACHE_NODES) > 0) {
      figures.encoded(manager.get().encode(processes.get(0), world.files()));
    }
    startNanos = scheduler.nanoTime();
    endedNanos = startNanos;
    figures.starts(startNanos, listener);
    Stragglers.start(nodes, ScenarioCluster.stragglers(scenario), random.split());
    nextArrival();
    while (openReads > 0 || isArriving) {
      if (!scheduler.runNext()) {
        throw new IllegalStateException(openReads + " reads wait for nothing");
      }
      if (openReads > 0 && scheduler.nanoTime() - endedNanos > HANGS_NANOS) {
        throw new IllegalStateException(openReads + " reads have not ended for an hour");
      }
    }
    long events = scheduler.executed();
    scheduler.advance(SETTLED_NANOS);
    nodes.checkIdle();
    processes.forEach(SimulatedProcess::checkIdle);
    ScenarioReport.Builder report = figures.report(processes);
    report.put("events", events);
    double seconds = (wallNanos.getAsLong() - wall) / 1e9;
    report.putReal("wall.s", seconds);
    report.putReal("events.per.s", events / seconds);
    report.putReal("tasks.per.s", nodes.traffic().slices() / seconds);
    return report.build(scenario.name(), seed, scheduler.hash());
  }

  private void nextArrival() {
    isArriving = workload.hasNext();
    if (isArriving) {
      ReadArrival arrival = workload.next();
      scheduler.schedule(
          startNanos + arrival.atNanos() - scheduler.nanoTime(), () -> arrive(arrival));
    } else {
      figures.lastArrived(scheduler.nanoTime());
    }
  }

  private void arrive(ReadArrival arrival) {
    StoredData file = world.files().file(arrival.file());
    long start = Math.min(arrival.offset() / scale, file.lengthBytes() - 1);
    long rest = file.lengthBytes() - start;
    long length =
        arrival.lengthBytes() == 0
            ? rest
            : Math.min(rest, SimulatedProcess.scaled(arrival.lengthBytes(), scale));
    endedNanos = openReads++ == 0 ? scheduler.nanoTime() : endedNanos;
    SimulatedProcess process = processes.get(random.nextInt(processes.size()));
    new RunningRead(world, process, file, ByteRange.of(start, length), this::ended).start();
    nextArrival();
  }

  private void ended(RunningRead read) {
    openReads--;
    endedNanos = scheduler.nanoTime();
    figures.ended(read);
  }

  private void check() {
    nodes.check();
    processes.forEach(SimulatedProcess::check);
  }
}
