package io.evenkeel.client;

/**
 * What the reads of a process have added up to.
 *
 * @param receivedBytes payload that reached lanes, discarded bytes included
 * @param stockBytes what reached stock streams over the wire, packet headers included
 * @param plainBytes bytes that the engine left to the stock read
 * @param decodedBytes bytes that were decoded
 * @param reads reads of the engine that have ended
 * @param underWay reads that still hold memory, their last piece not taken yet
 */
public record ReadTotals(
    long receivedBytes,
    long stockBytes,
    long plainBytes,
    long decodedBytes,
    long reads,
    long underWay) {
  /** What was added since an earlier reading. */
  public ReadTotals minus(ReadTotals earlier) {
    return new ReadTotals(
        receivedBytes - earlier.receivedBytes,
        stockBytes - earlier.stockBytes,
        plainBytes - earlier.plainBytes,
        decodedBytes - earlier.decodedBytes,
        reads - earlier.reads,
        underWay);
  }
}
