package io.evenkeel.sim.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.sim.chance.Distribution;
import io.evenkeel.sim.workload.Populations.YahooFile;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The generators against the facts that are published of what they stand for. */
class WorkloadTest {
  private static final int MANY = 400_000;
  private final SplittableRandom random = new SplittableRandom(5);

  /** Answers the mean rate and the gaps' variation. */
  private static double[] of(Arrivals arrivals, int count) {
    double sum = 0;
    double squares = 0;
    long before = 0;
    for (int i = 0; i < count; i++) {
      long at = arrivals.nextNanos();
      double gap = (at - before) / 1e9;
      before = at;
      sum += gap;
      squares += gap * gap;
    }
    double mean = sum / count;
    return new double[] {1 / mean, Math.sqrt(squares / count - mean * mean) / mean};
  }

  @Test
  void poisson_hasItsRate_andGapsThatVaryLikeTheirMean() {
    double[] got = of(Arrivals.poisson(222, random), MANY);
    assertThat(got[0]).isCloseTo(222, within(2.0));
    assertThat(got[1]).isCloseTo(1, within(.01));
  }

  @Test
  void bursts_haveTheMeanRate() {
    assertThat(of(Arrivals.bursts(10, random), 4 * MANY)[0]).isCloseTo(10, within(.2));
  }

  /** A quarter of a day about its peak, and one about its least, by the integral of the sine. */
  @Test
  void day_hasTheMeanRate_andItsHours() {
    long day = 100_000_000_000L;
    int[] quarters = new int[4];
    Arrivals arrivals = Arrivals.day(1000, day, random);
    for (long at = arrivals.nextNanos(); at < 4 * day; at = arrivals.nextNanos()) {
      quarters[(int) ((at + day / 8) % day / (day / 4))]++;
    }
    double swing = .5 * Math.sin(Math.PI / 4) / Math.PI;
    double[] shares = {.25, .25 + swing, .25, .25 - swing};
    for (int i = 0; i < 4; i++) {
      assertThat(quarters[i] / 400_000.0).as("quarter " + i).isCloseTo(shares[i], within(.004));
    }
  }

  /** Within 10 of a day of 100 seconds the sine has come to .588; after 25 to its peak. */
  @Test
  void mostPerSecond_isWhatLasts_andIsCome() {
    long day = 100_000_000_000L;
    Arrivals arrivals = Arrivals.day(100, day, random);
    assertThat(arrivals.mostPerSecond(10)).isCloseTo(129.4, within(.1));
    assertThat(arrivals.mostPerSecond(1e6)).isEqualTo(150);
    assertThat(Arrivals.google(100, 3, day, random).mostPerSecond(25)).isCloseTo(140.4, within(.1));
    assertThat(Arrivals.bursts(100, random).mostPerSecond(19)).isEqualTo(100);
    assertThat(Arrivals.bursts(100, random).mostPerSecond(21)).isCloseTo(160, within(1e-9));
    Arrivals batches = Arrivals.inBatches(Arrivals.poisson(50, random), 2, random);
    assertThat(batches.mostPerSecond(1e6)).isEqualTo(100);
  }

  @Test
  void batches_haveTheMeanRate_andComeAtOnce() {
    Arrivals arrivals = Arrivals.inBatches(Arrivals.poisson(10, random), 1.5, random);
    assertThat(arrivals.perSecond()).isEqualTo(15);
    long before = -1;
    int together = 0;
    for (int i = 0; i < MANY; i++) {
      long at = arrivals.nextNanos();
      together += at == before ? 1 : 0;
      before = at;
    }
    assertThat(MANY / (before / 1e9)).isCloseTo(15, within(.2));
    assertThat((double) together / MANY).isCloseTo(1 / 3.0, within(.01));
  }

  @Test
  void pocache_hasTheFilesOfItsExperiment() {
    Map<Long, Integer> count = new HashMap<>();
    Populations.pocache(100).forEach(bytes -> count.merge(bytes >> 20, 1, Integer::sum));
    assertThat(count).isEqualTo(Map.of(512L, 15, 256L, 30, 128L, 17, 64L, 38));
  }

