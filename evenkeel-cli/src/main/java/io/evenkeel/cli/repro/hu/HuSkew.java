package io.evenkeel.cli.repro.hu;

import io.evenkeel.cli.report.Verdict;
import io.evenkeel.sim.direct.DemandSkew;
import io.evenkeel.sim.direct.DirectionSetting;
import io.evenkeel.sim.workload.StorageObjects;
import java.util.ArrayList;
import java.util.List;

/**
 * Figure 2 of Hu et al.: how uneven demand is. The paper has curves without numbers and says that a
 * small number of objects attract a large amount of requests.
 *
 * @param requests that were drawn
 */
record HuSkew(DemandSkew demand, int requests) {
  /** An hour at the rate of table 1. */
  private static final int HOUR_REQUESTS = (int) (DirectionSetting.TABLE_1.readsPerSecond() * 3600);

  private static final int[] OBJECTS = {1, 10, 100, 1000, 10_000};
  private static final int[] PARTITIONS = {1, 10, 100, 1000};

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
    return HuNumbers.format(
        "%d of %,d objects have %.0f %% of the requests",
        FEW_OBJECTS, StorageObjects.OBJECTS, 100 * objects(FEW_OBJECTS));
  }

  String text() {
    List<String> lines = new ArrayList<>();
    lines.add("Hu et al., SoCC 2017, figure 2: what the most wanted have together, in %");
    lines.add(HuNumbers.format("%-40s%8d%8d%8d%8d%8d", "", 1, 10, 100, 1000, 10_000));
    String byZipf = "objects, of their requests, by Zipf " + DirectionSetting.TABLE_1.zipf();
    lines.add(row(byZipf, demand.objects(), OBJECTS));
    lines.add(row("partitions, of their requests, likewise", demand.partitions(), PARTITIONS));
    String drawn = HuNumbers.format("of %,d requests drawn", requests);
    lines.add(row("partitions, " + drawn, demand.requests(), PARTITIONS));
    lines.add(row("partitions, of the bytes of these", demand.bytes(), PARTITIONS));
    lines.add(here() + ": " + verdict().word().text());
    return String.join(System.lineSeparator(), lines) + System.lineSeparator();
  }

  private static String row(String name, List<Double> sums, int[] counts) {
    StringBuilder row = new StringBuilder(HuNumbers.format("%-40s", name));
    for (int count : counts) {
      row.append(HuNumbers.format("%8.1f", 100 * sums.get(count - 1)));
    }
    return row.toString();
  }
}
