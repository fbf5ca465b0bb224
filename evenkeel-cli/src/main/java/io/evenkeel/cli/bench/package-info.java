/**
 * {@code ./evenkeel bench}: one class for each benchmark or a package where it takes more, and what
 * they share.
 */
package io.evenkeel.cli.bench;
