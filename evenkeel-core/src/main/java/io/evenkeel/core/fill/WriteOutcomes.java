package io.evenkeel.core.fill;

/** Hears what became of the parity of files that were written or given up. */
@FunctionalInterface
public interface WriteOutcomes {
  /**
   * Everything of a file is published or given up; told once of each, on any thread. Must not
   * throw, nor block.
   *
   * @param published how many of its stripes are
   * @param unprotected how many were wanted and are not; both are 0 for a file whose parity was not
   *     wanted, of which nobody was asked anything
   */
  void written(String path, int published, int unprotected);
}
