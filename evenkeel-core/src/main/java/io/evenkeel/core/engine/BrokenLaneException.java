package io.evenkeel.core.engine;

import io.evenkeel.core.model.Source;
import io.evenkeel.core.port.Slice;
import java.io.IOException;

/** A lane delivered something that it was not asked for. */
public final class BrokenLaneException extends IOException {
  BrokenLaneException(Source source, Slice slice, int lengthBytes) {
    super("lane " + source + " delivered " + lengthBytes + " bytes as " + slice + ", out of turn");
  }
}
