package io.evenkeel.core.engine;

import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.CachedFragments;
import io.evenkeel.core.model.ClusterView;
import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.ReadReport.FragmentReport;
import io.evenkeel.core.model.Source;
import io.evenkeel.core.model.SubblockChecksums;
import io.evenkeel.core.plan.FragmentGroup;
import io.evenkeel.core.plan.FragmentRead;
import io.evenkeel.core.plan.Launch;
import io.evenkeel.core.plan.PlanContext;
import io.evenkeel.core.plan.ReadPlan;
import io.evenkeel.core.plan.Wanted;
import io.evenkeel.core.port.BufferPool;
import io.evenkeel.core.port.Pending;
import io.evenkeel.core.port.Scheduler;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;

/**
 * One read of one range: plans window by window, asks lanes, binds late, decodes, and delivers in
 * file order within its memory reservation. What it cannot get it leaves to the plain read; it
 * never fails and never hangs.
 *
 * <p>All of it runs in one serial context, so there are no locks: lanes, timers and the caller only
 * post events. The public methods may be called from any thread and never block.
 */
public final class ReadExecution {
  private static final int HOPELESS_GROUPS_MAX = 4;

  private final ReadRequest request;
  private final ReadLimits limits;
  private final Scheduler scheduler;
  private final BufferPool buffers;
  private final ReadListener listener;
  private final Executor serial;
  private final LaneSet lanes;
  private final Deliveries deliveries;
  private final ReportBuilder report;
  private final Deque<GroupRun> planned = new ArrayDeque<>();
  private final Set<GroupRun> active = new LinkedHashSet<>();
  private ReadPlan.Cursor cursor = ReadPlan.Cursor.START;
  private long heldBytes;
  private int lentPieces;
  private long deliveredBytes;
  private long extraBytes;
  private int hopeless;
  private long lastProgressNanos;
  private Pending stallTimer = Pending.DONE;
  private boolean pumping;
  private boolean ended;

  ReadExecution(ReadEngine engine, ReadRequest request, ReadListener listener) {
    this.request = request;
    this.limits = request.limits();
    this.scheduler = engine.scheduler();
    this.buffers = engine.buffers();
    this.listener = listener;
    this.serial = scheduler.serial();
    this.deliveries = new Deliveries(request.range());
    this.report = new ReportBuilder(request.range(), limits, scheduler.nanoTime());
    this.lanes =
        new LaneSet(scheduler, engine.lanes(), buffers, limits, this::inContext, new LaneEvents());
  }

  /** Starts reading. */
  public void start() {
    inContext(
        () -> {
          lastProgressNanos = scheduler.nanoTime();
          armStall(limits.stallNanos());
          pump();
        });
  }

  /**
   * What is known has changed, as when a ticket has arrived: groups under way gain the sources that
   * a plan made now would give them, or are given up when they waited for more in vain. Nothing is
   * asked twice.
   */
  public void refresh() {
    inContext(this::replan);
  }

  /** Gives a delivered piece's buffer back, exactly once per piece. */
  public void release(Delivery.Piece piece) {
    serial.execute(
        () -> {
          lentPieces--;
          release(piece.held());
          if (ended) {
            tellWhenDrained();
          } else {
            guarded(this::pump);
          }
        });
  }

  /**
   * Ends the read at once, whatever is under way. Pieces delivered before stay valid until
   * released.
   */
  public void close() {
    serial.execute(this::finish);
  }

  private void inContext(Runnable event) {
    serial.execute(() -> guarded(event));
  }

  /** Anything unexpected ends in the plain read, never in the caller's face. */
  private void guarded(Runnable event) {
    try {
      event.run();
    } catch (RuntimeException e) {
      plainFromHere("unexpected: " + e);
    }
  }

  // ---- planning ----

  private void pump() {
    if (pumping || ended) {
      return;
    }
    pumping = true;
    try {
      handOut();
      while (!ended && active.size() < limits.maxGroups() && hasPlanned()) {
        GroupRun group = planned.peekFirst();
        boolean fits = committedBytes() + group.costBytes() <= limits.reservedBytes();
        if (!fits && somethingWillComeFree()) {
          break;
        }
        if (!fits && heldBytes > limits.reservedBytes()) {
          plainFromHere("the plan holds more than " + limits.reservedBytes() + " bytes");
          break;
        }
        planned.removeFirst();
        launch(group);
        handOut();
      }
      handOut();
    } finally {
      pumping = false;
    }
  }

  /** Otherwise what is held waits for the very group that is to be launched. */
  private boolean somethingWillComeFree() {
    return !active.isEmpty() || lentPieces > 0;
  }

  private long committedBytes() {
    return heldBytes + active.stream().mapToLong(GroupRun::owedBytes).sum();
  }

  private boolean hasPlanned() {
    while (planned.isEmpty() && cursor != null) {
      PlanContext context = context();
      ReadPlan plan = request.planner().plan(cursor, 1, context);
      for (FragmentGroup group : plan.groups()) {
        planned.addLast(new GroupRun(group, cursor, context.ticket()));
      }
      cursor = plan.next();
    }
    return !planned.isEmpty();
  }

