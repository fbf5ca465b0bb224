package io.evenkeel.client;

import io.evenkeel.core.model.RandomSource;
import io.evenkeel.core.port.ManagerApi;
import io.evenkeel.core.port.NodeStore;
import io.evenkeel.core.port.Scheduler;
import java.util.concurrent.Executor;

/**
 * What a client runs on: time, chance, threads, and the way to the manager and the cache nodes. In
 * virtual time all of them are simulated, and nothing of the client below its blocking calls knows.
 */
public interface ClientPorts extends AutoCloseable {
  Scheduler scheduler();

  RandomSource random();

  /** Threads that block lanes read on; may reject. */
  Executor laneThreads();

  /** Threads that read some ranges of a vectored read beside its caller; may reject. */
  Executor rangeThreads();

  /** Where things that may block are done; may reject. */
  Executor background();

  /** Where streams are closed whose readers have not left yet, which may take long; may reject. */
  default Executor closing() {
    return background();
  }

  /** Where what is written is encoded and sent; may reject. */
  Executor writeThreads();

  /**
   * The manager; asked for with the first question, and only of a client that has parity. Closed by
   * who asks.
   */
  ManagerApi manager();

  /** The cache nodes, likewise. */
  NodeStore store();

  /** On how many cores its threads run. */
  int cores();

  /**
   * For how many bytes one stands: in simulation bytes may be scaled, and time not. What counts
   * bytes to know how something is to be read counts as many.
   */
  default long byteScale() {
    return 1;
  }

  /** The client is gone: no task comes any more. */
  @Override
  void close();
}
