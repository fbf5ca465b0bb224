package io.evenkeel.client.nodes;

import io.evenkeel.policy.reading.SmallReads;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * With how many others of the process a read waits for its bytes: those share cores, network and
 * disks with it, and each of them takes longer than alone. Who has waited for longer than is usual
 * is not of the company any more: it waits for its node, and keeps nobody. Thread-safe; no clock.
 *
 * <p>Not a {@link io.evenkeel.client.read.Crowd}: that says how many take turns at the cores, this
 * one which reads can be compared.
 */
public final class Company {
  private final AtomicInteger waiting = new AtomicInteger();

  /** How many wait now. */
  public int now() {
    return waiting.get();
  }

  /** One that is not waiting yet. */
  public Member member() {
    return new Member();
  }

  /** A read, or a lane. May be asked and told from any thread. */
  public final class Member {
    private final AtomicBoolean isWaiting = new AtomicBoolean();
    private volatile int most = SmallReads.ALONE;

    private Member() {}

    /** It waits from now on. */
    public void waits() {
      if (isWaiting.compareAndSet(false, true)) {
        saw(waiting.incrementAndGet());
      }
    }

    /** It does not wait, or has for longer than is usual. */
    public void leaves() {
      if (isWaiting.compareAndSet(true, false)) {
        waiting.decrementAndGet();
      }
    }

    /** The most that have waited at once while it did, as far as it was told or asked. */
    public int most() {
      return isWaiting.get() ? saw(waiting.get()) : most;
    }

    /** What comes is another read: who waited with the last one is forgotten. */
    public void begins() {
      most = SmallReads.ALONE;
    }

    private int saw(int count) {
      if (count > most) {
        most = count;
      }
      return most;
    }
  }
}
