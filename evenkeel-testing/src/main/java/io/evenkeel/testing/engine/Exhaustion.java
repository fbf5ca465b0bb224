package io.evenkeel.testing.engine;

import io.evenkeel.core.model.Source;
import io.evenkeel.core.port.BufferPool;
import io.evenkeel.core.port.Lane;
import io.evenkeel.core.port.LaneSource;
import io.evenkeel.core.port.Pending;
import io.evenkeel.core.port.Scheduler;
import io.evenkeel.core.port.Slice;
import java.util.SplittableRandom;
import java.util.concurrent.Executor;
import java.util.function.IntFunction;

/**
 * A process that is out of threads and memory at times: what needs either throws {@link
 * OutOfMemoryError}, by seed.
 */
public final class Exhaustion {
  private final SplittableRandom random;
  private final int perMille;

  /**
   * @param perMille how many of a thousand calls fail; 0 for none
   */
  public Exhaustion(long seed, int perMille) {
    this.random = new SplittableRandom(seed);
    this.perMille = perMille;
  }

  /** A process that has all it needs. */
  public static Exhaustion none() {
    return new Exhaustion(0, 0);
  }

  /** One in eight processes is exhausted. */
  public static Exhaustion drawn(SplittableRandom random) {
    int perMille = random.nextInt(8) == 0 ? 1 + random.nextInt(60) : 0;
    return new Exhaustion(random.nextLong(), perMille);
  }

  /** Whether anything may fail. */
  public boolean isPossible() {
    return perMille > 0;
  }

  /** Uses what may be used up. */
  public void need(String what) {
    if (perMille > 0 && random.nextInt(1000) < perMille) {
      throw new OutOfMemoryError("no " + what);
    }
  }

  /** A heap for a {@link BufferPool}. */
  public IntFunction<byte[]> heap() {
    return length -> {
      need("heap");
      return new byte[length];
    };
  }

  Scheduler over(Scheduler scheduler) {
    return new Scheduler() {
      @Override
      public long nanoTime() {
        return scheduler.nanoTime();
      }

      @Override
      public Pending schedule(long delayNanos, Runnable task) {
        need("timer");
        return scheduler.schedule(delayNanos, task);
      }

      @Override
      public Executor serial() {
        return scheduler.serial();
      }
    };
  }

  LaneSource over(LaneSource lanes) {
    return new LaneSource() {
      @Override
      public Lane open(Source source, long endHint, BufferPool buffers, Receiver receiver) {
        need("lane");
        Lane lane = lanes.open(source, endHint, buffers, receiver);
        return new Lane() {
          @Override
          public void request(Slice slice) {
            need("lane thread");
            lane.request(slice);
          }

          @Override
          public void abort() {
            lane.abort();
            need("thread to close on");
          }
        };
      }
    };
  }
}
