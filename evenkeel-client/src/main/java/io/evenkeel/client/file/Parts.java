package io.evenkeel.client.file;

import io.evenkeel.core.model.ByteRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongFunction;

/**
 * Those stripes or block groups of a file, one after the other, that a read reaches over.
 *
 * @param all at least one
 * @param range what is read of them
 */
record Parts<T>(List<T> all, ByteRange range) {
  Parts {
    all = List.copyOf(all);
  }

  /**
   * The first parts under a range, up to one that cannot be read by lanes.
   *
   * @param fileBytes where the file ends, and the range too
   * @param most of them
   * @param at the part at a place, if it can be read so; asked for one after the other, for it may
   *     have to be located
   * @return empty when the first one cannot
   */
  static <T> Optional<Parts<T>> under(
      ByteRange range,
      long fileBytes,
      int most,
      LongFunction<Optional<T>> at,
      Function<T, ByteRange> rangeOf) {
    List<T> all = new ArrayList<>();
    long end = range.start();
    while (all.size() < most && end < Math.min(range.end(), fileBytes)) {
      Optional<T> part = at.apply(end);
      if (part.isEmpty()) {
        break;
      }
      all.add(part.get());
      end = rangeOf.apply(part.get()).end();
    }
    ByteRange covered = new ByteRange(range.start(), Math.min(end, range.end()));
    return all.isEmpty() ? Optional.empty() : Optional.of(new Parts<>(all, covered));
  }
}
