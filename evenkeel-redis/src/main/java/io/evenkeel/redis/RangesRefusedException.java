package io.evenkeel.redis;

import java.io.IOException;

/** A server answers us, but does not let us read ranges of values. */
final class RangesRefusedException extends IOException {
  private static final long serialVersionUID = 1L;

  RangesRefusedException(RefusedException cause) {
    super(cause.getMessage(), cause);
  }
}
