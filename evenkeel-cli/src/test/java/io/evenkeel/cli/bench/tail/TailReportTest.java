package io.evenkeel.cli.bench.tail;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.evenkeel.cli.bench.Latencies;
import io.evenkeel.command.Machine;
import io.evenkeel.command.WrappedText;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class TailReportTest {
  private static final TailRow ROW = TailRow.small(200).get(0);

  /** So many that took the one time, and so many that took the other. */
  private static Latencies millis(int count, long millis, int others, long otherMillis) {
    long[] nanos = new long[count + others];
    Arrays.fill(nanos, 0, count, millis * 1_000_000);
    Arrays.fill(nanos, count, nanos.length, otherMillis * 1_000_000);
    return new Latencies(nanos, 0);
  }

  private static TailReport report(TailResult... results) {
    return new TailReport(
        "./evenkeel bench small",
        new Machine("P", 2, "Linux", "17", 1 << 30),
        2000,
        List.of(results));
  }

  private static TailResult result(String client, Latencies slow) {
    return new TailResult(
        ROW,
        client,
        32,
        new TailResult.Part(millis(2000, 2, 0, 0), 1, 0),
        new TailResult.Part(slow, 1.5, .01));
  }

  @Test
  void rows_areBothFaultsOfEachStorage_andWhatDecodingCostsWithoutAny() {
    List<TailRow> small = TailRow.small(200);
    assertThat(small).extracting(TailRow::name).hasSize(14).doesNotHaveDuplicates();
    assertThat(small).filteredOn(row -> !row.load().verifies()).hasSize(7);
    assertThat(small)
        .filteredOn(row -> row.loadUnderFault() != row.load())
        .extracting(TailRow::name)
        .containsExactly("fourfold", "hbase-fourfold");
    assertThat(TailRow.tasks()).extracting(TailRow::name).hasSize(11).doesNotHaveDuplicates();
  }

  @Test
  void theFirstReadsHaveTheirOwnPercentile() {
    // One in twenty of the first thousand is slow, and none of the second thousand.
    TailResult result = result("Evenkeel", millis(50, 40, 1950, 2));
    assertThat(result.firstRatio()).isEqualTo(20);
    assertThat(result.ratio()).isEqualTo(20);
    assertThat(result("Evenkeel", millis(15, 40, 1985, 2)).ratio()).isEqualTo(1);
    assertThat(result("Evenkeel", millis(15, 40, 1985, 2)).firstRatio()).isEqualTo(20);
  }

  @Test
  void rowsInWhichTheStockClientIsNotHurt_areMarked() {
    TailResult unhurt = result("stock", millis(2000, 6, 0, 0));
    TailResult hurt = result("stock", millis(2000, 16, 0, 0));
    assertThat(line(report(unhurt))).endsWith(" *");
    assertThat(line(report(hurt))).doesNotContain("*");
    assertThat(line(report(result("Evenkeel", millis(2000, 2, 0, 0))))).doesNotContain("*");
  }

  @Test
  void table_fitsATerminal() {
    Latencies longest = new Latencies(new long[] {59_999_900_000L, 39_999_900_000L}, 3990);
    assertThat(report(result("Evenkeel", longest)).table().lines())
        .contains(ROW.name())
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(WrappedText.COLUMNS));
  }

  private static String line(TailReport report) {
    return report
        .table()
        .lines()
        .filter(l -> l.startsWith("           " + ROW.fault().text() + " "))
        .findFirst()
        .orElseThrow();
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
