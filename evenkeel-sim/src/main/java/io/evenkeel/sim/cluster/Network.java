package io.evenkeel.sim.cluster;

import io.evenkeel.sim.queue.ServerQueue;
import io.evenkeel.sim.queue.VirtualScheduler;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The links between storage nodes and those who read: one of each node, two of each rack, to the
 * other racks and from them, and one of each reader. Where a rate is 0 there is no such link.
 */
final class Network {
  private final VirtualScheduler scheduler;
  private final LinkSettings settings;
  private final List<Rack> racks = new ArrayList<>();
  private final List<Link> all = new ArrayList<>();

  /** One link, and how fast it is. */
  record Link(ServerQueue queue, double bytesPerSecond) {}

  /** What crosses the borders of a rack. */
  private record Rack(Optional<Link> out, Optional<Link> in) {}

  Network(VirtualScheduler scheduler, LinkSettings settings, int racks) {
    this.scheduler = scheduler;
    this.settings = settings;
    for (int i = 0; i < racks; i++) {
      double rate = settings.rackBytesPerSecond();
      this.racks.add(new Rack(link(rate), link(rate)));
    }
  }

  private Optional<Link> link(double bytesPerSecond) {
    if (bytesPerSecond == 0) {
      return Optional.empty();
    }
    Link link = new Link(ServerQueue.of(settings.discipline(), scheduler), bytesPerSecond);
    all.add(link);
    return Optional.of(link);
  }

  /** That of one more node. */
  Optional<Link> ofNode() {
    return link(settings.nodeBytesPerSecond());
  }

  /** One more who reads; readers are in the racks by turns. */
  Reader reader(int number) {
    return new Reader(number % racks.size(), link(settings.readerBytesPerSecond()));
  }

  /** For how long the busiest link has had anything to carry; empty where there is none. */
  OptionalDouble mostBusyNanos() {
    return all.stream().mapToDouble(link -> link.queue().busyNanos()).max();
  }

  /** The links that bytes cross from a node to a reader, in order. */
  List<Link> between(SimulatedNode node, Reader reader) {
    List<Link> crossed = new ArrayList<>();
    node.link().ifPresent(crossed::add);
    if (node.rack() != reader.rack()) {
      racks.get(node.rack()).out().ifPresent(crossed::add);
      racks.get(reader.rack()).in().ifPresent(crossed::add);
    }
    reader.link().ifPresent(crossed::add);
    return crossed;
  }
}