  /** 660,000 jobs in 29 days. */
  @Test
  void google_hasRateAndVariationOfItsJobs() {
    int count = 660_000;
    double rate = count / (28 * 86_400.0);
    double[] got = of(Arrivals.google(rate, 3, 86_400_000_000_000L, random), count);
    assertThat(got[0]).isCloseTo(rate, within(.05 * rate));
    assertThat(got[1]).isCloseTo(3, within(.3));
  }

  @Test
  void facebook_hasItsClasses() {
    List<Long> sizes = Populations.facebook(MANY, random);
    assertThat(below(sizes, 1e6)).isCloseTo(.07, within(.003));
    assertThat(below(sizes, 1e7)).isCloseTo(.11, within(.003));
    assertThat(below(sizes, 1e8)).isCloseTo(.28, within(.003));
    double mean = sizes.stream().mapToLong(s -> s).average().orElseThrow();
    assertThat(mean / 1e6).isCloseTo(180, within(2.0));
  }

  private static double below(List<Long> sizes, double bytes) {
    return (double) sizes.stream().filter(size -> size < bytes).count() / sizes.size();
  }

  @Test
  void yahoo_hasItsClasses_andHotFilesAreLarger() {
    List<YahooFile> files = Populations.yahoo(MANY, random);
    assertThat(share(files, 10)).isCloseTo(.22, within(.005));
    assertThat(share(files, 100)).isCloseTo(.02, within(.002));
    double hot = mean(files.stream().filter(f -> f.accesses() >= 100).toList());
    double cold = mean(files.stream().filter(f -> f.accesses() < 10).toList());
    assertThat(hot / cold).isBetween(15.0, 30.0);
  }

  private static double share(List<YahooFile> files, long accesses) {
    return (double) files.stream().filter(f -> f.accesses() >= accesses).count() / files.size();
  }

  private static double mean(List<YahooFile> files) {
    return files.stream().mapToLong(YahooFile::bytes).average().orElseThrow();
  }

  /** Zipf 1.15 over 12 million: the top object has 15 % of the reads, the top ten 38.5 %. */
  @Test
  void was_hottestPartitionHasTheTopObject_andAllHaveSome() {
    StorageObjects trace =
        new StorageObjects(
            334,
            6,
            1_000_000_000,
            1.15,
            0,
            Arrivals.poisson(222, random.split()),
            Distribution.lognormal(1e6, .7),
            10_000_000,
            100_000,
            random);
    assertThat(trace.perSecond()).isEqualTo(222);
    assertThat(trace.meanBytes()).isCloseTo(1e6 * Math.exp(.7 * .7 / 2), within(1.0));
    double hottest = 0;
    double least = 1;
    for (int i = 0; i < 334 * 6; i++) {
      hottest = Math.max(hottest, trace.share(i / 6, i % 6));
      least = Math.min(least, trace.share(i / 6, i % 6));
    }
    assertThat(hottest).isBetween(.149, .24);
    assertThat(least).isPositive();
    Map<Long, Integer> counts = new HashMap<>();
    while (trace.hasNext()) {
      ReadArrival arrival = trace.next();
      long first = arrival.offset() / 1_000_000_000;
      long last = (arrival.offset() + arrival.lengthBytes() - 1) / 1_000_000_000;
      assertThat(first).as("an object is within its partition").isEqualTo(last);
      counts.merge(arrival.file() * 6L + first, 1, Integer::sum);
    }
    int most = counts.values().stream().mapToInt(c -> c).max().orElseThrow();
    assertThat(most / 1e5).isCloseTo(hottest, within(.01));
  }

  /** A whole day has 12 million reads, one of each object, and 7.2 million by Zipf's law. */
  @Test
  void was_wholeDay_isLessOfTheTopObject() {
    StorageObjects day =
        new StorageObjects(
            334,
            6,
            1_000_000_000,
            1.15,
            12 / 19.2,
            Arrivals.day(222, 86_400_000_000_000L, random.split()),
            Distribution.lognormal(1e6, .7),
            10_000_000,
            1,
            random);
    double hottest = 0;
    double sum = 0;
    for (int i = 0; i < 334 * 6; i++) {
      hottest = Math.max(hottest, day.share(i / 6, i % 6));
      sum += day.share(i / 6, i % 6);
    }
    assertThat(sum).isCloseTo(1, within(1e-9));
    assertThat(hottest).isBetween(.149 * 7.2 / 19.2, .24 * 7.2 / 19.2);
  }

