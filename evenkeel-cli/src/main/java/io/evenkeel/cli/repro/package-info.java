/** Experiments of the papers, repeated on models that run the production policies. */
package io.evenkeel.cli.repro;