  private PlanContext context() {
    ClusterView view = request.view().get();
    lanes.expect(view.expectedNanosPerByte());
    // Over the whole read, not over what has been delivered so far: a straggler's block that comes
    // early may cost what later blocks do not.
    double extraAllowed =
        limits.extraBurstBytes() + limits.detourRatio() * request.range().lengthBytes();
    boolean mayReadExtra = lanes.receivedBytes() - deliveredBytes <= extraAllowed;
    return new PlanContext(request.ticket().get(), view, lanes.lagging(), mayReadExtra);
  }

  private void replan() {
    for (GroupRun group : List.copyOf(active)) {
      if (active.contains(group)) {
        gain(group);
        settle(group);
      }
    }
    PlanContext context = context();
    for (int i = planned.size(); i > 0; i--) {
      ReadPlan.Cursor at = planned.pollFirst().cursor();
      request
          .planner()
          .plan(at, 1, context)
          .groups()
          .forEach(g -> planned.addLast(new GroupRun(g, at, context.ticket())));
    }
    pump();
  }

  /** Gives a group the sources that a plan made now would give it. */
  private void gain(GroupRun group) {
    PlanContext context = context();
    group.plannedWith(context.ticket());
    for (FragmentGroup now : request.planner().plan(group.cursor(), 1, context).groups()) {
      int known = group.tracker().readCount();
      ask(group, group.tracker().extend(now.reads()));
      armDelays(group, known);
    }
  }

  private void launch(GroupRun group) {
    if (active.isEmpty()) {
      lastProgressNanos = scheduler.nanoTime();
    }
    active.add(group);
    ask(group, group.tracker().start());
    armDelays(group, 0);
    settle(group);
  }

  private void armDelays(GroupRun group, int fromRead) {
    for (int i = fromRead; i < group.tracker().readCount(); i++) {
      int read = i;
      Launch launch = group.read(i).launch();
      if (launch.kind() == Launch.Kind.AFTER) {
        scheduler.schedule(launch.delayNanos(), () -> inContext(() -> due(group, read)));
      }
    }
  }

  private void due(GroupRun group, int read) {
    if (active.contains(group)) {
      ask(group, group.tracker().due(read));
    }
  }

  private void ask(GroupRun group, List<Integer> reads) {
    for (int read : reads) {
      Throwable dead = lanes.deadCause(group.read(read).source());
      if (dead != null) {
        inContext(() -> failed(group, read, dead));
      } else {
        lanes.ask(group, read);
      }
    }
  }

  // ---- events of groups ----

  private void failed(GroupRun group, int read, Throwable cause) {
    report.fragment(group.read(read), FragmentReport.State.FAILED, 0, cause);
    tellBroken(group.read(read).source(), cause);
    if (active.contains(group)) {
      ask(group, group.tracker().failed(read));
      settle(group);
      pump();
    }
  }

  private void tellBroken(Source source, Throwable cause) {
    if (source instanceof CachedFragments cached && ReportBuilder.isBroken(cause)) {
      listener.broken(cached, cause.getMessage());
    }
  }

  private void settle(GroupRun group) {
    if (!active.contains(group)) {
      return;
    }
    group.takeReady().forEach(deliveries::add);
    switch (group.tracker().status()) {
      case PENDING -> {}
      case COMPLETE -> complete(group);
      case HOPELESS -> lacking(group);
    }
  }

  private void lacking(GroupRun group) {
    // Looked at first: the ticket may come at any time, and after that nothing is pending.
    boolean pending = request.ticketPending().getAsBoolean();
    if (group.ticket() != request.ticket().get()) {
      gain(group);
    }
    if (group.tracker().status() == GroupTracker.Status.HOPELESS && !pending) {
      giveUp(group, "too few fragments can be had");
    }
  }

  private void complete(GroupRun group) {
    GroupRun.Decoded decoded = group.decode(buffers);
    if (decoded instanceof GroupRun.Decoded.Done done) {
      done.made().forEach(b -> heldBytes += b.capacityBytes());
      report.decoded(done.bytes());
      group.takeReady().forEach(deliveries::add);
      end(group);
    } else if (decoded instanceof GroupRun.Decoded.Wrong wrong) {
      reject(group, wrong);
    } else {
      giveUp(group, "no buffer to decode into");
    }
  }

  private void reject(GroupRun group, GroupRun.Decoded.Wrong wrong) {
    String reason = "what was decoded of fragment " + wrong.index() + " fails its checksum";
    for (int read : wrong.reads()) {
      FragmentRead rejected = group.read(read);
      report.fragment(
          rejected, FragmentReport.State.REJECTED, 0, new IllegalStateException(reason));
      if (rejected.source() instanceof CachedFragments cached) {
        listener.broken(cached, reason);
      }
    }
    heldBytes -= wrong.freedBytes();
    ask(group, group.tracker().rejected(wrong.reads()));
    settle(group);
  }

