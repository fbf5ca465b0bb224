/** Real jobs beside the stock client, unchanged: {@code bench jobs}. */
package io.evenkeel.cli.bench.jobs;
