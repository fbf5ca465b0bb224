package io.evenkeel.core.fill;

import io.evenkeel.coding.CodeSpec;
import java.time.Duration;
import java.util.Objects;

/**
 * How files are encoded while they are written, and every bound on what that may take.
 *
 * @param code the code of every stripe
 * @param subblockBytes the unit of a block that is coded, stored and read at once
 * @param processBytes parity accumulators of all files being written by the process, and bytes read
 *     that wait to be encoded. A stripe takes m blocks while its first block is written and gives
 *     them back as its fragments are confirmed: with less than twice that, only every other stripe
 *     of a file that is written fast is protected
 * @param handOverBytes finished parity of a stripe that is gathered before its upload is woken,
 *     which costs more than to hold it; and never more than half of what the stripe holds
 * @param filesInFlight files open for encoding or not yet published; more are not encoded
 * @param fragmentsInFlight puts outstanding in the process
 * @param retryCount how often one put or publication is tried again
 * @param retryDelay the wait before it is
 * @param policy which files that are written get parity
 */
public record WriteLimits(
    CodeSpec code,
    int subblockBytes,
    long processBytes,
    int handOverBytes,
    int filesInFlight,
    int fragmentsInFlight,
    int retryCount,
    Duration retryDelay,
    Timeouts timeouts,
    WritePolicy policy) {

  /**
   * After which time an answer counts as a failure.
   *
   * @param reserve the manager's answer to a reservation; fragments are held in memory meanwhile
   * @param put one try to store one fragment
   * @param publish the manager's answer to one try to publish
   * @param cleanup deleting the keys and withdrawing the reservation of a stripe that was given up
   * @param finish from the file's close until its blocks are known
   * @param stripe from a stripe's first byte until it is wanted, from then to its last one, and
   *     again until all its fragments are stored: how long a slow writer may hold memory
   */
  public record Timeouts(
      Duration reserve,
      Duration put,
      Duration publish,
      Duration cleanup,
      Duration finish,
      Duration stripe) {
    public static final Timeouts DEFAULT =
        new Timeouts(
            Duration.ofSeconds(10),
            Duration.ofSeconds(5),
            Duration.ofSeconds(10),
            Duration.ofSeconds(5),
            Duration.ofSeconds(60),
            Duration.ofMinutes(10));

    public Timeouts {
      requirePositive(reserve, "reserve");
      requirePositive(put, "put");
      requirePositive(publish, "publish");
      requirePositive(cleanup, "cleanup");
      requirePositive(finish, "finish");
      requirePositive(stripe, "stripe");
    }

    private static void requirePositive(Duration timeout, String name) {
      if (timeout.isZero() || timeout.isNegative()) {
        throw new IllegalArgumentException(
            "the timeout '" + name + "' must be > 0, got " + timeout);
      }
    }
  }

  public WriteLimits {
    Objects.requireNonNull(code, "code is null");
    Objects.requireNonNull(retryDelay, "retryDelay is null");
    Objects.requireNonNull(timeouts, "timeouts is null");
    Objects.requireNonNull(policy, "policy is null");
    requireAtLeast(1, subblockBytes, "subblockBytes");
    requireAtLeast(0, processBytes, "processBytes");
    requireAtLeast(1, handOverBytes, "handOverBytes");
    requireAtLeast(0, filesInFlight, "filesInFlight");
    requireAtLeast(1, fragmentsInFlight, "fragmentsInFlight");
    requireAtLeast(0, retryCount, "retryCount");
  }

  /** The default bounds, for every file. */
  public static WriteLimits of(CodeSpec code, int subblockBytes) {
    return new WriteLimits(
        code,
        subblockBytes,
        256L << 20,
        4 << 20,
        1024,
        32,
        1,
        Duration.ofMillis(50),
        Timeouts.DEFAULT,
        WritePolicy.ALL);
  }

  public WriteLimits withPolicy(WritePolicy other) {
    return new WriteLimits(
        code,
        subblockBytes,
        processBytes,
        handOverBytes,
        filesInFlight,
        fragmentsInFlight,
        retryCount,
        retryDelay,
        timeouts,
        other);
  }

  public WriteLimits withProcessBytes(long bytes) {
    return new WriteLimits(
        code,
        subblockBytes,
        bytes,
        handOverBytes,
        filesInFlight,
        fragmentsInFlight,
        retryCount,
        retryDelay,
        timeouts,
        policy);
  }

  public WriteLimits withInFlight(int files, int fragments) {
    return new WriteLimits(
        code,
        subblockBytes,
        processBytes,
        handOverBytes,
        files,
        fragments,
        retryCount,
        retryDelay,
        timeouts,
        policy);
  }

  private static void requireAtLeast(long least, long value, String name) {
    if (value < least) {
      throw new IllegalArgumentException(name + " must be >= " + least + ", got " + value);
    }
  }
}
