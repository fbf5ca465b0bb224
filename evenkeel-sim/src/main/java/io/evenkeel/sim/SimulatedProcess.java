package io.evenkeel.sim;

import io.evenkeel.client.ClientPorts;
import io.evenkeel.client.ClientRuntime;
import io.evenkeel.client.ClientSettings;
import io.evenkeel.client.process.ExitHook;
import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.engine.ReadLimits;
import io.evenkeel.core.fill.WritePolicy;
import io.evenkeel.core.model.RandomSource;
import io.evenkeel.core.port.ManagerApi;
import io.evenkeel.core.port.NodeStore;
import io.evenkeel.core.port.Scheduler;
import io.evenkeel.policy.layout.Verification;
import io.evenkeel.sim.cluster.Reader;
import io.evenkeel.sim.cluster.StorageNodes;
import io.evenkeel.sim.scenario.Keys;
import io.evenkeel.sim.scenario.Keys.Directing;
import io.evenkeel.sim.scenario.Keys.Layout;
import io.evenkeel.sim.scenario.Scenario;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.Executor;

/** One process that reads: the client of the product over simulated ports. */
final class SimulatedProcess implements ClientPorts {
  private static final int LANE_THREADS = 256;
  private static final long MEBIBYTE = 1 << 20;

  private final Scheduler scheduler;
  private final SplittableRandom random;
  private final Executor later;
  private final Reader reader;
  private final int number;
  private final Optional<SimulatedManager> manager;
  private final ClientRuntime client;
  private final long scale;

  /**
   * @param number which one of the processes it is
   * @param manager with the cache nodes, where there is one
   */
  SimulatedProcess(
      int number,
      Scheduler scheduler,
      StorageNodes nodes,
      Scenario scenario,
      Optional<SimulatedManager> manager,
      SplittableRandom random) {
    this.number = number;
    this.manager = manager;
    this.scheduler = scheduler;
    this.random = random;
    this.later = scheduler.serial();
    this.reader = nodes.reader(number);
    this.scale = scenario.get(Keys.SCALE);
    this.client = new ClientRuntime(settings(scenario, manager), this, ExitHook.none());
  }

  /** The product's defaults, but for what a scenario says, and that reads encode nothing. */
  private static ClientSettings settings(Scenario scenario, Optional<SimulatedManager> manager) {
    long scale = scenario.get(Keys.SCALE);
    CodeSpec code = scenario.get(Keys.CODE);
    Verification verification = scenario.get(Keys.VERIFICATION);
    boolean isReplicated = scenario.get(Keys.LAYOUT) == Layout.REPLICATED;
    long subblockBytes = isReplicated ? scenario.get(Keys.CELL_BYTES) : MEBIBYTE;
    String scheme = scenario.get(Keys.SCHEME);
    return new ClientSettings(
        true,
        "",
        scheme.equals(Keys.STOCK) ? "adaptive" : scheme,
        code,
        (int) scaled(subblockBytes, scale),
        manager.isPresent() ? "http://simulated:1" : "",
        Duration.ofSeconds(5),
        manager.map(SimulatedManager::nodeNames).orElse(List.of()),
        "",
        Duration.ofSeconds(1),
        2,
        scaled(MEBIBYTE / 4, scale),
        scaled(2 * MEBIBYTE, scale),
        scaled(MEBIBYTE, scale),
        scaled(256 * MEBIBYTE, scale),
        true,
        verification,
        scenario.get(Keys.DIRECTION) == Directing.PROJECTED,
        scaled(scenario.get(Keys.PROCESS_BYTES), scale),
        LANE_THREADS,
        Duration.ofSeconds(2),
        limits(scale),
        false,
        WritePolicy.ALL,
        scaled(256 * MEBIBYTE, scale),
        1024,
        32,
        (int) scaled(480 * 1024, scale),
        Duration.ofSeconds(2));
  }

  /** At least one. */
  static long scaled(long bytes, long scale) {
    return Math.max(1, Math.round((double) bytes / scale));
  }

  /** The product's defaults, as far as they count bytes scaled as these are. */
  static ReadLimits limits(long scale) {
    ReadLimits usual = ReadLimits.defaults();
    return new ReadLimits(
        scaled(usual.reservedBytes(), scale),
        usual.maxGroups(),
        usual.skipDepth(),
        usual.lateFactor(),
        usual.lateFloorNanos(),
        usual.openNanos(),
        usual.coldNanosPerByte() * scale,
        usual.lagMemoryNanos(),
        usual.stallNanos(),
        usual.extraRatio(),
        scaled(usual.extraBurstBytes(), scale),
        usual.detourRatio(),
        usual.idleNanos(),
        scaled(usual.initialBytes(), scale),
        usual.growth(),
        usual.firstNanos());
  }

  ClientRuntime client() {
    return client;
  }

  /** Where it reads. */
  Reader reader() {
    return reader;
  }

  /** Throws unless it is within its memory. */
  void check() {
    long taken = client.buffers().takenBytes();
    long reserved = client.budget().reservedBytes();
    if (taken < 0 || taken > client.buffers().limitBytes() || reserved < 0) {
      throw new IllegalStateException(
          "a process holds %d bytes in buffers of at most %d, and has %d reserved"
              .formatted(taken, client.buffers().limitBytes(), reserved));
    }
  }

  /** Throws unless all memory has come back: nobody reads any more. */
  void checkIdle() {
    if (client.buffers().takenBytes() != 0 || client.budget().reservedBytes() != 0) {
      throw new IllegalStateException(
          "a process that reads nothing holds %d bytes and has %d reserved"
              .formatted(client.buffers().takenBytes(), client.budget().reservedBytes()));
    }
  }

  /** In virtual time no thread waits for a core. */
  @Override
  public int cores() {
    return Integer.MAX_VALUE;
  }

  @Override
  public long byteScale() {
    return scale;
  }

  @Override
  public Scheduler scheduler() {
    return scheduler;
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
    return manager.orElseThrow().of(number, scale);
  }

  @Override
  public NodeStore store() {
    return manager.orElseThrow().store();
  }

  @Override
  public void close() {}
}
