package io.evenkeel.sim.cluster;

import io.evenkeel.core.model.Source;
import io.evenkeel.core.port.BufferPool;
import io.evenkeel.core.port.Lane;
import io.evenkeel.core.port.LaneSource;
import io.evenkeel.core.port.Slice;
import java.util.HashMap;
import java.util.Map;

/**
 * The storage nodes as one read of one process sees them: what it asks for waits at its node's disk
 * and crosses the links. Where it is to be checked, a slice that is asked of a source while it is
 * owed by it or has come from it ends the run.
 */
public final class SimulatedDataNodes implements LaneSource {
  private final StorageNodes nodes;
  private final Reader reader;
  private final Content content;
  private final boolean checksAsks;
  private final Map<Asked, SimulatedLane> asked = new HashMap<>();

  private record Asked(Source source, Slice slice) {}

  /**
   * @param reader the process
   * @param checksAsks whether anything that is asked twice is an error
   */
  public SimulatedDataNodes(
      StorageNodes nodes, Reader reader, Content content, boolean checksAsks) {
    this.nodes = nodes;
    this.reader = reader;
    this.content = content;
    this.checksAsks = checksAsks;
  }

  @Override
  public Lane open(Source source, long endHint, BufferPool buffers, Receiver receiver) {
    SimulatedLane lane =
        new SimulatedLane(this, nodes.node(source.node()), source, endHint, buffers, receiver);
    lane.open();
    return lane;
  }

  StorageNodes nodes() {
    return nodes;
  }

  Reader reader() {
    return reader;
  }

  Content content() {
    return content;
  }

  void asks(SimulatedLane lane, Source source, Slice slice) {
    if (checksAsks) {
      SimulatedLane before = asked.put(new Asked(source, slice), lane);
      if (before != null && before.owesOrBrought(slice)) {
        nodes.scheduler().fail(slice + " of " + source + " was asked twice");
      }
    }
  }
}
