package io.evenkeel.cli.repro;

import io.evenkeel.cli.report.Verdict;
import io.evenkeel.sim.direct.DemandSkew;
import io.evenkeel.sim.direct.DirectionSetting;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Figure 2 of Hu et al.: how uneven demand is. The paper has curves without numbers and says that a
 * small number of objects attract a large amount of requests.
 *
 * @param requests that were drawn
 */
record HuSkew(DemandSkew demand, int requests) {
  /** An hour at the rate of table 1. */
  private static final int HOUR_REQUESTS = 222 * 3600;

  private static final int[] OBJECTS = {1, 10, 100, 1000, 10_000};
  private static final int[] PARTITIONS = {1, 10, 100, 1000};
  private static final double OBJECT_COUNT = 12e6;

  /** A small number: of a hundred thousand objects one. */
  private static final int FEW_OBJECTS = 120;

  static HuSkew draw() {
    return new HuSkew(DemandSkew.of(DirectionSetting.TABLE_1, 1, HOUR_REQUESTS), HOUR_REQUESTS);
  }

  /** What the most wanted so many objects have of all requests. */
  double objects(int count) {
    return demand.objects().get(count - 1);
  }

  /** Whether few objects have most requests. */
  Verdict verdict() {
    return Verdict.ofClaim(objects(FEW_OBJECTS) > 0.5, "");
  }

  String here() {
    return String.format(
        Locale.ROOT,
        "%d of %,.0f objects have %.0f %% of the requests",
        FEW_OBJECTS,
        OBJECT_COUNT,
        100 * objects(FEW_OBJECTS));
  }

  String text() {
    List<String> lines = new ArrayList<>();
    lines.add("Hu et al., SoCC 2017, figure 2: what the most wanted have together, in %");
    lines.add(String.format(Locale.ROOT, "%-52s%8d%8d%8d%8d%8d", "", 1, 10, 100, 1000, 10_000));
    lines.add(row("objects, of their requests, by Zipf 1.15", demand.objects(), OBJECTS));
    lines.add(row("partitions, of their requests, likewise", demand.partitions(), PARTITIONS));
    String drawn = String.format(Locale.ROOT, "of %,d requests drawn", requests);
    lines.add(row("partitions, " + drawn, demand.requests(), PARTITIONS));
    lines.add(row("partitions, of the bytes of these", demand.bytes(), PARTITIONS));
    lines.add(here() + ": " + verdict().word().text());
    return String.join(System.lineSeparator(), lines) + System.lineSeparator();
  }

  private static String row(String name, List<Double> sums, int[] counts) {
    StringBuilder row = new StringBuilder(String.format(Locale.ROOT, "%-52s", name));
    for (int count : counts) {
      row.append(String.format(Locale.ROOT, "%8.1f", 100 * sums.get(count - 1)));
    }
    return row.toString();
  }
}
