package io.evenkeel.cli.bench.small;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.evenkeel.cli.bench.Machine;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class SmallReportTest {
  private static final SmallRow ROW = SmallRow.all().get(0);

  /** So many that took the one time, and so many that took the other. */
  private static Latencies millis(int count, long millis, int others, long otherMillis) {
    long[] nanos = new long[count + others];
    Arrays.fill(nanos, 0, count, millis * 1_000_000);
    Arrays.fill(nanos, count, nanos.length, otherMillis * 1_000_000);
    return new Latencies(nanos, 0);
  }

  private static SmallReport report(SmallResult... results) {
    return new SmallReport(
        "./evenkeel bench small",
        new Machine("P", 2, "Linux", "17", 1 << 30),
        200,
        2000,
        List.of(results));
  }

  private static SmallResult result(String client, Latencies slow) {
    return new SmallResult(ROW, client, 32, millis(2000, 2, 0, 0), slow, 1, 1.5, 0, 0.01);
  }

  @Test
  void rows_areBothFaultsWithParityAndWithReplicas() {
    assertThat(SmallRow.all()).extracting(SmallRow::name).hasSize(8).doesNotHaveDuplicates();
    assertThat(SmallRow.all()).filteredOn(row -> !row.verifies()).hasSize(4);
  }

  @Test
  void theFirstReadsHaveTheirOwnPercentile() {
    // One in twenty of the first thousand is slow, and none of the second thousand.
    SmallResult result = result("Evenkeel", millis(50, 40, 1950, 2));
    assertThat(result.firstP99Ratio()).isEqualTo(20);
    assertThat(result.p99Ratio()).isEqualTo(20);
    assertThat(result("Evenkeel", millis(15, 40, 1985, 2)).p99Ratio()).isEqualTo(1);
    assertThat(result("Evenkeel", millis(15, 40, 1985, 2)).firstP99Ratio()).isEqualTo(20);
  }

  @Test
  void rowsInWhichTheStockClientIsNotHurt_areMarked() {
    SmallResult unhurt = result("stock", millis(2000, 6, 0, 0));
    SmallResult hurt = result("stock", millis(2000, 16, 0, 0));
    assertThat(line(report(unhurt))).endsWith(" *");
    assertThat(line(report(hurt))).doesNotContain("*");
    assertThat(line(report(result("Evenkeel", millis(2000, 2, 0, 0))))).doesNotContain("*");
  }

  private static String line(SmallReport report) {
    return report.table().lines().filter(l -> l.startsWith(ROW.name())).findFirst().orElseThrow();
  }

  @Test
  void json_hasEveryLatency() throws IOException {
    Latencies slow = new Latencies(new long[] {5_000, 7_000_000}, 1);
    JsonNode row = new ObjectMapper().readTree(report(result("stock", slow)).json()).at("/rows/0");
    assertThat(row.get("client").asText()).isEqualTo("stock");
    assertThat(row.get("unfinished").asInt()).isEqualTo(1);
    assertThat(row.get("slowMicros").toString()).isEqualTo("[5,7000]");
    assertThat(row.get("healthyMicros")).hasSize(2000);
  }
}
