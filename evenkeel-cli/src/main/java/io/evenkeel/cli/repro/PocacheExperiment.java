package io.evenkeel.cli.repro;

/** One of POCache's experiments (JPDC 2022, section 5) on a trace of reads. */
interface PocacheExperiment {
  /** The paper's number of it. */
  int number();

  /** What it shows, in half a sentence. */
  String subject();

  /** What is other than in the paper, in a clause; empty if nothing is. */
  String difference();

  /** Runs it; equal settings give equal results. */
  Result run(PocacheSetting setting);

  /** What came out, for people and for programs. */
  interface Result {
    String table();

    String json();
  }
}
