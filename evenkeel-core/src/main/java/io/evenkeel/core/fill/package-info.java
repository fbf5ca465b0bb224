/**
 * Encoding files while they are written, and stripes of existing files while they are read: the
 * caller's thread adds each byte to the parity of its stripe, and everything after that (reserving,
 * storing, publishing, giving up) is bounded background work. Knows nothing of any file system.
 */
package io.evenkeel.core.fill;
