package io.evenkeel.client.fill;

import io.evenkeel.client.nodes.NodeBook;
import io.evenkeel.client.read.Crowd;
import io.evenkeel.client.read.ReadBudget;
import io.evenkeel.client.read.ReadServices;
import io.evenkeel.client.read.TicketRequests;
import io.evenkeel.client.watch.Watchdog;
import io.evenkeel.core.engine.ReadLimits;
import io.evenkeel.core.fill.ParityWriters;
import io.evenkeel.core.model.CachedFragments;
import io.evenkeel.core.model.ClusterView;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.NodeView;
import io.evenkeel.core.model.ReadReport;
import io.evenkeel.core.port.BufferPool;
import io.evenkeel.core.port.LaneSource;
import io.evenkeel.core.port.Scheduler;
import io.evenkeel.policy.reading.ParityDemand;
import io.evenkeel.policy.reading.WideReads;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;

/**
 * The process's services for reads that nobody asked for: the manager is not told of them as
 * accesses, parity is neither read nor made in passing, and little is read ahead, so that the rate
 * at which bytes are taken is the rate at which storage nodes send them.
 *
 * @param stragglers the nodes that the orders' answer says to read around
 */
public record FillReads(ReadServices process, ReadLimits limits, List<NodeId> stragglers)
    implements ReadServices {
  public FillReads {
    stragglers = List.copyOf(stragglers);
  }

  @Override
  public Optional<TicketRequests> tickets() {
    return Optional.empty();
  }

  @Override
  public Optional<LaneSource> cacheLanes() {
    return Optional.empty();
  }

  @Override
  public Optional<ParityWriters> fillers() {
    return Optional.empty();
  }

  @Override
  public ClusterView view() {
    return process
        .view()
        .with(
            stragglers.stream()
                .map(node -> new NodeView(node, true, "the manager says so"))
                .toList());
  }

  @Override
  public NodeBook nodes() {
    return process.nodes();
  }

  @Override
  public Crowd crowd() {
    return process.crowd();
  }

  @Override
  public Scheduler scheduler() {
    return process.scheduler();
  }

  @Override
  public Watchdog watchdog() {
    return process.watchdog();
  }

  @Override
  public WideReads wideReads() {
    return process.wideReads();
  }

  @Override
  public ParityDemand parityDemand() {
    return process.parityDemand();
  }

  @Override
  public void sampledByStock(NodeSample sample) {
    process.sampledByStock(sample);
  }

  @Override
  public void receivedByStock(int bytes) {
    process.receivedByStock(bytes);
  }

  @Override
  public BufferPool buffers() {
    return process.buffers();
  }

  @Override
  public Executor laneThreads() {
    return process.laneThreads();
  }

  @Override
  public ReadBudget budget() {
    return process.budget();
  }

  @Override
  public Executor background() {
    return process.background();
  }

  @Override
  public void report(ReadReport report) {
    process.report(report);
  }

  @Override
  public void sampled(NodeSample sample) {
    process.sampled(sample);
  }

  @Override
  public void broken(CachedFragments source, String reason) {
    process.broken(source, reason);
  }

  @Override
  public boolean isOn() {
    return process.isOn();
  }
}
