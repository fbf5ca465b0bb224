/**
 * Encoding files while they are written: the writer's thread adds each byte to the parity of its
 * stripe, and everything after that (reserving, storing, publishing, giving up) is bounded
 * background work. Knows nothing of any file system.
 */
package io.evenkeel.core.fill;
