/**
 * The seeds of tests that draw: always the same, unless they are run to find what was not drawn.
 */
package io.evenkeel.seeds;
