package io.evenkeel.client.read;

import io.evenkeel.client.nodes.NodeBook;
import io.evenkeel.client.ticket.TicketQuestions;
import io.evenkeel.client.watch.Watchdog;
import io.evenkeel.core.engine.ReadLimits;
import io.evenkeel.core.fill.ParityWriters;
import io.evenkeel.core.model.CachedFragments;
import io.evenkeel.core.model.ClusterView;
import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.ReadReport;
import io.evenkeel.core.port.BufferPool;
import io.evenkeel.core.port.LaneSource;
import io.evenkeel.core.port.Scheduler;
import io.evenkeel.policy.layout.Direction;
import io.evenkeel.policy.reading.ParityDemand;
import io.evenkeel.policy.reading.RecentRuns;
import io.evenkeel.policy.reading.WideReads;
import java.util.Optional;
import java.util.concurrent.Executor;

/** The services of a process, for those who change some of them. */
public abstract class ForwardedServices implements ReadServices {
  private final ReadServices process;

  protected ForwardedServices(ReadServices process) {
    this.process = process;
  }

  @Override
  public Scheduler scheduler() {
    return process.scheduler();
  }

  @Override
  public BufferPool buffers() {
    return process.buffers();
  }

  @Override
  public Watchdog watchdog() {
    return process.watchdog();
  }

  @Override
  public RecentRuns recentRuns() {
    return process.recentRuns();
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
  public NodeBook nodes() {
    return process.nodes();
  }

  @Override
  public void receivedByStock(int bytes) {
    process.receivedByStock(bytes);
  }

  @Override
  public Executor laneThreads() {
    return process.laneThreads();
  }

  @Override
  public Executor rangeThreads() {
    return process.rangeThreads();
  }

  @Override
  public Optional<LaneSource> cacheLanes() {
    return process.cacheLanes();
  }

  @Override
  public Optional<TicketQuestions> tickets() {
    return process.tickets();
  }

  @Override
  public ReadLimits limits() {
    return process.limits();
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
  public Executor closing() {
    return process.closing();
  }

  @Override
  public ClusterView view() {
    return process.view();
  }

  @Override
  public Direction direction() {
    return process.direction();
  }

  @Override
  public Crowd crowd() {
    return process.crowd();
  }

  @Override
  public void report(String path, ReadReport report) {
    process.report(path, report);
  }

  @Override
  public void tellManager(NodeSample sample) {
    process.tellManager(sample);
  }

  @Override
  public Optional<ParityWriters> passingWriters() {
    return process.passingWriters();
  }

  @Override
  public void missing(CachedFragments source, String reason) {
    process.missing(source, reason);
  }

  @Override
  public void broken(CachedFragments source, String reason) {
    process.broken(source, reason);
  }

  @Override
  public long byteScale() {
    return process.byteScale();
  }

  @Override
  public boolean isOn() {
    return process.isOn();
  }
}
