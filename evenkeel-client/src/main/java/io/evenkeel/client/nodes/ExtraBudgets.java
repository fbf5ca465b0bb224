package io.evenkeel.client.nodes;

import io.evenkeel.core.engine.LateAllowance;
import io.evenkeel.core.engine.ReadLimits;
import java.util.function.BooleanSupplier;

/**
 * What the reads of a process may cost besides what they bring: large ones because of lateness,
 * short ones because of it, and probes (decisions 3, 17). Thread-safe.
 */
final class ExtraBudgets {
  /** So many large reads may have all of their burst at once. */
  private static final int LATE_BURSTS = 4;

  /** Of short reads, whose detours cost several times their bytes. */
  private static final double LATE_SHORT_RATIO = 0.05;

  private static final long LATE_SMALL_BURST_BYTES = 4 << 20;

  /** Of reads of a few MiB. */
  private static final long LATE_MIDDLE_BURST_BYTES = 16 << 20;

  private static final double PROBE_RATIO = 0.02;
  private static final long PROBE_BURST_BYTES = 1 << 20;

  /**
   * At the beginning one of any size: many processes that start together know nothing, and may all
   * find the same busy nodes slow.
   */
  private static final long FIRST_BYTES = 64 << 10;

  /**
   * Of those that reads of parts of rows make too, as they do not all go around a slow node. It is
   * the busiest node that all processes try.
   */
  private static final double SPARE_PROBE_RATIO = 0.005;

  private static final long SPARE_PROBE_BURST_BYTES = 4 << 20;

  private final ExtraBudget late;
  private final ExtraBudget lateSmall;
  private final ExtraBudget lateMiddle;
  private final ExtraBudget probes;
  private final ExtraBudget spareProbes;

  /**
   * @param limits of each large read
   * @param byteScale for how many bytes one stands
   */
  ExtraBudgets(ReadLimits limits, long byteScale) {
    late = new ExtraBudget(limits.extraRatio(), LATE_BURSTS * limits.extraBurstBytes());
    lateSmall = new ExtraBudget(LATE_SHORT_RATIO, LATE_SMALL_BURST_BYTES / byteScale);
    long first = Math.max(1, FIRST_BYTES / byteScale);
    lateMiddle = new ExtraBudget(LATE_SHORT_RATIO, LATE_MIDDLE_BURST_BYTES / byteScale, first);
    probes = new ExtraBudget(PROBE_RATIO, PROBE_BURST_BYTES / byteScale, first);
    spareProbes = new ExtraBudget(SPARE_PROBE_RATIO, SPARE_PROBE_BURST_BYTES / byteScale, 0);
  }

  /** Lanes have brought a caller so much. */
  void brought(long bytes, boolean isShort) {
    if (isShort) {
      lateSmall.brought(bytes);
      lateMiddle.brought(bytes);
    } else {
      late.brought(bytes);
    }
    earnProbes(bytes);
  }

  /** The stock stream has. */
  void broughtByStock(long bytes) {
    earnProbes(bytes);
  }

  private void earnProbes(long bytes) {
    probes.brought(bytes);
    spareProbes.brought(bytes);
  }

  /** Of large reads. */
  LateAllowance ofLarge() {
    return late;
  }

  /** Of short reads of more than a MiB. */
  LateAllowance ofMiddle() {
    return lateMiddle;
  }

  /**
   * Of one small read.
   *
   * @param isKnown whether it is late by what others took: by what is only expected all reads of a
   *     new process are where nodes are busy, and cost nothing then until a source is silent
   * @param detourBytes what it costs to go around whoever is late
   * @param mayLeave asked once for each read that may cost anything
   */
  LateAllowance ofSmall(boolean isKnown, long detourBytes, BooleanSupplier mayLeave) {
    return new SmallAllowance(lateSmall, detourBytes, () -> isKnown && mayLeave.getAsBoolean());
  }

  /**
   * Whether a probe may be made.
   *
   * @param isSpare whether reads try the node as well: one has to have been earned then
   */
  boolean mayProbe(long bytes, boolean isSpare) {
    return isSpare ? spareProbes.hasLeft(bytes) : probes.mayAskMore();
  }

  /** Is charged for a probe, or given back if negative. */
  void probed(long bytes, boolean isSpare) {
    (isSpare ? spareProbes : probes).charged(bytes);
  }

  /**
   * What is granted once is for all of the read, and taken at once: several that are late at the
   * same moment must not all be granted what is left for one.
   */
  private static final class SmallAllowance implements LateAllowance {
    private final ExtraBudget budget;
    private final long detourBytes;
    private final BooleanSupplier mayLeave;
    private boolean isGranted;
    private long prepaidBytes;

    SmallAllowance(ExtraBudget budget, long detourBytes, BooleanSupplier mayLeave) {
      this.budget = budget;
      this.detourBytes = detourBytes;
      this.mayLeave = mayLeave;
    }

    @Override
    public boolean mayAskMore() {
      if (!isGranted && budget.mayAskMore() && mayLeave.getAsBoolean()) {
        isGranted = true;
        prepaidBytes = detourBytes;
        budget.charged(detourBytes);
      }
      return isGranted;
    }

    /** Who goes around a slow node was decided when the read was planned ({@link Detours}). */
    @Override
    public boolean isFreeOfSlowNodes() {
      return false;
    }

    @Override
    public void charged(long bytes) {
      long paid = Math.max(0, Math.min(prepaidBytes, bytes));
      prepaidBytes -= paid;
      budget.charged(bytes - paid);
    }
  }
}
