package io.evenkeel.sim.cluster;

import io.evenkeel.core.model.NodeId;
import io.evenkeel.sim.queue.ServerQueue;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One storage node: a disk, a link where that is a bottleneck, and the lanes that are open to it.
 */
public final class SimulatedNode {
  private final NodeId id;
  private final int number;
  private final int rack;
  private final double speed;
  private final ServerQueue disk;
  private final Optional<Network.Link> link;
  private final Set<SimulatedLane> lanes = new LinkedHashSet<>();
  private double slowness = 1;
  private boolean stopped;
  private boolean failed;

  SimulatedNode(int number, int rack, double speed, ServerQueue disk, Optional<Network.Link> link) {
    this.id = new NodeId("data" + number + ":9866");
    this.number = number;
    this.rack = rack;
    this.speed = speed;
    this.disk = disk;
    this.link = link;
    adjust();
  }

  public NodeId id() {
    return id;
  }

  public int number() {
    return number;
  }

  public int rack() {
    return rack;
  }

  /** Where its reads wait. */
  public ServerQueue disk() {
    return disk;
  }

  /** Its link, where that is a bottleneck. */
  Optional<Network.Link> link() {
    return link;
  }

  /** Takes so many times longer than it usually does, from now on; 1 is as usual. */
  public void slow(double times) {
    slowness = times;
    adjust();
  }

  /** Stands still with all that it has to do, as a stopped process, or goes on. */
  public void stop(boolean isStopped) {
    stopped = isStopped;
    adjust();
  }

  /** Is gone: what is open to it breaks, and nobody can connect; or is back. */
  public void fail(boolean isFailed) {
    failed = isFailed;
    if (isFailed) {
      List<SimulatedLane> broken = new ArrayList<>(lanes);
      broken.forEach(SimulatedLane::nodeFailed);
    }
  }

  boolean isFailed() {
    return failed;
  }

  private void adjust() {
    disk.setSpeed(stopped ? 0 : speed / slowness);
  }

  void opened(SimulatedLane lane) {
    lanes.add(lane);
  }

  void closed(SimulatedLane lane) {
    lanes.remove(lane);
  }

  /** What the lanes that are open to it owe. */
  long owedBytes() {
    long bytes = 0;
    for (SimulatedLane lane : lanes) {
      bytes += lane.owedBytes();
    }
    return bytes;
  }

  /** How many lanes are open to it. */
  int laneCount() {
    return lanes.size();
  }

  @Override
  public String toString() {
    return id.toString();
  }
}
