/** {@code bench hedged}: replicated files past a slow node, beside HDFS's own hedged reads. */
package io.evenkeel.cli.bench.hedged;
