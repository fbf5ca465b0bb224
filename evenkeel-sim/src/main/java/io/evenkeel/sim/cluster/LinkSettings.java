package io.evenkeel.sim.cluster;

import io.evenkeel.sim.queue.ServerQueue.Discipline;

/**
 * How fast links are, in bytes of the scenario per second; 0 for those that are no bottleneck.
 *
 * @param discipline how bytes share a link
 * @param nodeBytesPerSecond of each node's
 * @param rackBytesPerSecond of that between a rack and the others, each way
 * @param readerBytesPerSecond of each process's
 */
public record LinkSettings(
    Discipline discipline,
    double nodeBytesPerSecond,
    double rackBytesPerSecond,
    double readerBytesPerSecond) {

  public LinkSettings {
    if (!(nodeBytesPerSecond >= 0 && rackBytesPerSecond >= 0 && readerBytesPerSecond >= 0)) {
      throw new IllegalArgumentException(
          "a link's rate is >= 0 bytes per second, got %s, %s and %s"
              .formatted(nodeBytesPerSecond, rackBytesPerSecond, readerBytesPerSecond));
    }
  }
}
