package io.evenkeel.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The benchmarks that need no cluster, as small as they go: what they did, not how fast. */
class InProcessBenchesTest {
  @Test
  void fullCache_isFull_andEvicts_andItsStragglerIsFound() {
    JsonNode figures = new FullCacheBench(50, 2000).run().figures();
    assertThat(figures.get("requests").intValue()).isEqualTo(2000);
    assertThat(figures.get("publishedStripes").intValue()).isBetween(50, 4 * 50);
    assertThat(figures.get("knownStripes").intValue()).isEqualTo(4 * 50);
    assertThat(figures.get("evictions").longValue()).isBetween(1L, 2000L);
    assertThat(figures.get("hitShare").doubleValue()).isBetween(0.1, 0.95);
    assertThat(figures.get("stragglerMillis").doubleValue()).isPositive();
  }

  @Test
  void manager_runsAllOfThem_andSaysWhatGoesOn() {
    List<String> said = new ArrayList<>();
    BenchResult result = new ManagerBench(400, 2000, 64).run(said::add);
    assertThat(said).hasSize(6).first().isEqualTo("a manager takes 400 files");
    JsonNode figures = result.figures();
    assertThat(figures.get("files").intValue()).isEqualTo(400);
    assertThat(figures.get("fullCache").get("knownStripes").intValue()).isEqualTo(400);
    assertThat(figures.get("fullCache").get("requests").intValue()).isEqualTo(2000);
    assertThat(figures.get("judgement").get("nodes").intValue()).isEqualTo(64);
    assertThat(figures.get("judgement").get("millis")).hasSize(10);
    assertThat(figures.get("queues").get("processes").intValue()).isEqualTo(1000);
    assertThat(figures.get("queues").get("nodes").intValue()).isEqualTo(1000);
    assertThat(figures.get("queues").get("roundMillis")).hasSize(20);
    assertThat(result.text())
        .contains("64 DataNodes, each told of by 16 machines", "1,000 processes with something");
    assertThat(result.json("bench manager"))
        .contains("\"command\" : \"bench manager\"", "\"machine\"", "\"hitsPerSecond\"");
  }
}
