package io.evenkeel.core.fill;

/** Hears what became of the parity of files that are written. */
@FunctionalInterface
public interface WriteOutcomes {
  /**
   * Everything of a file is published or given up, the file closed or abandoned; told once of each
   * that has had an encoder. On any thread, perhaps the writer's in its close; must not throw, nor
   * block.
   *
   * @param path of the file when it was created
   * @param published how many of its stripes are
   * @param unprotected how many were wanted and are not. Both are 0 where no stripe was begun:
   *     nobody outside has heard of the file
   */
  void ended(String path, int published, int unprotected);
}
