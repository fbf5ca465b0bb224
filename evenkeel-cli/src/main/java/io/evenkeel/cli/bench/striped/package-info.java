/** {@code evenkeel bench striped}: whole erasure-coded files past slow and stopped DataNodes. */
package io.evenkeel.cli.bench.striped;
