package io.evenkeel.client.file;

/** A file of which reads by lanes may be under way. Thread-safe. */
public interface LaneFile extends AutoCloseable {
  /** Runs a task, once, when no read is under way and all of what they did is in the books. */
  void whenQuiet(Runnable task);

  /** Ends all reads under way: who waits for one gets an exception. Does not wait. */
  @Override
  void close();
}
