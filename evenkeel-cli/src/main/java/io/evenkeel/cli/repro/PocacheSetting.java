package io.evenkeel.cli.repro;

import java.util.List;

/**
 * What POCache's experiments on a trace are run with (JPDC 2022, section 5.3).
 *
 * @param seeds how many random placements and traces
 * @param firstSeed the seed of the first of them; the others follow it
 * @param datanodes at least the k that a file takes
 * @param k blocks of a file, one on a DataNode, with one block of parity
 * @param files how many there are
 * @param reads of one trace
 * @param zipf the Zipfian constant of the files' popularity; 0 for all alike
 * @param stragglerAt the read from which on one DataNode is a straggler, less than {@code reads}
 * @param cacheBlocks how many blocks of parity the cache holds, every size that is looked at
 */
record PocacheSetting(
    int seeds,
    long firstSeed,
    int datanodes,
    int k,
    int files,
    int reads,
    double zipf,
    int stragglerAt,
    List<Integer> cacheBlocks) {
  /** The paper's, with a straggler from the start on. */
  static final PocacheSetting PAPER =
      new PocacheSetting(200, 0, 13, 4, 100, 2000, .9, 0, List.of(0, 10, 20, 40, 60, 80, 100));

  PocacheSetting {
    cacheBlocks = List.copyOf(cacheBlocks);
  }

  /** Whether the paper's figures are of such files and reads; where the nodes are is left open. */
  boolean isThePapers() {
    return k == PAPER.k && files == PAPER.files && reads == PAPER.reads && zipf == PAPER.zipf;
  }

  /** How many reads there are with the straggler. */
  int readsWithStraggler() {
    return reads - stragglerAt;
  }
}
