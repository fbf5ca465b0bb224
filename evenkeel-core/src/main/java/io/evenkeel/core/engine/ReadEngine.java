package io.evenkeel.core.engine;

import io.evenkeel.core.port.BufferPool;
import io.evenkeel.core.port.LaneSource;
import io.evenkeel.core.port.Scheduler;
import java.util.Objects;

/**
 * The one engine that every read runs on, whatever its scheme: the shape of a read is in its plan.
 *
 * @param lanes every kind of source that plans may name
 * @param byteScale for how many bytes one stands: 1 but in simulation
 */
public record ReadEngine(
    Scheduler scheduler, LaneSource lanes, BufferPool buffers, long byteScale) {
  public ReadEngine {
    Objects.requireNonNull(scheduler, "scheduler is null");
    Objects.requireNonNull(lanes, "lanes is null");
    Objects.requireNonNull(buffers, "buffers is null");
  }

  /** One that moves all bytes that there are. */
  public ReadEngine(Scheduler scheduler, LaneSource lanes, BufferPool buffers) {
    this(scheduler, lanes, buffers, 1);
  }

  /** A read, ready to {@link ReadExecution#start}. */
  public ReadExecution read(ReadRequest request, ReadListener listener) {
    return new ReadExecution(this, request, listener);
  }
}
