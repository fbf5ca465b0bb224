/**
 * Reads of files that are not alike popular, directed by their nodes' queues: {@code bench direct}.
 */
package io.evenkeel.cli.bench.direct;
