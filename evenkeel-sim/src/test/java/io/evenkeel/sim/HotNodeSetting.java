package io.evenkeel.sim;

/** Many nodes with little to do, and one that has to do for all of them. */
final class HotNodeSetting {
  /** Hu et al. (SoCC 2017), RS(6,3); without how many reads there are, and how they are read. */
  static final String TEXT =
      """
      rate = 112
      population = was
      zipf = 1.15
      files = 334
      code = rs-6-3
      cell.bytes = 64 MB
      read.bytes = lognormal 1 MB 0.7
      read.bytes.max = 10 MB
      nodes = 90
      node.rate = 25 MB/s
      node.overhead.time = 3 ms
      open.time = 0 ms
      processes = 8
      scale = 16000
      """;

  private HotNodeSetting() {}
}
