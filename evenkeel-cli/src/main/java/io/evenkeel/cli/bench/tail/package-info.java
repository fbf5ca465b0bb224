/**
 * Operations at a fixed rate past a node that is slow or hangs: small reads, {@code bench small},
 * and what tasks of jobs do, {@code bench tasks}.
 */
package io.evenkeel.cli.bench.tail;
