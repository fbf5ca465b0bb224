package io.evenkeel.cli.bench.direct;

import java.util.List;
import java.util.SplittableRandom;

/** Which files are read how often: Zipf, the first one the most. */
final class Popularity {
  private final double[] upTo;

  /**
   * @param exponent 0 for all alike
   */
  Popularity(int files, double exponent) {
    upTo = new double[files];
    double sum = 0;
    for (int i = 0; i < files; i++) {
      sum += 1 / Math.pow(i + 1, exponent);
      upTo[i] = sum;
    }
    for (int i = 0; i < files; i++) {
      upTo[i] /= sum;
    }
  }

  /** The share of reads that are of a file. */
  double share(int file) {
    return upTo[file] - (file == 0 ? 0 : upTo[file - 1]);
  }

  int draw(SplittableRandom random) {
    double drawn = random.nextDouble();
    int file = 0;
    while (file < upTo.length - 1 && upTo[file] <= drawn) {
      file++;
    }
    return file;
  }

  /**
   * How many bytes a read asks of the hottest node in the mean, if each file is read from the nodes
   * of its data.
   *
   * @param holders of each file's data
   * @param row says what of it a read asks for
   */
  double hottestBytes(List<List<Integer>> holders, DirectRow row, int nodes) {
    double[] bytes = new double[nodes];
    for (int file = 0; file < holders.size(); file++) {
      // Of a small read one of the six, each as often.
      double each = (double) row.lengthBytes() / DirectRow.DATA;
      for (int node : holders.get(file)) {
        bytes[node] += share(file) * each;
      }
    }
    double hottest = 0;
    for (double of : bytes) {
      hottest = Math.max(hottest, of);
    }
    return hottest;
  }
}
