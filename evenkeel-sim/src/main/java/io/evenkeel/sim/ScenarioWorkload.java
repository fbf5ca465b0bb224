package io.evenkeel.sim;

import io.evenkeel.core.model.SubblockChecksums;
import io.evenkeel.sim.chance.Distribution;
import io.evenkeel.sim.scenario.Keys;
import io.evenkeel.sim.scenario.Keys.Layout;
import io.evenkeel.sim.scenario.Keys.Population;
import io.evenkeel.sim.scenario.Scenario;
import io.evenkeel.sim.workload.Arrivals;
import io.evenkeel.sim.workload.FileReads;
import io.evenkeel.sim.workload.Popularity;
import io.evenkeel.sim.workload.Populations;
import io.evenkeel.sim.workload.StorageObjects;
import io.evenkeel.sim.workload.TraceFile;
import io.evenkeel.sim.workload.Workload;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.SplittableRandom;

/** Who reads what when, as a scenario says. */
final class ScenarioWorkload {
  /** The product's checksums are of so many bytes, which no scale makes fewer. */
  private static final long CHUNK_BYTES = SubblockChecksums.CHUNK_BYTES;

  /** Reads of at least so many chunks are hardly longer for being of whole ones. */
  private static final int CHUNKS_MIN = 16;

  private ScenarioWorkload() {}

  static Workload of(Scenario scenario, SplittableRandom random) {
    Workload workload = unchecked(scenario, random);
    if (scenario.get(Keys.LAYOUT) == Layout.REPLICATED && workload.isOfParts()) {
      requireManyChunks(scenario, workload.meanBytes());
    }
    return workload;
  }

  /** Of replicated files whole chunks are read: by scale, too, and then of more real bytes each. */
  private static void requireManyChunks(Scenario scenario, double readBytes) {
    long most = Math.max(1, (long) (readBytes / (CHUNKS_MIN * CHUNK_BYTES)));
    if (scenario.get(Keys.SCALE) > most) {
      String what =
          "reads of replicated files are of whole chunks of %d KiB times scale, and these have"
              + " %.0f bytes in the mean; say scale = %d%s";
      throw scenario.wrong(
          Keys.SCALE,
          what.formatted(CHUNK_BYTES >> 10, readBytes, most, most > 1 ? " or less" : ""));
    }
  }

  private static Workload unchecked(Scenario scenario, SplittableRandom random) {
    SplittableRandom sizes = random.split();
    Arrivals arrivals = arrivals(scenario, random.split());
    long count = scenario.get(Keys.READS);
    double zipf = scenario.get(Keys.ZIPF);
    Distribution bytes = scenario.get(Keys.READ_BYTES);
    int files = scenario.get(Keys.FILES);
    Population population = scenario.get(Keys.POPULATION);
    if (population == Population.TRACE) {
      return trace(scenario);
    }
    if (population == Population.WAS) {
      return new StorageObjects(
          files,
          scenario.get(Keys.CODE).dataCount(),
          scenario.get(Keys.CELL_BYTES),
          zipf,
          scenario.get(Keys.EVEN_SHARE),
          arrivals,
          bytes,
          scenario.get(Keys.READ_BYTES_MAX),
          count,
          random);
    }
    List<Long> fileBytes =
        switch (population) {
          case YAHOO -> Populations.yahooBySize(files, sizes);
          case FACEBOOK -> Populations.facebook(files, sizes);
          case POCACHE -> Populations.pocache(files);
          default -> Populations.of(scenario.get(Keys.FILE_BYTES), files, sizes);
        };
    return new FileReads(
        fileBytes,
        popularity(scenario, random),
        arrivals,
        bytes,
        scenario.get(Keys.READ_ALIGN_BYTES),
        count,
        random);
  }

  private static Popularity popularity(Scenario scenario, SplittableRandom random) {
    int files = scenario.get(Keys.FILES);
    double zipf = scenario.get(Keys.ZIPF);
    boolean isBySize = scenario.get(Keys.POPULATION) == Population.YAHOO;
    Popularity popularity =
        isBySize
            ? Popularity.byNumber(files, zipf)
            : Popularity.byChance(files, zipf, random.split());
    long drift = scenario.get(Keys.DRIFT_TIME);
    return drift == 0 ? popularity : popularity.drifting(drift, scenario.get(Keys.DRIFT_KEPT));
  }

  private static Arrivals arrivals(Scenario scenario, SplittableRandom random) {
    double batch = scenario.get(Keys.ARRIVALS_BATCH);
    double rate = scenario.get(Keys.RATE) / batch;
    Arrivals batches = arrivals(scenario, rate, random);
    return batch == 1 ? batches : Arrivals.inBatches(batches, batch, random.split());
  }

  private static Arrivals arrivals(Scenario scenario, double rate, SplittableRandom random) {
    return switch (scenario.get(Keys.ARRIVALS)) {
      case POISSON -> Arrivals.poisson(rate, random);
      case BURSTS -> Arrivals.bursts(rate, random);
      case DAY -> Arrivals.day(rate, scenario.get(Keys.ARRIVALS_DAY_TIME), random);
      case GOOGLE ->
          Arrivals.google(
              rate,
              scenario.get(Keys.ARRIVALS_VARIATION),
              scenario.get(Keys.ARRIVALS_DAY_TIME),
              random);
    };
  }

  private static Workload trace(Scenario scenario) {
    try {
      String lines = scenario.read(Keys.TRACE);
      long most = scenario.isSet(Keys.READS) ? scenario.get(Keys.READS) : Long.MAX_VALUE;
      TraceFile trace =
          new TraceFile(new StringReader(lines), scenario.get(Keys.TRACE_SPEEDUP), most);
      if (scenario.get(Keys.READS_WARMUP) >= trace.count()) {
        throw scenario.wrong(
            Keys.READS_WARMUP, "must be less than the reads of the trace, " + trace.count());
      }
      return trace;
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(scenario.path(Keys.TRACE) + ": " + e.getMessage(), e);
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
  }
}
