package io.evenkeel.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;

class ManagerBenchTest {
  /** The bench itself throws where nothing is decided. */
  @Test
  void fullCache_admitsAndEvicts() {
    ObjectNode figures = new FullCacheBench(2000).run().figures();
    assertThat(figures.get("publishedStripes").asInt()).isGreaterThanOrEqualTo(2000);
    assertThat(figures.get("evictions").asInt()).isPositive();
    assertThat(figures.get("hitShare").asDouble()).isBetween(.2, .8);
  }

  /** With fewer files the garbage collector's rounding of large arrays would weigh more. */
  @Test
  void aPublishedFileOfAMillion_takesLessThan470BytesOfHeap_withoutItsPath() {
    assertThat(new ManagerBench(1_000_000).heapBytesPerFile()).isLessThan(470);
  }
}
