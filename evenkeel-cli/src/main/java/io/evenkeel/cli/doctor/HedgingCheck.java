package io.evenkeel.cli.doctor;

import io.evenkeel.hadoop.ConfigurationDoubts;

/** Whether HDFS's own hedged reads are on, which Evenkeel leaves to HDFS. */
final class HedgingCheck implements Check {
  static final String NAME = "hedged reads";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Finding run(Scene scene) {
    return ConfigurationDoubts.hedging(scene.conf())
        .map(doubt -> Finding.warning(NAME, "those of HDFS are on", doubt))
        .orElseGet(() -> Finding.ok(NAME, "those of HDFS are off, as they are to be"));
  }
}
