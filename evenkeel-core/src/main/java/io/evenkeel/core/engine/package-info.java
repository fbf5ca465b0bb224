/**
 * Reads a planned range by lanes: any fragments that suffice. Begins at {@link
 * io.evenkeel.core.engine.ReadExecution}; its tests are in evenkeel-testing.
 */
package io.evenkeel.core.engine;
