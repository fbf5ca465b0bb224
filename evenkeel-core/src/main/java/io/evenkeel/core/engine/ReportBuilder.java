package io.evenkeel.core.engine;

import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.ReadReport;
import io.evenkeel.core.port.BrokenFragmentException;

/** Collects a read's report. */
final class ReportBuilder {
  private final ByteRange range;
  private final long startNanos;
  private long plainBytes;
  private String plainReason = "";
  private long decodedBytes;
  private long extraDenied;

  ReportBuilder(ByteRange range, long startNanos) {
    this.range = range;
    this.startNanos = startNanos;
  }

  /** Whether a failure says that a fragment is gone or wrong, not just out of reach. */
  static boolean isBroken(Throwable cause) {
    return cause instanceof BrokenFragmentException;
  }

  void plain(long bytes, String reason) {
    plainReason = plainBytes == 0 ? reason : plainReason;
    plainBytes += bytes;
  }

  void decoded(long bytes) {
    decodedBytes += bytes;
  }

  void extraDenied() {
    extraDenied++;
  }

  ReadReport build(LaneSet lanes, ExtraReads extra, long nowNanos) {
    return new ReadReport(
        range,
        lanes.receivedBytes(),
        plainBytes,
        plainReason,
        decodedBytes,
        extraDenied,
        nowNanos - startNanos,
        extra.takeLedgers(),
        lanes.reports());
  }
}