  private void giveUp(GroupRun group, String reason) {
    for (Wanted wanted : group.giveUp()) {
      deliveries.add(new Delivery.Plain(wanted.file(), reason));
    }
    end(group);
    if (++hopeless > HOPELESS_GROUPS_MAX) {
      plainFromHere(hopeless + " groups could not be had, the last: " + reason);
    }
  }

  private void end(GroupRun group) {
    active.remove(group);
    heldBytes -= group.releaseAll(buffers);
    lanes.drop(group);
    report.groupEnded(group);
  }

  // ---- delivery ----

  private void handOut() {
    if (deliveries.twice().isPresent()) {
      plainFromHere("the plan delivers " + deliveries.twice().get() + " twice");
    }
    for (Delivery delivery : deliveries.takeInOrder()) {
      deliveredBytes += delivery.range().lengthBytes();
      lastProgressNanos = scheduler.nanoTime();
      if (delivery instanceof Delivery.Plain plain) {
        report.plain(plain.range().lengthBytes(), plain.reason());
      } else {
        lentPieces++;
      }
      listener.deliver(delivery);
    }
    if (deliveries.isComplete()) {
      finish();
    } else if (!ended && active.isEmpty() && planned.isEmpty() && cursor == null) {
      plainFromHere("the plan ended before the range");
    }
  }

  private void release(HeldBuffer buffer) {
    if (buffer.release(buffers)) {
      heldBytes -= buffer.capacityBytes();
    }
  }

  private void plainFromHere(String reason) {
    if (ended) {
      return;
    }
    dropUndelivered();
    ByteRange rest = deliveries.rest();
    if (!rest.isEmpty()) {
      report.plain(rest.lengthBytes(), reason);
      listener.deliver(new Delivery.Plain(rest, reason));
    }
    finish();
  }

  private void dropUndelivered() {
    for (Delivery delivery : deliveries.takeRest()) {
      if (delivery instanceof Delivery.Piece piece) {
        release(piece.held());
      }
    }
  }

  private void finish() {
    if (ended) {
      return;
    }
    ended = true;
    stallTimer.cancel();
    lanes.close();
    dropUndelivered();
    for (GroupRun group : List.copyOf(active)) {
      heldBytes -= group.releaseAll(buffers);
    }
    active.clear();
    planned.clear();
    listener.finished(report.build(lanes, scheduler.nanoTime()));
    tellWhenDrained();
  }

  private void tellWhenDrained() {
    if (lentPieces == 0) {
      listener.drained();
    }
  }

  // ---- never a hang ----

  private void armStall(long delayNanos) {
    stallTimer = scheduler.schedule(delayNanos, () -> inContext(this::checkStall));
  }

  private void checkStall() {
    if (ended) {
      return;
    }
    long quiet = scheduler.nanoTime() - lastProgressNanos;
    if (active.isEmpty()) {
      // The caller is not reading: nothing is owed to it.
      armStall(limits.stallNanos());
    } else if (quiet >= limits.stallNanos()) {
      plainFromHere("nothing arrived for " + quiet / 1_000_000 + " ms");
    } else {
      armStall(limits.stallNanos() - quiet);
    }
  }

  private final class LaneEvents implements LaneSet.Events {
    @Override
    public boolean arrived(LaneRun.Owner owner, ByteBuffer bytes, SubblockChecksums proof) {
      lastProgressNanos = scheduler.nanoTime();
      GroupRun group = owner.group();
      boolean news = active.contains(group) && group.tracker().arrived(owner.read());
      long nanos = scheduler.nanoTime() - owner.askedNanos();
      report.arrived(group.read(owner.read()), news, nanos);
      if (!news) {
        buffers.give(bytes);
        return false;
      }
      HeldBuffer held = new HeldBuffer(bytes);
      heldBytes += held.capacityBytes();
      group.keep(owner.read(), held, proof);
      settle(group);
      pump();
      return true;
    }

    @Override
    public void parked(LaneRun.Owner owner) {
      report.parked(owner.group().read(owner.read()));
      owner.group().tracker().parked(owner.read());
    }

    @Override
    public void failed(LaneRun.Owner owner, Throwable cause) {
      ReadExecution.this.failed(owner.group(), owner.read(), cause);
    }

    @Override
    public boolean late(LaneRun.Owner owner) {
      GroupRun group = owner.group();
      if (!active.contains(group)) {
        return true;
      }
      long allowed = limits.extraBurstBytes() + (long) (limits.extraRatio() * deliveredBytes);
      if (extraBytes >= allowed) {
        report.extraDenied();
        return false;
      }
      List<Integer> more = group.tracker().late(owner.read());
      more.forEach(r -> extraBytes += group.read(r).slice().lengthBytes());
      ask(group, more);
      return true;
    }

    @Override
    public void sampled(NodeSample sample) {
      listener.sampled(sample);
    }

    @Override
    public boolean canSpare(LaneRun.Owner owner) {
      return !active.contains(owner.group())
          || owner.group().tracker().canSpare(List.of(owner.read()));
    }
  }
}
