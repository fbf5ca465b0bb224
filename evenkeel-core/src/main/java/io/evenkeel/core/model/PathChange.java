package io.evenkeel.core.model;

import java.util.Objects;

/**
 * What has become of a file, or of a folder with all that is in it.
 *
 * @param path where it was, as its file system names it
 * @param movedTo where it is now; empty when it was deleted or cut, or another took its name
 * @param mayBeTold whether the same may have been told already: by who did it, or in a request that
 *     was not answered. It may be absent on the wire, which is no
 */
public record PathChange(String path, String movedTo, boolean mayBeTold) {
  public PathChange {
    Objects.requireNonNull(path, "path");
    Objects.requireNonNull(movedTo, "movedTo");
  }

  public static PathChange gone(String path) {
    return new PathChange(path, "", false);
  }

  public static PathChange moved(String path, String to) {
    return new PathChange(path, to, false);
  }

  /** The same, that may have been told already. */
  public PathChange again() {
    return new PathChange(path, movedTo, true);
  }
}
