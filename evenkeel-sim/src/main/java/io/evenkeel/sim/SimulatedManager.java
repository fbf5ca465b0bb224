package io.evenkeel.sim;

import io.evenkeel.core.fill.ParityWriters;
import io.evenkeel.core.fill.StripeEncoder;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.Stripe;
import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.ManagerApi;
import io.evenkeel.core.port.NodeStore;
import io.evenkeel.core.store.memory.MemoryNodeStore;
import io.evenkeel.manager.Failures;
import io.evenkeel.manager.LocalManager;
import io.evenkeel.manager.Manager;
import io.evenkeel.manager.ManagerSettings;
import io.evenkeel.sim.cluster.ReplicatedData;
import io.evenkeel.sim.cluster.StoredFiles;
import io.evenkeel.sim.queue.VirtualScheduler;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * The manager and the cache nodes of a run: the product's own but for the wire, and with cache
 * nodes in memory that take a fixed time for everything.
 */
final class SimulatedManager {
  private static final Duration TIME_TO_LIVE = Duration.ofMinutes(10);
  private static final Duration TIMEOUT = Duration.ofSeconds(1);
  private static final long TICK_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** By then a stripe is encoded, or will not be. */
  private static final long ENCODED_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final VirtualScheduler scheduler;
  private final MemoryNodeStore store;
  private final LocalManager manager;

  /**
   * @param capacityBytes of each node, in the bytes that are moved here
   * @param latencyNanos what every operation of a cache node takes
   */
  SimulatedManager(
      VirtualScheduler scheduler,
      int nodes,
      long capacityBytes,
      long latencyNanos,
      SplittableRandom random) {
    this.scheduler = scheduler;
    Map<NodeId, Long> capacities = new TreeMap<>();
    for (int i = 0; i < nodes; i++) {
      capacities.put(new NodeId("cache" + i + ":6379"), capacityBytes);
    }
    store = new MemoryNodeStore(scheduler, capacities, Duration.ofNanos(latencyNanos), TIMEOUT);
    manager =
        new LocalManager(
            new Manager(
                ManagerSettings.of(capacityBytes, TIME_TO_LIVE),
                store.nodes(),
                store::allocatedBytes,
                random::nextLong),
            store,
            scheduler,
            TICK_NANOS,
            line -> {},
            new Failures(scheduler::fail));
  }

  /** As the settings of a client name them. */
  List<String> nodeNames() {
    return store.nodes().stream().map(NodeId::address).toList();
  }

  NodeStore store() {
    return store;
  }

  /**
   * The manager as one process speaks to it.
   *
   * @param byteScale so many bytes of the manager's are one of the process's
   */
  ManagerApi of(int process, long byteScale) {
    return new ScaledManager(manager, "process " + process, byteScale);
  }

  /**
   * Has the parity of every stripe made and published, one after the other; answers of how many it
   * was. Time goes on meanwhile.
   */
  int encode(SimulatedProcess process, StoredFiles files) {
    int published = 0;
    for (int i = 0; i < files.count(); i++) {
      ReplicatedData file = (ReplicatedData) files.file(i);
      Optional<Stripe> stripe = file.of(0);
      for (int s = 0; stripe.isPresent(); stripe = file.of(++s)) {
        PlacedStripe placed = new PlacedStripe("/" + i, stripe.get());
        published += encode(process.client().parityWriters().orElseThrow(), placed, file) ? 1 : 0;
      }
    }
    return published;
  }

  private boolean encode(ParityWriters writers, PlacedStripe placed, ReplicatedData file) {
    manager.tickets(List.of(placed), Completion.ignore());
    scheduler.advance(TIMEOUT.toNanos());
    List<String> ended = new ArrayList<>();
    Optional<StripeEncoder> encoder = writers.stripeEncoder(placed, ended::add);
    if (encoder.isEmpty()) {
      return false;
    }
    encoder.get().wanted();
    int length = (int) placed.stripe().range().lengthBytes();
    ByteBuffer bytes = ByteBuffer.allocate(length);
    file.put(placed.stripe().fileOffset(), length, bytes);
    encoder.get().write(bytes.array(), 0, length);
    long until = scheduler.nanoTime() + ENCODED_NANOS;
    while (ended.isEmpty() && scheduler.nanoTime() < until && scheduler.runNext()) {
      // On to the next event.
    }
    return ended.equals(List.of(""));
  }
}
