package io.evenkeel.core.engine;

import io.evenkeel.core.model.ClusterView;
import io.evenkeel.core.model.SubblockChecksums;
import io.evenkeel.core.plan.FragmentRead;
import io.evenkeel.core.plan.Launch;
import io.evenkeel.core.plan.PlanContext;
import io.evenkeel.core.plan.Step;
import io.evenkeel.core.plan.Wanted;
import io.evenkeel.core.port.Scheduler;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;

/**
 * One read of one range: plans group by group, asks lanes, binds late, decodes, and delivers in
 * file order within its memory reservation. What it cannot get it leaves to the stock read; it
 * never fails and never hangs.
 *
 * <p>All of it runs in one serial context, so there are no locks: lanes, timers and the caller only
 * post events. The public methods may be called from any thread and never block.
 */
public final class ReadExecution {
  private final ReadRequest request;
  private final ReadLimits limits;
  private final Scheduler scheduler;
  private final Holdings holdings;
  private final ReadListener listener;
  private final Executor serial;
  private final LaneSet lanes;
  private final Deliveries deliveries;
  private final ReportBuilder report;
  private final NextGroup planned;
  private final StallTimer stall;
  private final LatestGroups latest = new LatestGroups();
  private final ActiveGroups active = new ActiveGroups();
  private final ExtraReads extra;
  private final GroupAsks asks;
  private final Lateness lateness;
  private final Refusals refusals;

  private boolean pumping;
  private boolean ended;

  ReadExecution(ReadEngine engine, ReadRequest request, ReadListener listener) {
    this.request = request;
    this.limits = request.limits();
    this.scheduler = engine.scheduler();
    this.holdings = new Holdings(limits, engine.buffers());
    this.listener = listener;
    this.serial = scheduler.serial();
    this.extra = new ExtraReads(limits, request.allowance());
    this.report = new ReportBuilder(request.range(), scheduler.nanoTime());
    this.deliveries = new Deliveries(request.range(), listener, holdings, report);
    this.lanes =
        new LaneSet(new LanePorts(engine, limits, this::inContext), new GroupLanes(), listener);
    this.asks =
        new GroupAsks(
            lanes,
            active,
            holdings,
            deliveries::next,
            request.silentNanos(),
            (group, read, cause) -> inContext(() -> failed(group, read, cause)));
    this.lateness =
        new Lateness(
            request.view(),
            lanes.paces(),
            extra,
            asks,
            deliveries::deliveredBytes,
            this::askForLate);
    this.refusals = new Refusals(scheduler, this::inContext, this::again);
    this.planned = new NextGroup(request.planner(), request.knowledge(), this::context);
    this.stall =
        new StallTimer(
            scheduler,
            limits.stallNanos(),
            this::inContext,
            () -> !active.isEmpty() || !(holdings.lends() || planned.isAtEnd()),
            quiet -> plainFromHere("nothing arrived for " + quiet / 1_000_000 + " ms"));
  }

  /** Starts reading. */
  public void start() {
    inContext(
        () -> {
          stall.start();
          pump();
        });
  }

  /**
   * What is known has changed: groups under way gain the sources that a plan made now would give
   * them, or are given up when they waited for more in vain. Nothing is asked twice.
   */
  public void refresh() {
    inContext(this::replan);
  }

