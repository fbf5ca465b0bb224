package io.evenkeel.core.engine;

import io.evenkeel.core.model.Source;
import java.io.IOException;

/** A lane was given up because it lagged and its groups could do without it. */
public final class LaneLagException extends IOException {
  LaneLagException(Source source) {
    super("lane " + source + " lagged behind the others and was parked");
  }
}
