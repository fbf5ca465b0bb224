package io.evenkeel.client.stream;

import io.evenkeel.client.file.ContiguousFile;
import io.evenkeel.client.read.RunMeter;
import io.evenkeel.core.model.ByteRange;
import java.util.OptionalLong;

/**
 * How wide and how far a stream goes that is read in sequence, by what its program has said and by
 * what was read. Not thread-safe.
 */
public final class SequentialPlan {
  /** Between two looks, where nothing else says when. */
  public static final long LOOK_BYTES = 1 << 20;

  private final RunMeter meter;
  private final Thresholds thresholds;
  private final long aheadBytes;
  private ReadAdvice advice = ReadAdvice.NONE;

  /**
   * @param aheadBytes how far lanes may be ahead of the caller
   */
  public SequentialPlan(RunMeter meter, Thresholds thresholds, long aheadBytes) {
    this.meter = meter;
    this.thresholds = thresholds;
    this.aheadBytes = aheadBytes;
  }

  public void advise(ReadAdvice given) {
    advice = given;
  }

  /** Whether a file is large enough for anything but the stock stream. */
  public boolean isLarge(long fileBytes) {
    return fileBytes >= thresholds.sequentialBytes();
  }

  /** Whether a file and the reads of it are large enough to look for its blocks and parity. */
  public boolean isWorthALook(int length, long fileBytes) {
    return isLarge(fileBytes) && advice.isWorthALook(length, meter.bytes(), thresholds);
  }

  /** Whether reading from all nodes of a stripe at once can be of use here at all. */
  public boolean mayGoWide(ContiguousFile file, long at, int length) {
    long end = end(file, at, length);
    boolean severalBlocks = at / file.blockBytes() < (end - 1) / file.blockBytes();
    // Who is not ahead by a block reads from one node, however many lanes there are.
    return severalBlocks
        && file.blockBytes() < aheadBytes
        && (advice.isCertain() || meter.mayGoOn(file.blockBytes()));
  }

  /** Whether it pays now, where it can be of use. */
  public boolean paysWide() {
    return meter.paysWide(advice.isCertain());
  }

  /** Where the program is going to stop, as far as it has said. */
  public long end(ContiguousFile file, long at) {
    return end(file, at, Integer.MAX_VALUE);
  }

  /** Where it is going to stop, or a call of so many bytes if that is all that it is known for. */
  public long end(ContiguousFile file, long at, int length) {
    return advice.sessionEnd(at, length, file.lengthBytes());
  }

  /** How far lanes go that were not asked for width: as far as the run is likely to. */
  public long reach(int length) {
    return advice.isCertain() ? Long.MAX_VALUE : Math.max(length, meter.reachBytes());
  }

  /** How far the run is likely to go, where so much is left of the file. */
  public long likely(int length, long leftBytes) {
    return Math.min(reach(length), leftBytes);
  }

  /** What lanes that go so far are to read: nothing beyond the stripe after the present one. */
  public ByteRange range(ContiguousFile file, long at, int length, long reachBytes) {
    long stripesEnd = (at / file.stripeBytes() + 2) * file.stripeBytes();
    long end = Math.max(at + 1, Math.min(end(file, at, length), stripesEnd));
    return new ByteRange(at, reachBytes < end - at ? at + reachBytes : end);
  }

  /** How many bytes the stock stream reads before the next look. */
  public long untilNextLook(long at, OptionalLong blockBytes) {
    long small = thresholds.sequentialBytes() - meter.bytes();
    if (small > 0) {
      return small;
    }
    // At the end of a block another node comes.
    long inBlock =
        blockBytes.isPresent() ? blockBytes.getAsLong() - at % blockBytes.getAsLong() : LOOK_BYTES;
    return Math.min(LOOK_BYTES, inBlock);
  }
}
