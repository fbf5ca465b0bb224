package io.evenkeel.policy.layout;

import io.evenkeel.coding.IndexSet;
import io.evenkeel.core.engine.ReadLimits;
import io.evenkeel.core.engine.ReadRequest;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.ClusterView;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeView;
import io.evenkeel.core.model.ReadReport.LaneReport;
import io.evenkeel.core.plan.Knowledge;
import io.evenkeel.core.port.BufferPool;
import io.evenkeel.testing.engine.LaneBehaviour;
import io.evenkeel.testing.engine.ReadTrial;
import io.evenkeel.testing.engine.SimulatedLanes.Request;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One read of a whole file of an {@link AnyKReader}, in virtual time and on nodes that are steady
 * where nothing else is said: a lane opens in {@link #OPEN} and brings a row in {@link #SLICE}, and
 * a row is late after {@link #LATE}.
 */
final class AnyKScene {
  static final long MILLI = 1_000_000;
  static final long SECOND = 1000 * MILLI;
  static final long OPEN = MILLI;
  static final long SLICE = MILLI / 2;
  static final long LATE = 5 * MILLI;

  /** For how long a node that was late, or a source that failed, is kept off. */
  static final long LAG_MEMORY = 50 * MILLI;

  static final int GROUPS = 4;

  /** So much memory that it never matters. */
  static final long PLENTY = 1 << 20;

  private static final long STALL = 60 * SECOND;
  private static final long LIMIT = 1000 * SECOND;

  private final AnyKFile file;
  private final Map<NodeId, LaneBehaviour> odd = new HashMap<>();
  private final List<NodeView> known = new ArrayList<>();
  private ByteRange range;
  private ReadTrial.Calls calls = ReadTrial.Calls.EAGER;
  private long memoryBytes = PLENTY;
  private ReadTrial trial;
  private ReadTrial.Outcome outcome;

  AnyKScene(AnyKReader reader, int rows) {
    this(reader, rows, 1);
  }

  AnyKScene(AnyKReader reader, int rows, int copies) {
    this.file = reader.files().file(rows, copies);
    this.range = file.range();
  }

  /** All nodes that have this fragment behave so. */
  AnyKScene with(int index, LaneBehaviour behaviour) {
    file.nodes().get(index).forEach(node -> odd.put(node, behaviour));
    return this;
  }

  AnyKScene with(IndexSet indexes, LaneBehaviour behaviour) {
    for (int index : indexes.toArray()) {
      with(index, behaviour);
    }
    return this;
  }

  /** Of fragments that several nodes have, the first of these behave so. */
  AnyKScene withFirstCopies(LaneBehaviour behaviour) {
    for (List<NodeId> nodes : file.nodes()) {
      if (nodes.size() > 1) {
        odd.put(nodes.get(0), behaviour);
      }
    }
    return this;
  }

  /** Whoever is odd is known to be slow. */
  AnyKScene known() {
    odd.keySet().forEach(node -> known.add(new NodeView(node, true, "known before")));
    return this;
  }

  /** Reads only the front of the file. */
  AnyKScene only(long bytes) {
    range = ByteRange.of(0, bytes);
    return this;
  }

  AnyKScene calledAs(ReadTrial.Calls caller) {
    calls = caller;
    return this;
  }

  AnyKScene inMemory(long bytes) {
    memoryBytes = bytes;
    return this;
  }

  /** Reads: every byte is compared, and no slice asked twice of a lane that has it. */
  ReadTrial.Outcome read() {
    trial =
        new ReadTrial(
            1,
            file.content(),
            new BufferPool(1 << 20, 1),
            source -> odd.getOrDefault(source.node(), LaneBehaviour.steady()));
    ReadRequest request =
        new ReadRequest(
            range,
            file.planning().planner(range, memoryBytes),
            Knowledge.SETTLED,
            () -> ClusterView.of(known, 0),
            limits());
    outcome = trial.read(request, calls, LIMIT);
    return outcome;
  }

  private ReadLimits limits() {
    return new ReadLimits(
        memoryBytes,
        GROUPS,
        3,
        3,
        LATE,
        2 * MILLI,
        10_000,
        LAG_MEMORY,
        STALL,
        1,
        PLENTY,
        1,
        SECOND,
        memoryBytes,
        ReadLimits.defaults().growth(),
        0);
  }

  long lengthBytes() {
    return range.lengthBytes();
  }

  /** How many nodes have any of these fragments. */
  int nodeCount(IndexSet indexes) {
    int count = 0;
    for (int index : indexes.toArray()) {
      count += file.nodes().get(index).size();
    }
    return count;
  }

  // ---- what was asked ----

  List<Request> asked() {
    return trial.lanes().requests();
  }

  long askedBytes() {
    return asked().stream().mapToLong(request -> request.slice().lengthBytes()).sum();
  }

  /** The rows that were asked of a fragment's nodes, in the order in which they were. */
  List<Integer> rowsAskedOf(int index) {
    return asked().stream()
        .filter(request -> file.indexOf(request.source().node()) == index)
        .map(request -> request.slice().ordinal())
        .toList();
  }

  /** The rows that any fragment from an index on was asked of. */
  List<Integer> rowsAskedFrom(int index) {
    return asked().stream()
        .filter(request -> file.indexOf(request.source().node()) >= index)
        .map(request -> request.slice().ordinal())
        .toList();
  }

  /** How often lanes to a fragment's nodes were opened. */
  int opensOf(int index) {
    return outcome.report().lanes().stream()
        .filter(lane -> file.indexOf(lane.source().node()) == index)
        .mapToInt(LaneReport::opens)
        .sum();
  }

  int lateSlices() {
    return outcome.report().lanes().stream().mapToInt(LaneReport::lateSlices).sum();
  }
}
