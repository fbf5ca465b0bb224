package io.evenkeel.core.model;

import java.util.Objects;
import java.util.Optional;

/**
 * What has become of a file, or of a folder with all that is in it.
 *
 * @param path where it was, as its file system names it
 * @param movedTo where it is now; empty when it was deleted or cut, or another took its name
 * @param possibleDuplicate whether the same may have been told already: by who did it, or in a
 *     request that was not answered; empty for no
 */
public record PathChange(String path, String movedTo, Optional<Boolean> possibleDuplicate) {
  public PathChange {
    Objects.requireNonNull(path, "path");
    Objects.requireNonNull(movedTo, "movedTo");
    Objects.requireNonNull(possibleDuplicate, "possibleDuplicate");
  }

  public static PathChange gone(String path) {
    return new PathChange(path, "", Optional.empty());
  }

  public static PathChange moved(String path, String to) {
    return new PathChange(path, to, Optional.empty());
  }

  /** The same, that may have been told already. */
  public PathChange asPossibleDuplicate() {
    return new PathChange(path, movedTo, Optional.of(true));
  }

  public boolean isPossibleDuplicate() {
    return possibleDuplicate.orElse(false);
  }
}
