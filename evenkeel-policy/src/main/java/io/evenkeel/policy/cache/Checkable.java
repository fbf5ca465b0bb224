package io.evenkeel.policy.cache;

/** A policy that can look through its own books; for tests, which do so after every request. */
interface Checkable {
  /** Throws {@link IllegalStateException} unless the books are right. */
  void check();
}
