package io.evenkeel.core.engine;

import io.evenkeel.core.port.BufferPool;
import io.evenkeel.core.port.LaneSource;
import io.evenkeel.core.port.Scheduler;
import java.util.concurrent.Executor;

/**
 * What the lanes of one read work with.
 *
 * @param serial the read's context
 */
record LanePorts(
    Scheduler scheduler,
    LaneSource lanes,
    BufferPool buffers,
    ReadLimits limits,
    Executor serial) {}
