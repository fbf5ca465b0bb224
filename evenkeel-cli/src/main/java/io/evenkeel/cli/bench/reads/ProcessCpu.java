package io.evenkeel.cli.bench.reads;

import io.evenkeel.cli.bench.CpuTimes;
import io.evenkeel.cli.bench.ThreadCpu;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * What this process has computed so far: every thread that lives, those of the JVM included, to the
 * nanosecond, and all of it, ended threads included, in ticks of 10 ms.
 */
final class ProcessCpu {
  static final long CLOCK_TICK_NANOS = 10_000_000;

  private final Map<String, Long> nanosByThread;
  private final long processNanos;

  private ProcessCpu(Map<String, Long> nanosByThread, long processNanos) {
    this.nanosByThread = nanosByThread;
    this.processNanos = processNanos;
  }

  static ProcessCpu now() throws IOException {
    Map<String, Long> threads = new HashMap<>();
    ThreadCpu.all().forEach((number, thread) -> threads.put(number, thread.nanos()));
    return new ProcessCpu(threads, CpuTimes.ofProcess());
  }

  /**
   * The nanoseconds from {@code earlier} to this. Threads that ended in between are missed by the
   * fine clock; when the coarse one, which rounds user and system time, says clearly more, it is
   * believed.
   */
  long nanosSince(ProcessCpu earlier) {
    long sum = 0;
    for (Map.Entry<String, Long> thread : nanosByThread.entrySet()) {
      sum +=
          Math.max(0, thread.getValue() - earlier.nanosByThread.getOrDefault(thread.getKey(), 0L));
    }
    return Math.max(sum, processNanos - earlier.processNanos - 2 * CLOCK_TICK_NANOS);
  }
}
