package io.evenkeel.sim.direct;

import io.evenkeel.sim.workload.ReadArrival;
import io.evenkeel.sim.workload.StorageObjects;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How uneven demand is (Hu et al., SoCC 2017, figure 2), in sums of shares: the n-th is what the
 * first n have together, the most wanted first.
 *
 * @param objects by popularity; those that are not listed have the rest
 * @param partitions by popularity
 * @param requests of partitions, as drawn
 * @param bytes of partitions, as drawn
 */
public record DemandSkew(
    List<Double> objects, List<Double> partitions, List<Double> requests, List<Double> bytes) {
  public DemandSkew {
    objects = List.copyOf(objects);
    partitions = List.copyOf(partitions);
    requests = List.copyOf(requests);
    bytes = List.copyOf(bytes);
  }

  /**
   * Draws so many reads.
   *
   * @param reads at least 1
   */
  public static DemandSkew of(DirectionSetting setting, long seed, int reads) {
    StorageObjects objects = new CodedCluster(setting, seed, reads).objects();
    int partitions = DirectionSetting.GROUPS * DirectionSetting.DATA;
    double[] popularity = new double[partitions];
    double[] requests = new double[partitions];
    double[] bytes = new double[partitions];
    for (int p = 0; p < partitions; p++) {
      popularity[p] = objects.share(p / DirectionSetting.DATA, p % DirectionSetting.DATA);
    }
    while (objects.hasNext()) {
      ReadArrival arrival = objects.next();
      int partition = DirectionSetting.partition(arrival);
      requests[partition]++;
      bytes[partition] += arrival.lengthBytes();
    }
    return new DemandSkew(
        sums(StorageObjects.objectShares(setting.zipf()), 1),
        sums(popularity, 1),
        sums(requests, reads),
        sums(bytes, Arrays.stream(bytes).sum()));
  }

  private static List<Double> sums(double[] parts, double all) {
    double[] sorted = parts.clone();
    Arrays.sort(sorted);
    List<Double> sums = new ArrayList<>();
    double sum = 0;
    for (int i = sorted.length - 1; i >= 0; i--) {
      sum += sorted[i] / all;
      sums.add(sum);
    }
    return sums;
  }
}
