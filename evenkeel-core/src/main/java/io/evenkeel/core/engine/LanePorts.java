package io.evenkeel.core.engine;

import io.evenkeel.core.port.BufferPool;
import io.evenkeel.core.port.LaneSource;
import io.evenkeel.core.port.Scheduler;
import java.util.concurrent.Executor;

/**
 * What the lanes of one read work with.
 *
 * @param serial the read's context
 * @param byteScale for how many bytes one stands
 */
record LanePorts(
    Scheduler scheduler,
    LaneSource lanes,
    BufferPool buffers,
    ReadLimits limits,
    Executor serial,
    long byteScale) {
  LanePorts(ReadEngine engine, ReadLimits limits, Executor serial) {
    this(engine.scheduler(), engine.lanes(), engine.buffers(), limits, serial, engine.byteScale());
  }
}
