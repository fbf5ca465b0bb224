package io.evenkeel.sim.cluster;

import java.util.Optional;

/** Where a process that reads is, and its link, where that is a bottleneck. */
public final class Reader {
  private final int rack;
  private final Optional<Network.Link> link;

  Reader(int rack, Optional<Network.Link> link) {
    this.rack = rack;
    this.link = link;
  }

  int rack() {
    return rack;
  }

  Optional<Network.Link> link() {
    return link;
  }
}
