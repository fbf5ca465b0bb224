package io.evenkeel.sim.cluster;

import io.evenkeel.core.model.NodeId;
import io.evenkeel.sim.queue.ServerQueue;
import io.evenkeel.sim.queue.VirtualScheduler;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SplittableRandom;

/** All storage nodes of a cluster, and what was asked of them. */
public final class StorageNodes {
  private final VirtualScheduler scheduler;
  private final NodeSettings settings;
  private final List<SimulatedNode> nodes = new ArrayList<>();
  private final Map<NodeId, SimulatedNode> byId = new HashMap<>();
  private final SplittableRandom random;
  private final Traffic traffic = new Traffic();
  private final Network network;
  private SliceFactor sliceFactor;

  /** What one slice takes at a node that is not slow, as a factor. */
  @FunctionalInterface
  interface SliceFactor {
    double next(SplittableRandom random);
  }

  /**
   * @param rackNodes so many nodes after each other are a rack; 0 for one rack
   */
  public StorageNodes(
      VirtualScheduler scheduler,
      NodeSettings settings,
      int count,
      int rackNodes,
      SplittableRandom random) {
    this.scheduler = scheduler;
    this.settings = settings;
    this.random = random;
    this.sliceFactor = settings.noise()::next;
    int inRack = rackNodes == 0 ? count : rackNodes;
    this.network = new Network(scheduler, settings.links(), (count + inRack - 1) / inRack);
    for (int i = 0; i < count; i++) {
      SimulatedNode node =
          new SimulatedNode(
              i,
              i / inRack,
              settings.speed().next(random),
              ServerQueue.of(settings.discipline(), scheduler),
              network.ofNode());
      nodes.add(node);
      byId.put(node.id(), node);
    }
  }

  /**
   * One more process that reads.
   *
   * @param number processes are in the racks by turns
   */
  public Reader reader(int number) {
    return network.reader(number);
  }

  List<Network.Link> links(SimulatedNode node, Reader reader) {
    return network.between(node, reader);
  }

  public List<SimulatedNode> all() {
    return List.copyOf(nodes);
  }

  /** The node of that name; an error for none. */
  public SimulatedNode node(NodeId id) {
    SimulatedNode node = byId.get(id);
    if (node == null) {
      throw new IllegalArgumentException("no node " + id + " in a cluster of " + nodes.size());
    }
    return node;
  }

  /** For how long the busiest link has had anything to carry; empty where there is none. */
  public OptionalDouble busiestLinkNanos() {
    return network.mostBusyNanos();
  }

  /** What was asked of all of them, and what became of it. */
  public Traffic traffic() {
    return traffic;
  }

  /**
   * Throws unless all that was asked for has come, is owed by a lane that is open, or was given up;
   * and no more waits at disks than that.
   */
  public void check() {
    long owed = 0;
    long queued = 0;
    for (SimulatedNode node : nodes) {
      owed += node.owedBytes();
      queued += node.disk().queuedBytes();
    }
    traffic.check(owed);
    long wanted = owed + traffic.vainBytes();
    if (queued < 0 || queued > wanted) {
      throw new IllegalStateException(
          "%d bytes wait at disks, of %d that are owed or were given up there"
              .formatted(queued, wanted));
    }
  }

  /** Throws unless nobody reads and no lane was left open. */
  public void checkIdle() {
    for (SimulatedNode node : nodes) {
      if (node.laneCount() > 0) {
        throw new IllegalStateException(
            "%d lanes to %s are open, and owe %d bytes, when all reads have ended"
                .formatted(node.laneCount(), node, node.owedBytes()));
      }
    }
    check();
  }

  /** Some slices take longer, whichever node they are of: drawn with every slice. */
  void slowReads(SliceFactor factor) {
    SliceFactor usual = sliceFactor;
    sliceFactor = drawing -> usual.next(drawing) * factor.next(drawing);
  }

  VirtualScheduler scheduler() {
    return scheduler;
  }

  NodeSettings settings() {
    return settings;
  }

  double nextFactor() {
    return sliceFactor.next(random);
  }
}
