package io.evenkeel.core.port;

/**
 * One ordered stream of one source. Opening, connecting and reading happen on the lane's own time;
 * no method blocks.
 */
public interface Lane {
  /**
   * Asks for one more slice. Slices are asked in ascending offset order and delivered in the order
   * asked, each once.
   */
  void request(Slice slice);

  /** What it owes has not come in time: whoever asked has given up waiting for it alone. */
  default void late() {}

  /**
   * Ends the lane at once: sockets are shut, requests withdrawn, nothing more is delivered except
   * by a call already under way. A buffer that may still be written stays the lane's until its
   * writer has stopped; the lane gives it back itself. Idempotent.
   */
  void abort();
}