  /** Of 1,000 files 20 are hot, 5 or 6 of which stay so (27 %); nobody's rank is lost. */
  @Test
  void drift_keepsItsShareOfTheHotFiles() {
    int files = 1000;
    Popularity popularity = Popularity.byNumber(files, 1.1).drifting(100, .27);
    assertThat(hottest(popularity, 99)).as("before").hasSize(20).allMatch(file -> file < 20);
    Set<Integer> after = hottest(popularity, 100);
    assertThat(after).hasSize(20);
    assertThat(after.stream().filter(file -> file < 20).count()).isBetween(5L, 6L);
    assertThat(hottest(popularity, 199)).as("the same till the next").isEqualTo(after);
    Set<Integer> later = hottest(popularity, 200);
    assertThat(later.stream().filter(after::contains).count()).isBetween(5L, 6L);
  }

  /** Of 100 files two are hot, and three of four such changes are whole files in the mean. */
  @Test
  void drift_ofFewFiles_keepsItsShareInTheMean() {
    int kept = 0;
    int weeks = 2000;
    for (int i = 0; i < weeks; i++) {
      Popularity popularity = Popularity.byNumber(100, 50).drifting(1, .27);
      kept += popularity.next(1, random) == 0 ? 1 : 0;
    }
    assertThat((double) kept / weeks).isCloseTo(.27, within(.04));
  }

  /** The 20 files that are read most at a moment. */
  private Set<Integer> hottest(Popularity popularity, long atNanos) {
    int[] counts = new int[1000];
    for (int i = 0; i < 4_000_000; i++) {
      counts[popularity.next(atNanos, random)]++;
    }
    return IntStream.range(0, counts.length)
        .boxed()
        .sorted(Comparator.comparing(file -> -counts[file]))
        .limit(20)
        .collect(Collectors.toSet());
  }

  @Test
  void partsOfFiles_areWithinThem_andAligned() {
    FileReads reads =
        new FileReads(
            List.of(100L, 5000L, 1L << 40),
            Popularity.byChance(3, 0, random.split()),
            Arrivals.poisson(1, random.split()),
            Distribution.constant(1000),
            512,
            10_000,
            random);
    assertThat(reads.perSecond()).isEqualTo(1);
    assertThat(reads.meanBytes()).as("one of three has but 100").isCloseTo(700, within(1e-6));
    while (reads.hasNext()) {
      ReadArrival arrival = reads.next();
      long size = reads.fileBytes().get(arrival.file());
      assertThat(arrival.offset() % 512).isZero();
      assertThat(arrival.lengthBytes()).isEqualTo(Math.min(size, 1000));
      assertThat(arrival.offset() + arrival.lengthBytes()).isLessThanOrEqualTo(size);
    }
  }

  @Test
  void traceFile_namesObjects_andStartsAtZero() throws IOException {
    String lines = "time,object,size\n100.5,a,1000\n101,b,10,5\n101,a,10\n";
    TraceFile trace = new TraceFile(new StringReader(lines), 2, 100);
    List<ReadArrival> arrivals = new ArrayList<>();
    while (trace.hasNext()) {
      arrivals.add(trace.next());
    }
    assertThat(trace.fileBytes()).containsExactly(1000L, 15L);
    assertThat(trace.perSecond()).isEqualTo(8);
    assertThat(trace.meanBytes()).isEqualTo(340);
    assertThat(arrivals)
        .containsExactly(
            new ReadArrival(0, 0, 0, 1000),
            new ReadArrival(250_000_000, 1, 5, 10),
            new ReadArrival(250_000_000, 0, 0, 10));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1,a",
        "1,a,0",
        "1,a,x",
        "2,a,1\n1,a,1",
        "1,a,1,-1",
        " -1,a,x",
        "1,a,9e99",
        "1,a,9000000000000000000",
        "1,a,1,9223372036854775807"
      })
  void traceFile_wrongLine_isNamed(String lines) {
    assertThatThrownBy(() -> new TraceFile(new StringReader("heading\n" + lines), 1, 100))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("line ");
  }
}
