package io.evenkeel.cli.bench.reads;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.evenkeel.command.Machine;
import io.evenkeel.command.WrappedText;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ReadsReportTest {
  private static final long READ = 1 << 20;
  private static final Reading EXPECTED = new Reading(READ, 2, 99, 0);

  private static Cost cost(long millis, double received, long calls) {
    return new Cost(
        millis * 1_000_000,
        millis * 500_000,
        (long) (received * READ * 516 / 512),
        READ,
        READ / 2,
        calls,
        4 * calls,
        0);
  }

  private static RowResult row(List<RowResult.Round> rounds, Optional<Exception> failure) {
    ReadRow row =
        ReadRows.of(false).stream().filter(r -> r.name().equals("readint")).findAny().orElseThrow();
    return new RowResult(row, 0, 3, EXPECTED, Optional.empty(), Optional.empty(), rounds, failure);
  }

  private static List<RowResult.Round> rounds(double factor, double received, long calls) {
    return java.util.stream.IntStream.range(0, 10)
        .mapToObj(
            i -> {
              Cost stock = cost(100 + i, 1, 2);
              Cost own = cost((long) ((100 + i) * factor), received, calls);
              return new RowResult.Round(i % 2 == 0, stock, stock, own, own);
            })
        .toList();
  }

  private static ReadsReport report(RowResult... rows) {
    return new ReadsReport(
        "./evenkeel bench reads",
        new Machine("P", 2, "Linux", "17", 1 << 30),
        List.of(rows),
        List.of());
  }

  @Test
  void rowWithinItsTargets_isNotMarked() {
    RowResult row = row(rounds(1, 1.01, 4), Optional.empty());
    assertThat(row.holds()).isTrue();
    assertThat(line(report(row)))
        .contains("1.00 1.00-1.00", "1.01|1.00", "2.0|1.0", "8|4")
        .doesNotContain("*");
  }

  @Test
  void whatMissesItsTarget_isMarkedAndNothingElse() {
    assertThat(line(report(row(rounds(1.2, 1, 2), Optional.empty()))))
        .contains("1.20 ", "*")
        .doesNotContain("1.00|1.00*", "1.0|1.0*");
    assertThat(line(report(row(rounds(1, 1.03, 2), Optional.empty())))).contains("1.03|1.00*");
    assertThat(line(report(row(rounds(1, 1, 5), Optional.empty()))))
        .contains("2.5|1.0*")
        .endsWith("10|4");
    assertThat(line(report(row(rounds(1, 1, 8), Optional.empty())))).contains("16|4*");
  }

  @Test
  void upperEnd_decides() {
    List<RowResult.Round> mixed = new java.util.ArrayList<>(rounds(1, 1, 2));
    mixed.addAll(rounds(1.1, 1, 2).subList(0, 9));
    RowResult row = row(mixed, Optional.empty());
    assertThat(row.time().median()).isLessThan(1.05);
    assertThat(row.timeHolds()).isFalse();
  }

  @Test
  void failedRow_isSaidAndCounts() {
    ReadsReport report = report(row(List.of(), Optional.of(new IOException("wrong bytes"))));
    assertThat(report.allRight()).isFalse();
    assertThat(report.table()).contains("readint", "FAILED", "wrong bytes");
    assertThat(report.json()).contains("wrong bytes");
  }

  @Test
  void table_fitsATerminal() {
    assertThat(report(row(rounds(2.345, 3.678, 30), Optional.empty())).table().lines())
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(WrappedText.COLUMNS));
  }

  @Test
  void json_hasEverySingleRun() throws IOException {
    JsonNode json =
        new ObjectMapper().readTree(report(row(rounds(1.2, 1, 2), Optional.empty())).json());
    assertThat(json.get("command").asText()).isEqualTo("./evenkeel bench reads");
    assertThat(json.at("/machine/cores").asInt()).isEqualTo(2);
    JsonNode row = json.at("/rows/0");
    assertThat(row.get("row").asText()).isEqualTo("readint");
    assertThat(row.get("replication").asInt()).isEqualTo(3);
    assertThat(row.get("holds").asBoolean()).isFalse();
    assertThat(row.at("/time/median").asDouble()).isBetween(1.19, 1.21);
    assertThat(row.at("/time/target").asDouble()).isEqualTo(1.05);
    assertThat(row.get("rounds")).hasSize(10);
    assertThat(row.at("/rounds/3/stock/1/nanos").asLong()).isEqualTo(103_000_000);
    assertThat(row.at("/rounds/3/evenkeel/0/nanos").asLong()).isEqualTo(123_000_000);
    assertThat(row.at("/rounds/3/stockFirst").asBoolean()).isFalse();
  }

  private static String line(ReadsReport report) {
    return report
        .table()
        .lines()
        .dropWhile(l -> !l.startsWith("readint: 20 pairs, stock "))
        .skip(1)
        .findFirst()
        .orElseThrow();
  }
}
