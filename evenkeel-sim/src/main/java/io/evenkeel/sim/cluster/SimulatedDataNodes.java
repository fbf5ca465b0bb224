package io.evenkeel.sim.cluster;

import io.evenkeel.core.model.Source;
import io.evenkeel.core.port.BufferPool;
import io.evenkeel.core.port.Lane;
import io.evenkeel.core.port.LaneSource;
import io.evenkeel.core.port.Slice;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The storage nodes as one read of one process sees them: what it asks for waits at its node's disk
 * and crosses the links. Where it is to be checked, a slice that is asked of a source while any of
 * it is owed by it or has come from it ends the run, but for what two runs of one row share.
 */
public final class SimulatedDataNodes implements LaneSource {
  private final StorageNodes nodes;
  private final Reader reader;
  private final Content content;
  private final boolean checksAsks;
  private final Map<Source, List<Asked>> asked = new HashMap<>();

  private record Asked(Slice slice, SimulatedLane lane) {}

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
      List<Asked> before = asked.computeIfAbsent(source, s -> new ArrayList<>());
      for (Asked other : before) {
        if (isTwice(other.slice(), slice) && other.lane().owesOrBrought(other.slice())) {
          nodes
              .scheduler()
              .fail("of %s, %s was asked after %s".formatted(source, slice, other.slice()));
        }
      }
      before.add(new Asked(slice, lane));
    }
  }

  /**
   * Whether of two slices that overlap one should not have been asked. Of a row that is wanted in
   * part each run of cells is decoded for itself, from more of a cell than another run takes of it;
   * whether a row is, is not known here.
   */
  private static boolean isTwice(Slice before, Slice slice) {
    boolean overlap = before.offset() < slice.end() && slice.offset() < before.end();
    boolean mayBeOfTwoRuns = before.ordinal() == slice.ordinal() && !before.equals(slice);
    return overlap && !mayBeOfTwoRuns;
  }
}
