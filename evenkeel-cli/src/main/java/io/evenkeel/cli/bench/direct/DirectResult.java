package io.evenkeel.cli.bench.direct;

import io.evenkeel.cli.bench.Latencies;

/**
 * What one client did in a row.
 *
 * @param hottestUtilisation the most that any node has sent, by what it can send in that time
 * @param sentRatio bytes that DataNodes sent by bytes asked
 * @param redirected bytes asked instead of a busy or slow node, by bytes asked
 * @param duplicated bytes asked beside a node that might still answer, likewise
 */
record DirectResult(
    String row,
    String client,
    double readsPerSecond,
    Latencies latencies,
    double hottestUtilisation,
    double sentRatio,
    double redirected,
    double duplicated) {}
