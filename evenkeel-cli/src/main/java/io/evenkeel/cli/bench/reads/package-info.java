/** Evenkeel beside the stock client, access pattern by access pattern: {@code bench reads}. */
package io.evenkeel.cli.bench.reads;
