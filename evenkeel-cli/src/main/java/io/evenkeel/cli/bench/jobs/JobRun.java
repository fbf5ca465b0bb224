package io.evenkeel.cli.bench.jobs;

/**
 * One job or query of one client.
 *
 * @param result of what it computed; equal results have equal texts
 * @param tasks 0 where the framework does not tell
 * @param readBytes as the framework counts them, 0 where it does not tell
 * @param aroundBytes what was read around nodes, as the framework's own counters say: of the job,
 *     or of the whole Spark session that the query was in; 0 for the stock client
 */
record JobRun(long nanos, String result, long tasks, long readBytes, long aroundBytes) {}
