package io.evenkeel.core.plan;

import io.evenkeel.core.model.Source;
import io.evenkeel.core.port.Slice;
import java.util.Objects;

/**
 * One way to get one fragment: a slice of one source. Several reads of a group may have the same
 * index; they stand for the same fragment.
 *
 * @param streamEnd how far the reader means to go in this source from here on: a lane opened for
 *     this slice asks its node for no more
 */
public record FragmentRead(int index, Source source, Slice slice, Launch launch, long streamEnd) {
  public FragmentRead {
    Objects.requireNonNull(source, "source is null");
    Objects.requireNonNull(slice, "slice is null");
    Objects.requireNonNull(launch, "launch is null");
    if (index < 0 || streamEnd < slice.end()) {
      throw new IllegalArgumentException(
          "a read needs index >= 0 and streamEnd >= "
              + slice.end()
              + ", got "
              + index
              + ", "
              + streamEnd);
    }
  }
}
