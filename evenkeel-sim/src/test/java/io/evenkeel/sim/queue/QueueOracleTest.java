package io.evenkeel.sim.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.sim.chance.Distribution;
import io.evenkeel.sim.queue.ServerQueue.Discipline;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What queueing theory knows exactly, against the servers; 5 million customers each. */
class QueueOracleTest {
  private static final int CUSTOMERS = 5_000_000;
  private static final double MEAN_NANOS = 1e6;
  private static final double TOLERANCE = .02;

  /** Poisson arrivals at some servers, each customer with a task for every one of them. */
  private static final class OpenLoop {
    private final VirtualScheduler scheduler = new VirtualScheduler();
    private final SplittableRandom random = new SplittableRandom(20261126);
    private final ServerQueue[] servers;
    private final double meanGapNanos;
    private final Distribution service;
    private final long[] nanos = new long[CUSTOMERS];
    private int arrived;

    OpenLoop(Discipline discipline, int servers, double load, Distribution service) {
      this.servers = new ServerQueue[servers];
      Arrays.setAll(this.servers, i -> ServerQueue.of(discipline, scheduler));
      this.meanGapNanos = MEAN_NANOS * service.mean() / load;
      this.service = service;
    }

    /** Answers how long each of them stayed, in ascending order. */
    long[] run() {
      next();
      while (scheduler.runNext()) {
        // On to the next event.
      }
      Arrays.sort(nanos);
      return nanos;
    }

    private void next() {
      if (arrived < CUSTOMERS) {
        double gap = -Math.log(1 - random.nextDouble()) * meanGapNanos;
        scheduler.schedule(Math.round(gap), this::arrive);
      }
    }

    private void arrive() {
      int customer = arrived++;
      long since = scheduler.nanoTime();
      int[] left = {servers.length};
      for (ServerQueue server : servers) {
        server.submit(
            MEAN_NANOS * service.next(random),
            1,
            () -> {
              if (--left[0] == 0) {
                nanos[customer] = scheduler.nanoTime() - since;
              }
            });
      }
      next();
    }
  }

  private static double mean(long[] nanos) {
    return Arrays.stream(nanos).average().orElseThrow() / MEAN_NANOS;
  }

  private static void assertNear(double simulated, double exact, String what) {
    System.out.printf("oracle %s: %.4f, exact %.4f%n", what, simulated, exact);
    assertThat(simulated).as(what).isCloseTo(exact, within(TOLERANCE * exact));
  }

  @ParameterizedTest
  @ValueSource(doubles = {.5, .8})
  void mm1_meanAndP95_areThoseOfAnExponential(double load) {
    long[] nanos = new OpenLoop(Discipline.FCFS, 1, load, Distribution.exponential(1)).run();
    assertNear(mean(nanos), 1 / (1 - load), "M/M/1 mean at " + load);
    double p95 = nanos[(int) (.95 * CUSTOMERS)] / MEAN_NANOS;
    assertNear(p95, -Math.log(.05) / (1 - load), "M/M/1 p95 at " + load);
  }

  @ParameterizedTest
  @ValueSource(doubles = {.5, .8})
  void md1_mean(double load) {
    long[] nanos = new OpenLoop(Discipline.FCFS, 1, load, Distribution.constant(1)).run();
    assertNear(mean(nanos), 1 + load / (2 * (1 - load)), "M/D/1 mean at " + load);
  }

  /** Pollaczek and Khinchin: the wait is lambda E[x^2] / (2 (1 - rho)). */
  @ParameterizedTest
  @CsvSource({".3, .5", ".7, .7", ".7, .8"})
  void mg1_mean_isThatOfPollaczekAndKhinchin(double sigma, double load) {
    long[] nanos = new OpenLoop(Discipline.FCFS, 1, load, Distribution.noise(sigma)).run();
    double square = Math.exp(sigma * sigma);
    assertNear(
        mean(nanos),
        1 + load * square / (2 * (1 - load)),
        "M/G/1 mean, lognormal sigma " + sigma + ", at " + load);
  }

  @ParameterizedTest
  @ValueSource(strings = {"constant 1", "exponential 1", "noise 1"})
  void processorSharing_mean_dependsOnNoMoreThanTheMeanOfTheService(String law) {
    long[] nanos = new OpenLoop(Discipline.PS, 1, .7, Distribution.parse(law)).run();
    assertNear(mean(nanos), 1 / (1 - .7), "M/G/1-PS mean, " + law);
  }

  /** Nelson and Tantawi: exact for two servers. */
  @ParameterizedTest
  @ValueSource(doubles = {.3, .5, .8})
  void forkJoin_ofTwoServers_mean(double load) {
    long[] nanos = new OpenLoop(Discipline.FCFS, 2, load, Distribution.exponential(1)).run();
    assertNear(mean(nanos), (12 - load) / 8 / (1 - load), "fork-join of 2 at " + load);
  }

  /** The k-th of n exponential services that begin at once, on idle servers. */
  @Test
  void kOfN_onIdleServers_areOrderStatistics() {
    int n = 14;
    int k = 10;
    int rounds = CUSTOMERS / n;
    VirtualScheduler scheduler = new VirtualScheduler();
    SplittableRandom random = new SplittableRandom(7);
    Distribution service = Distribution.exponential(MEAN_NANOS);
    double sum = 0;
    for (int round = 0; round < rounds; round++) {
      ServerQueue[] servers = new ServerQueue[n];
      long since = scheduler.nanoTime();
      long[] kth = {0};
      int[] ended = {0};
      for (int i = 0; i < n; i++) {
        servers[i] = ServerQueue.of(i % 2 == 0 ? Discipline.FCFS : Discipline.PS, scheduler);
        servers[i].submit(
            service.next(random),
            1,
            () -> kth[0] = ++ended[0] == k ? scheduler.nanoTime() - since : kth[0]);
      }
      while (scheduler.runNext()) {
        // Until all servers are idle again.
      }
      sum += kth[0];
    }
    double exact = 0;
    for (int i = n - k + 1; i <= n; i++) {
      exact += 1.0 / i;
    }
    assertNear(sum / rounds / MEAN_NANOS, exact, "10 of 14 exponential");
  }
}
