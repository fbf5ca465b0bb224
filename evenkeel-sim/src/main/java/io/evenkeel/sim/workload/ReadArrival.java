package io.evenkeel.sim.workload;

/**
 * One read that somebody asks for.
 *
 * @param atNanos when
 * @param file which file
 * @param offset where in it, in the bytes of the scenario
 * @param lengthBytes how much of it; 0 for all from there to its end
 */
public record ReadArrival(long atNanos, int file, long offset, long lengthBytes) {
  public ReadArrival {
    if (atNanos < 0 || file < 0 || offset < 0 || lengthBytes < 0) {
      throw new IllegalArgumentException(
          "a read needs time, file, offset and length >= 0, got %d, %d, %d and %d"
              .formatted(atNanos, file, offset, lengthBytes));
    }
  }
}
