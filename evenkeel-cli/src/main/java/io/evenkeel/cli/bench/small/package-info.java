/** Small reads at a fixed rate past a node that is slow or hangs: {@code bench small}. */
package io.evenkeel.cli.bench.small;
