package io.evenkeel.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ManagerBenchTest {
  /** With fewer files the garbage collector's rounding of large arrays would weigh more. */
  @Test
  void aPublishedFileOfAMillion_takesLessThan470BytesOfHeap_withoutItsPath() {
    assertThat(new ManagerBench(1_000_000).heapBytesPerFile()).isLessThan(470);
  }
}
