package io.evenkeel.cli.repro;

import io.evenkeel.cli.StoredParity;
import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.BlockContents;
import io.evenkeel.core.model.BlockVersion;
import io.evenkeel.core.model.ContentVersion;
import io.evenkeel.core.model.Epoch;
import io.evenkeel.core.model.FillOrder;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.ReadReport.LaneReport;
import io.evenkeel.core.model.Stripe;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.model.Witness;
import io.evenkeel.manager.Manager;
import io.evenkeel.manager.ManagerSettings;
import io.evenkeel.policy.cache.CsacSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * {@link Experiment11} with a clock, by the production manager: blocks of 128 MiB, reads back to
 * back, each as long as healthy nodes need side by side, and all parity that was not written made
 * by one filler at the default rate, which takes as long as the file's data do; none by readers in
 * passing. The straggler is known before the read at which it appears. Nobody knows the reads
 * beforehand, and what is spare of the cache's memory ({@link ManagerSettings#spareBytes}) holds no
 * parity.
 */
final class TimedExperiment11 {
  private static final List<Witness> WITNESSES =
      List.of(new Witness("10.0.0.1"), new Witness("10.0.0.2"));

  private static final long BLOCK_BYTES = 128L << 20;
  private static final long SECOND = 1_000_000_000;

  /** A disk of the paper's testbed, by its figures of plain reads. */
  private static final long NODE_BYTES_PER_SECOND = 156_000_000;

  private static final long READ_NANOS = (long) (1e9 * BLOCK_BYTES / NODE_BYTES_PER_SECOND);
  private static final int OTHER_NODES_MIN = 12;
  private static final int EVALUATIONS_MAX = 20;
  private static final NodeId CACHE = new NodeId("cache:6379");
  private static final NodeId STRAGGLER = new NodeId("datanode-0:9866");
  private final PocacheTrace trace;
  private final int k;
  private final int otherNodes;
  private final StripeGeometry geometry;
  private final int stragglerAt;
  private final Random random = new Random(1);
  private final ManagerSettings settings;
  private final Manager manager;
  private long now;
  private StripeId making;
  private PlacedStripe made;
  private long madeNanos;

  /** For files of k blocks, and a cache of so many blocks of parity, over all. */
  TimedExperiment11(PocacheTrace trace, CsacSettings policy, int k, int capacity, int stragglerAt) {
    this.trace = trace;
    this.k = k;
    this.otherNodes = Math.max(OTHER_NODES_MIN, k);
    this.geometry =
        new StripeGeometry(CodeSpec.xor(k), 1 << 20, Collections.nCopies(k, BLOCK_BYTES));
    this.stragglerAt = stragglerAt;
    settings = ManagerSettings.of(capacity * BLOCK_BYTES, Duration.ofDays(1)).withPolicy(policy);
    manager = new Manager(settings, List.of(CACHE), (bytes, dataCount) -> bytes, random::nextLong);
    manager.toldUsedBytes(CACHE, 0);
  }

  /** How many reads, from the one at which the straggler appears, hit it without parity. */
  long stragglerHits() {
    trace.writes().forEach(this::write);
    long hits = 0;
    for (int i = 0; i < trace.reads().size(); i++) {
      if (i == stragglerAt) {
        appear();
      }
      int file = trace.reads().get(i);
      boolean hasParity = !manager.tickets(now, List.of(placed(file))).answer().tickets().isEmpty();
      hits += i >= stragglerAt && trace.touched().contains(file) && !hasParity ? 1 : 0;
      passUntil(now + READ_NANOS);
    }
    return hits;
  }

  private void write(int file) {
    StripeId id = id();
    if (manager.reserve(now, id, geometry).answer().granted()
        && !manager.publish(now, id, placed(file)).answer().accepted()) {
      throw new IllegalStateException("room was granted for file " + file + " and not given");
    }
  }

  private StripeId id() {
    return new StripeId(Epoch.next(random::nextLong), 0);
  }

  private NodeId other(int number) {
    return new NodeId("datanode-" + (1 + number % otherNodes) + ":9866");
  }

  private PlacedStripe placed(int file) {
    List<BlockVersion> blocks = new ArrayList<>();
    List<List<NodeId>> replicas = new ArrayList<>();
    for (int block = 0; block < k; block++) {
      long blockId = (long) file * k + block;
      blocks.add(new BlockVersion("pool", blockId, 1, BLOCK_BYTES));
      boolean onStraggler = block == 0 && trace.touched().contains(file);
      replicas.add(List.of(onStraggler ? STRAGGLER : other(file + block)));
    }
    ContentVersion version = BlockContents.of(blocks);
    return new PlacedStripe("/file-" + file, new Stripe(0, 0, geometry, version, replicas));
  }

  /** Time goes by in which nobody reads, until the straggler is known. */
  private void appear() {
    for (int i = 0; manager.fills(now, 0).answer().stragglers().isEmpty(); i++) {
      if (i == EVALUATIONS_MAX) {
        throw new IllegalStateException("the straggler is not found");
      }
      observe();
      now += settings.evaluateEvery().toNanos();
      manager.tick(now);
    }
  }

  private void observe() {
    List<NodeSample> samples = new ArrayList<>();
    for (int node = 0; node < otherNodes; node++) {
      samples.add(
          new NodeSample(
              other(node), BLOCK_BYTES, BLOCK_BYTES, READ_NANOS, LaneReport.Outcome.FINISHED));
    }
    samples.add(new NodeSample(STRAGGLER, BLOCK_BYTES, 0, READ_NANOS, LaneReport.Outcome.ABORTED));
    WITNESSES.forEach(by -> manager.observe(now, by, samples, List.of()));
  }

  private void passUntil(long then) {
    while (now < then) {
      long step = Math.min(then, now - now % SECOND + SECOND);
      if (making != null && madeNanos <= step) {
        step = Math.max(now, madeNanos);
        StoredParity.publish(manager, step, making, made);
        making = null;
      }
      if (step % SECOND == 0) {
        if (!manager.fills(step, 0).answer().stragglers().isEmpty()) {
          observe();
        }
        manager.tick(step);
      }
      now = step;
      if (making == null) {
        manager.fills(now, 1).answer().orders().forEach(this::make);
      }
    }
  }

  private void make(FillOrder order) {
    PlacedStripe content = placed(Integer.parseInt(order.path().substring("/file-".length())));
    StripeId id = id();
    if (manager.reserveFill(now, id, content.version(), geometry).answer().granted()) {
      making = id;
      made = content;
      madeNanos = now + SECOND * geometry.lengthBytes() / settings.fillBytesPerSecond();
    }
  }
}
