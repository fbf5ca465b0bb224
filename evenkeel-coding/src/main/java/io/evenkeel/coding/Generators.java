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
      case RS -> cauchy(rows, k);
      case LRC -> local(rows, spec);
    }
    return rows;
  }

  /**
   * The Cauchy matrix that ISA-L (gf_gen_cauchy1_matrix) and Hadoop share: entry (i, j) is the
   * inverse of i + j. Any k of its rows together with the identity's are independent.
   */
  private static void cauchy(int[][] rows, int k) {
    for (int i = k; i < rows.length; i++) {
      for (int j = 0; j < k; j++) {
        rows[i][j] = Gf256.inverse(i ^ j);
      }
    }
  }

  /**
   * Local parities are the XOR of their group. For the global ones, take the Cauchy matrix with one
   * row more, scale its columns so that its first row is all ones, and leave that row out: the sum
   * of the local parities stands for it. Scaling keeps every square submatrix invertible, so any
   * (global + 1) losses can be recovered, for every size. LRC(6,2,2) recovers every pattern of
   * losses that a code of this shape can.
   */
  private static void local(int[][] rows, CodeSpec spec) {
    int k = spec.dataCount();
    int groupSize = k / spec.localGroups();
    int globalFrom = k + spec.localGroups();
    for (int j = 0; j < k; j++) {
      rows[k + j / groupSize][j] = 1;
      for (int i = globalFrom; i < rows.length; i++) {
        int x = k + 1 + i - globalFrom;
        rows[i][j] = Gf256.multiply(Gf256.inverse(x ^ j), k ^ j);
      }
    }
  }
}
