package io.evenkeel.testing.engine;

/** A file with made-up bytes, and what its nodes hold of it. */
public interface SimulatedContent extends SimulatedLanes.Content {
  /** The file. */
  byte[] bytes();
}
