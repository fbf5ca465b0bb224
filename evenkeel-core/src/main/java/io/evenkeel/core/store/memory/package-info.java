/** Cache nodes in the memory of this process: for tests and simulation. */
package io.evenkeel.core.store.memory;
