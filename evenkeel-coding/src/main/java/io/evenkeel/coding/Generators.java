package io.evenkeel.coding;

import java.util.Arrays;

/**
 * The generator matrices: row i makes fragment i of the k data; the first k rows are the identity.
 */
final class Generators {
  private Generators() {}

  static int[][] of(CodeSpec spec) {
    int k = spec.dataCount();
    int[][] rows = new int[spec.totalCount()][k];
    for (int i = 0; i < k; i++) {
      rows[i][i] = 1;
    }
    switch (spec.scheme()) {
      case NONE -> {}
      case XOR -> Arrays.fill(rows[k], 1);
      case RS -> cauchy(rows, k, k);
      case LRC -> local(rows, spec);
    }
    return rows;
  }

  /**
   * The Cauchy matrix that ISA-L (gf_gen_cauchy1_matrix) and Hadoop share: entry (i, j) is the
   * inverse of i + j. Any k of its rows together with the identity's are independent.
   */
  private static void cauchy(int[][] rows, int k, int from) {
    for (int i = from; i < rows.length; i++) {
      for (int j = 0; j < k; j++) {
        rows[i][j] = Gf256.inverse(i ^ j);
      }
    }
  }

  /** Local parities are the XOR of their group; global ones are rows of the Cauchy matrix. */
  private static void local(int[][] rows, CodeSpec spec) {
    int k = spec.dataCount();
    int groupSize = k / spec.localGroups();
    for (int group = 0; group < spec.localGroups(); group++) {
      for (int j = 0; j < groupSize; j++) {
        rows[k + group][group * groupSize + j] = 1;
      }
    }
    cauchy(rows, k, k + spec.localGroups());
  }
}
