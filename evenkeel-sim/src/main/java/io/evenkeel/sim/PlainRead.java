package io.evenkeel.sim;

import io.evenkeel.core.engine.Delivery;
import io.evenkeel.core.engine.ReadEngine;
import io.evenkeel.core.engine.ReadExecution;
import io.evenkeel.core.engine.ReadLimits;
import io.evenkeel.core.engine.ReadListener;
import io.evenkeel.core.engine.ReadRequest;
import io.evenkeel.core.model.BlockGroup;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.ClusterView;
import io.evenkeel.core.model.FileTicket;
import io.evenkeel.core.model.ReadReport;
import io.evenkeel.core.model.Source;
import io.evenkeel.core.model.Stripe;
import io.evenkeel.core.plan.Knowledge;
import io.evenkeel.core.plan.ReadPlanner;
import io.evenkeel.policy.layout.ContiguousPlanner;
import io.evenkeel.policy.layout.Direction;
import io.evenkeel.policy.layout.StripedPlanner;
import io.evenkeel.policy.layout.Verification;
import io.evenkeel.sim.cluster.StoredData;
import io.evenkeel.sim.cluster.StripedData;
import io.evenkeel.sim.cluster.ToldReplicas;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What stands for the stock stream: the same engine by the {@link Stock} scheme, outside the
 * client, its memory and what it knows of nodes.
 */
final class PlainRead implements ReadListener {
  private static final long PLANNED_BYTES = 64L << 20;

  /** So little that blocks are read one after the other. */
  private static final long PLANNED_BYTES_OF_ONE = 1;

  private final World world;
  private final SimulatedProcess process;
  private final StoredData file;
  private final Optional<ToldReplicas> told;
  private final ByteRange range;
  private ReadExecution execution;
  private Consumer<PlainRead> then;
  private long unreadBytes;
  private long decodedBytes;

  /**
   * @param told what the read is told of the file, if it is a replicated one
   */
  PlainRead(
      World world,
      SimulatedProcess process,
      StoredData file,
      Optional<ToldReplicas> told,
      ByteRange range) {
    this.world = world;
    this.process = process;
    this.file = file;
    this.told = told;
    this.range = range;
  }

  /** How many bytes could not be had. */
  long unreadBytes() {
    return unreadBytes;
  }

  /** What was computed from other fragments. */
  long decodedBytes() {
    return decodedBytes;
  }

  /**
   * Starts it.
   *
   * @param then told at its end
   */
  void start(Consumer<PlainRead> then) {
    this.then = then;
    ReadEngine engine =
        new ReadEngine(
            world.scheduler(), world.lanesAgain(process), world.plainBuffers(), world.scale());
    ReadLimits limits = SimulatedProcess.limits(world.scale());
    ReadRequest request =
        new ReadRequest(range, planner(), Knowledge.SETTLED, ClusterView::unknown, limits);
    execution = engine.read(request, this);
    execution.start();
  }

  private ReadPlanner planner() {
    if (file instanceof StripedData striped) {
      List<BlockGroup> groups = new ArrayList<>();
      for (long at = range.start(); at < range.end(); ) {
        BlockGroup group = striped.at(at).orElseThrow();
        groups.add(group);
        at = group.range().end();
      }
      return new StripedPlanner(
          groups,
          range,
          new Stock(),
          Verification.NEVER,
          group -> Optional.empty(),
          Direction.OFF,
          SimulatedProcess.scaled(PLANNED_BYTES, world.scale()),
          world.scale());
    }
    List<Stripe> stripes = new ArrayList<>();
    for (long at = range.start(); at < range.end(); ) {
      Stripe stripe = told.orElseThrow().at(at).orElseThrow();
      stripes.add(stripe);
      at = stripe.range().end();
    }
    return new ContiguousPlanner(
        stripes, range, FileTicket::none, new Stock(), Direction.OFF, PLANNED_BYTES_OF_ONE);
  }

  @Override
  public void deliver(Delivery delivery) {
    if (delivery instanceof Delivery.Piece piece) {
      if (!file.holds(piece.range().start(), piece.bytes())) {
        world.scheduler().fail("wrong bytes in " + piece.range() + " of " + file.number());
      }
      execution.release(piece);
    } else {
      unreadBytes += delivery.range().lengthBytes();
    }
  }

  @Override
  public void broken(Source source, String reason) {
    world.scheduler().fail(source + " is not broken: " + reason);
  }

  @Override
  public void finished(ReadReport report) {
    decodedBytes = report.decodedBytes();
    world.scheduler().schedule(0, () -> then.accept(this));
  }
}
