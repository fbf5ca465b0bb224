package io.evenkeel.cli.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;

/**
 * What this process has computed so far.
 *
 * @param processNanos all of it, which the system counts in ticks of 10 ms
 * @param callerNanos the calling thread
 * @param evenkeelNanos the threads of Evenkeel that live
 * @param compilingNanos the threads of the JVM that compile
 */
public record CpuTimes(
    long processNanos, long callerNanos, long evenkeelNanos, long compilingNanos) {
  private static final String EVENKEEL_THREADS = "evenkeel-";

  static CpuTimes now() throws IOException {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long own = 0;
    for (ThreadInfo thread : threads.getThreadInfo(threads.getAllThreadIds())) {
      if (thread != null && thread.getThreadName().startsWith(EVENKEEL_THREADS)) {
        own += Math.max(0, threads.getThreadCpuTime(thread.getThreadId()));
      }
    }
    return new CpuTimes(
        ofProcess(),
        threads.getCurrentThreadCpuTime(),
        own,
        ThreadCpu.all().values().stream()
            .filter(ThreadCpu::compiles)
            .mapToLong(ThreadCpu::nanos)
            .sum());
  }

  /** User and system time of this process, in nanoseconds. */
  public static long ofProcess() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  /**
   * All but what the compilers took, which falls to whoever happens to run when they come to a
   * method.
   */
  long withoutCompilingNanos() {
    return processNanos - compilingNanos;
  }

  CpuTimes since(CpuTimes earlier) {
    return new CpuTimes(
        processNanos - earlier.processNanos,
        callerNanos - earlier.callerNanos,
        evenkeelNanos - earlier.evenkeelNanos,
        compilingNanos - earlier.compilingNanos);
  }
}
