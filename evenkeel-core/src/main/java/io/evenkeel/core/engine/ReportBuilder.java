package io.evenkeel.core.engine;

import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.ReadReport;
import io.evenkeel.core.model.Source;
import io.evenkeel.core.port.BrokenFragmentException;
import io.evenkeel.core.port.MissingFragmentException;
import java.util.List;

/** Collects a read's report. */
final class ReportBuilder {
  private final ByteRange range;
  private final long startNanos;
  private long plainBytes;
  private String plainReason = "";
  private long decodedBytes;

  ReportBuilder(ByteRange range, long startNanos) {
    this.range = range;
    this.startNanos = startNanos;
  }

  /** Whether a failure says that a fragment is gone or wrong, not just out of reach. */
  static boolean isBroken(Throwable cause) {
    return cause instanceof BrokenFragmentException;
  }

  /** Tells of a failure that says that a fragment is not where it should be, or is wrong. */
  static void tell(ReadListener listener, Source source, Throwable cause) {
    if (cause instanceof MissingFragmentException missing && !missing.isInPart()) {
      listener.missing(source, cause.getMessage());
    } else if (isBroken(cause)) {
      listener.broken(source, cause.getMessage());
    }
  }

  void plain(long bytes, String reason) {
    plainReason = plainBytes == 0 ? reason : plainReason;
    plainBytes += bytes;
  }

  void decoded(long bytes) {
    decodedBytes += bytes;
  }

  /** Whatever it lacks for want of memory, whoever reads must learn that it is over. */
  ReadReport told(LaneSet lanes, ExtraReads extra, long nowNanos) {
    try {
      return build(lanes, extra, nowNanos);
    } catch (Throwable e) {
      return new ReadReport(range, 0, 0, "", 0, 0, 0, List.of(), List.of());
    }
  }

  private ReadReport build(LaneSet lanes, ExtraReads extra, long nowNanos) {
    return new ReadReport(
        range,
        lanes.receivedBytes(),
        plainBytes,
        plainReason,
        decodedBytes,
        extra.deniedCount(),
        nowNanos - startNanos,
        extra.takeLedgers(),
        lanes.reports());
  }
}
