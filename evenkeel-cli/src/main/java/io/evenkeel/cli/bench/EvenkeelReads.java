package io.evenkeel.cli.bench;

import io.evenkeel.client.ReadTotals;
import io.evenkeel.hadoop.EvenkeelFileSystem;
import java.io.IOException;
import java.util.concurrent.locks.LockSupport;

/** What reads have added up to, once nothing is under way. */
public final class EvenkeelReads {
  private static final long LOOK_EVERY_NANOS = 1_000_000;
  private static final int LOOKS_MAX = 10_000;

  private EvenkeelReads() {}

  /** A read's report may come in a moment after its last byte; waits for it, 10 s at most. */
  public static ReadTotals settled(EvenkeelFileSystem fs) throws IOException {
    for (int looks = 0; looks < LOOKS_MAX; looks++) {
      ReadTotals now = fs.readTotals();
      if (now.underWay() == 0) {
        return now;
      }
      LockSupport.parkNanos(LOOK_EVERY_NANOS);
    }
    throw new IOException("a read has not ended: " + fs.readTotals());
  }
}