  /** Gives a delivered piece's buffer back, exactly once per piece. */
  public void release(Delivery.Piece piece) {
    serial.execute(
        () -> {
          holdings.takenBack(piece);
          if (active.isEmpty()) {
            // The caller was the one who was waited for.
            stall.progress();
          }
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

  /** Anything unexpected, an Error too, ends in the stock read and not in a caller that waits. */
  private void guarded(Runnable event) {
    try {
      event.run();
    } catch (Throwable e) {
      try {
        plainFromHere("unexpected: " + e);
      } catch (Throwable again) {
        finish();
      }
    }
  }

  /** One of several steps that are all to be taken, whatever one of them throws. */
  static void attempt(Runnable step) {
    try {
      step.run();
    } catch (Throwable e) {
      // The read ends in the same way without it.
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
      asks.deferred();
      while (!ended && active.size() < limits.maxGroups() && planned.peek() != null) {
        boolean fits = holdings.mayLaunch(planned.peek(), active);
        // Otherwise what is held waits for the very group that is to be launched.
        if (!fits && (!active.isEmpty() || holdings.lends())) {
          break;
        }
        if (!fits && holdings.isOverReserved()) {
          plainFromHere("the plan holds more than " + limits.reservedBytes() + " bytes");
          break;
        }
        launch(planned.take());
        handOut();
      }
      handOut();
    } finally {
      pumping = false;
    }
  }

  private PlanContext context() {
    ClusterView view = request.view().get();
    lanes.paces().expect(view);
    long extraBytes = lanes.receivedBytes() - deliveries.deliveredBytes();
    boolean mayDetour = extra.mayDetour(request.range(), extraBytes);
    return new PlanContext(view, lanes.paces().lagging(), lanes.paces().slowness(), mayDetour);
  }

  private void replan() {
    for (GroupRun group : active.all()) {
      if (active.contains(group)) {
        gain(group);
        settle(group);
      }
    }
    planned.planAgain();
    pump();
  }

  /** Gives a group the sources that a plan made now would give it. */
  private void gain(GroupRun group) {
    group.plannedWith(request.knowledge().version());
    Optional<Step.Group> now = planned.again(group.cursor());
    if (now.isPresent()) {
      int known = group.tracker().readCount();
      List<Integer> more =
          group.tracker().extend(now.get().group().reads(), lateness.avoided(group));
      extra.planned(group, more);
      ask(group, more);
      armDelays(group, known);
      lanes.lookAgain(group);
    }
  }

  private void launch(GroupRun group) {
    if (active.isEmpty()) {
      stall.progress();
    }
    active.add(group);
    List<Integer> first = group.tracker().start();
    extra.planned(group, first);
    asks.now(group, first);
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
      List<Integer> more = group.tracker().due(read);
      extra.due(group, more);
      ask(group, more);
    }
  }

  private void ask(GroupRun group, List<Integer> reads) {
    if (!asks.ask(group, reads)) {
      pump();
    }
  }

  // ---- events of groups ----

  private void failed(GroupRun group, int read, Throwable cause) {
    attempt(() -> ReportBuilder.tell(listener, group.read(read).source(), cause));
    if (active.contains(group)) {
      askInstead(group, read, refusals.failed(group, read, cause));
    }
  }

  private void again(GroupRun group, int read) {
    if (active.contains(group)) {
      askInstead(group, read, group.tracker().again(read));
    }
  }

  private void askInstead(GroupRun group, int read, List<Integer> more) {
    extra.failed(group, read, more);
    ask(group, more);
    settleAndPump(group);
  }

  private void askForLate(GroupRun group, List<Integer> reads) {
    if (asks.isAwaited(group)) {
      holdings.awaitLate();
    }
    ask(group, reads);
  }

  private void tellBroken(FragmentRead read, String reason) {
    attempt(() -> listener.broken(read.source(), reason));
  }

  private void settle(GroupRun group) {
    if (!active.contains(group)) {
      return;
    }
    deliver(group);
    switch (group.tracker().status()) {
      case PENDING -> {}
      case COMPLETE -> complete(group);
      case HOPELESS -> lacking(group);
    }
  }

  private void settleAndPump(GroupRun group) {
    settle(group);
    pump();
  }

  private void deliver(GroupRun group) {
    for (Delivery.Piece piece : group.takeReady()) {
      deliveries.add(piece);
    }
  }

  private void lacking(GroupRun group) {
    // Looked at first: more may come to be known at any time, and after that it grows no more.
    boolean mayGrow = request.knowledge().mayGrow();
    if (group.plannedAtVersion() != request.knowledge().version()) {
      gain(group);
    }
    if (group.tracker().status() == GroupTracker.Status.HOPELESS && !mayGrow) {
      giveUp(group, "too few fragments can be had");
    }
  }

  private void complete(GroupRun group) {
    GroupRun.Decoded decoded = group.decode(holdings.buffers());
    if (decoded instanceof GroupRun.Decoded.Done done) {
      for (HeldBuffer made : done.made()) {
        holdings.held(made.capacityBytes());
      }
      report.decoded(done.bytes());
      deliver(group);
      end(group, true);
    } else if (decoded instanceof GroupRun.Decoded.Wrong wrong) {
      reject(group, wrong);
    } else if (decoded instanceof GroupRun.Decoded.Mismatch mismatch) {
      String reason = "what was decoded does not agree with it";
      tellBroken(group.read(mismatch.read()), reason);
      giveUp(group, reason);
    } else {
      giveUp(group, "no buffer to decode into");
    }
  }

  private void reject(GroupRun group, GroupRun.Decoded.Wrong wrong) {
    String reason = "what was decoded of fragment " + wrong.index() + " fails its checksum";
    for (int read : wrong.reads()) {
      tellBroken(group.read(read), reason);
    }
    holdings.freed(wrong.freedBytes());
    List<Integer> more = group.tracker().rejected(wrong.reads());
    extra.failed(group, wrong.reads().get(0), more);
    ask(group, more);
    settle(group);
  }

  private void giveUp(GroupRun group, String reason) {
    leaveToPlain(group, reason);
    end(group, false);
    if (latest.wasHopeless()) {
      giveUpPart(group.part(), "many of the latest groups: " + reason);
    }
  }

  private void leaveToPlain(GroupRun group, String reason) {
    for (Wanted wanted : group.giveUp()) {
      deliveries.add(new Delivery.Plain(wanted.file(), reason));
    }
  }

  /** Trying group by group costs more than it brings here; the next part has other sources. */
  private void giveUpPart(int part, String reason) {
    for (GroupRun group : active.all()) {
      if (group.part() == part) {
        leaveToPlain(group, reason);
        end(group, false);
      }
    }
    while (planned.peek() != null && planned.peek().part() == part) {
      leaveToPlain(planned.take(), reason);
    }
  }

  private void end(GroupRun group, boolean completed) {
    latest.ended();
    active.remove(group);
    extra.ended(group, completed);
    holdings.freed(group.releaseAll(holdings.buffers()));
    lanes.drop(group, completed);
  }

  // ---- delivery ----

  private void handOut() {
    if (deliveries.twice().isPresent()) {
      plainFromHere("the plan delivers " + deliveries.twice().get() + " twice");
    }
    if (deliveries.handOut()) {
      stall.progress();
    }
    if (deliveries.isComplete()) {
      finish();
    } else if (!ended && active.isEmpty()) {
      endOfPlan();
    }
  }

  private void endOfPlan() {
    // Looked at first, as in lacking().
    boolean mayGrow = request.knowledge().mayGrow();
    if (planned.peek() != null) {
      return;
    }
    if (planned.isAtEnd()) {
      plainFromHere("the plan ended before the range");
    } else if (planned.waits() && !mayGrow) {
      plainFromHere("where the fragments are is not known");
    }
  }

  private void plainFromHere(String reason) {
    if (ended) {
      return;
    }
    deliveries.leaveRest(reason);
    finish();
  }

  private void finish() {
    if (ended) {
      return;
    }
    ended = true;
    attempt(stall::cancel);
    attempt(lanes::close);
    attempt(deliveries::dropRest);
    for (GroupRun group : active.all()) {
      attempt(() -> holdings.freed(group.releaseAll(holdings.buffers())));
    }
    active.clear();
    planned.clear();
    attempt(() -> listener.finished(report.told(lanes, extra, scheduler.nanoTime())));
    tellWhenDrained();
  }

  private void tellWhenDrained() {
    if (!holdings.lends()) {
      listener.drained();
    }
  }

  private final class GroupLanes implements LaneListener {
    @Override
    public boolean arrived(ReadLane.Owner owner, ByteBuffer bytes, SubblockChecksums proof) {
      stall.progress();
      GroupRun group = owner.group();
      boolean news = active.contains(group) && group.tracker().arrived(owner.read());
      if (!news) {
        return false;
      }
      HeldBuffer held = new HeldBuffer(bytes);
      group.keep(owner.read(), held, proof);
      holdings.held(held.capacityBytes());
      return true;
    }

    @Override
    public void kept(ReadLane.Owner owner) {
      settleAndPump(owner.group());
    }

    @Override
    public void parked(ReadLane.Owner owner) {
      owner.group().tracker().parked(owner.read());
      // Later: its lane is just being ended.
      inContext(() -> settleAndPump(owner.group()));
    }

    @Override
    public void failed(ReadLane.Owner owner, Throwable cause) {
      ReadExecution.this.failed(owner.group(), owner.read(), cause);
    }

    @Override
    public void unread(ReadLane.Owner owner) {
      extra.unread(owner.group(), owner.read());
    }

    @Override
    public boolean late(ReadLane.Owner owner, long silentNanos, double nanosPerByte) {
      GroupRun group = owner.group();
      if (!active.contains(group)) {
        return true;
      }
      asks.silent(group, silentNanos);
      boolean isDealtWith = lateness.dealsWith(group, owner.read(), nanosPerByte);
      settleAndPump(group);
      return isDealtWith;
    }

    @Override
    public boolean canSpare(ReadLane.Owner owner) {
      return !active.contains(owner.group())
          || owner.group().tracker().canSpare(List.of(owner.read()));
    }
  }
}
