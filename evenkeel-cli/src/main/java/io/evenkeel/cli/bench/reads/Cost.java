package io.evenkeel.cli.bench.reads;

/**
 * What one run of a row took.
 *
 * @param nanos from before the first open to after the last close
 * @param cpuNanos of the client's whole process, until all of its reads have ended
 * @param receivedBytes what this process got from the system's {@code read} calls, checksums and
 *     headers included, and what cache nodes have written
 * @param sentBytes payload that DataNodes have sent, also what nobody took
 * @param laneBytes payload that lanes got
 * @param nameNodeCalls of any kind
 * @param localBytes what the streams' statistics call local
 */
record Cost(
    long nanos,
    long cpuNanos,
    long receivedBytes,
    long sentBytes,
    long laneBytes,
    long nameNodeCalls,
    long locatedBlocks,
    long localBytes) {}
