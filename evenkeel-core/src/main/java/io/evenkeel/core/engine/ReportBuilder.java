package io.evenkeel.core.engine;

import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.ReadReport;
import io.evenkeel.core.model.ReadReport.FragmentReport;
import io.evenkeel.core.plan.FragmentRead;
import io.evenkeel.core.port.CorruptFragmentException;
import io.evenkeel.core.port.MissingFragmentException;
import java.util.ArrayList;
import java.util.List;

/** Collects a read's report. */
final class ReportBuilder {
  private final ByteRange range;
  private final ReadLimits limits;
  private final long startNanos;
  private final List<FragmentReport> fragments = new ArrayList<>();
  private long plainBytes;
  private String plainReason = "";
  private long decodedBytes;
  private long extraDenied;

  ReportBuilder(ByteRange range, ReadLimits limits, long startNanos) {
    this.range = range;
    this.limits = limits;
    this.startNanos = startNanos;
  }

  /** Whether a failure says that cached fragments are gone or wrong, not just out of reach. */
  static boolean isBroken(Throwable cause) {
    return cause instanceof MissingFragmentException || cause instanceof CorruptFragmentException;
  }

  void arrived(FragmentRead read, boolean news, long nanos) {
    add(read, news ? FragmentReport.State.ARRIVED : FragmentReport.State.DISCARDED, nanos, "");
  }

  void fragment(FragmentRead read, FragmentReport.State state, long nanos, Throwable cause) {
    add(read, state, nanos, String.valueOf(cause.getMessage()));
  }

  void parked(FragmentRead read) {
    add(read, FragmentReport.State.DROPPED, 0, "its lane lagged");
  }

  void groupEnded(GroupRun group) {
    for (int i = 0; i < group.tracker().readCount(); i++) {
      GroupTracker.State state = group.tracker().state(i);
      if (state == GroupTracker.State.ASKED || state == GroupTracker.State.LATE) {
        add(group.read(i), FragmentReport.State.DROPPED, 0, "");
      }
    }
  }

  private void add(FragmentRead read, FragmentReport.State state, long nanos, String detail) {
    if (fragments.size() < limits.reportedFragments()) {
      fragments.add(
          new FragmentReport(
              read.source(), read.index(), read.slice().ordinal(), nanos, state, detail));
    }
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

  ReadReport build(LaneSet lanes, long nowNanos) {
    return new ReadReport(
        range,
        range.lengthBytes(),
        lanes.receivedBytes(),
        plainBytes,
        plainReason,
        decodedBytes,
        extraDenied,
        nowNanos - startNanos,
        lanes.reports(),
        fragments);
  }
}
