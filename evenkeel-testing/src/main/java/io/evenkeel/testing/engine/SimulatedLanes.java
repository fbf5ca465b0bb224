package io.evenkeel.testing.engine;

import io.evenkeel.core.model.Source;
import io.evenkeel.core.model.SubblockChecksums;
import io.evenkeel.core.port.BufferPool;
import io.evenkeel.core.port.Lane;
import io.evenkeel.core.port.LaneSource;
import io.evenkeel.core.port.Slice;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Function;

/**
 * Lanes in virtual time, each source with a behaviour of its own. They check the engine's side of
 * the contract: slices in ascending order, none beyond the lane's end, none on an aborted lane, and
 * no slice of a source twice unless the lane that owed it was aborted.
 */
public final class SimulatedLanes implements LaneSource {
  /** What the sources hold. */
  public interface Content {
    /** Puts a slice of a source into a buffer, from its position to its limit. */
    void read(Source source, Slice slice, ByteBuffer into);

    /** The checksums that come with a slice; null for data. */
    SubblockChecksums proof(Source source, Slice slice);
  }

  /** One request of a slice. */
  public record Request(int lane, Source source, Slice slice) {}

  final ManualScheduler scheduler;
  final EventLog log;
  final SplittableRandom random;
  final Content content;
  private final Function<Source, LaneBehaviour> behaviours;
  private final List<Request> requests = new ArrayList<>();
  private final List<String> violations = new ArrayList<>();
  private final Map<Asked, SimulatedLane> askedOf = new HashMap<>();
  private int opened;
  private boolean groupsShareSlices;

  private record Asked(Source source, Slice slice) {}

  public SimulatedLanes(
      ManualScheduler scheduler,
      EventLog log,
      long seed,
      Content content,
      Function<Source, LaneBehaviour> behaviours) {
    this.scheduler = scheduler;
    this.log = log;
    this.random = new SplittableRandom(seed);
    this.content = content;
    this.behaviours = behaviours;
  }

  /** Several groups of the plan may ask for the same slice, as when blocks are read one by one. */
  public void allowSharedSlices() {
    groupsShareSlices = true;
  }

  @Override
  public Lane open(Source source, long endHint, BufferPool buffers, Receiver receiver) {
    SimulatedLane lane =
        new SimulatedLane(
            this, opened++, source, endHint, buffers, receiver, behaviours.apply(source));
    log.add(scheduler.nanoTime(), "open " + lane);
    lane.open();
    return lane;
  }

  void requested(SimulatedLane lane, Source source, Slice slice) {
    log.add(scheduler.nanoTime(), "request " + lane + " " + slice.offset());
    requests.add(new Request(lane.number(), source, slice));
    SimulatedLane before = askedOf.put(new Asked(source, slice), lane);
    if (!groupsShareSlices && before != null && before.owesOrDelivered(slice)) {
      violations.add(slice + " of " + source + " was asked of " + before + " and of " + lane);
    }
  }

  void violated(String how) {
    violations.add(how);
  }

  /** Every request, in order. */
  public List<Request> requests() {
    return List.copyOf(requests);
  }

  /** The sources that were asked for a substripe, each once, in order. */
  public List<Source> asked(int ordinal) {
    return requests.stream()
        .filter(r -> r.slice().ordinal() == ordinal)
        .map(Request::source)
        .distinct()
        .toList();
  }

  /** What the engine did that lanes do not allow. */
  public List<String> violations() {
    return List.copyOf(violations);
  }

  public int openedCount() {
    return opened;
  }
}
