package io.evenkeel.cli.bench.direct;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.evenkeel.cli.bench.Latencies;
import io.evenkeel.command.Machine;
import io.evenkeel.command.WrappedText;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class DirectReportTest {
  private static final long MILLI = 1_000_000;

  /** A hundred reads, of 1, 2, ... times so long. */
  private static DirectResult result(String row, String client, long millis, int unfinished) {
    long[] nanos = LongStream.rangeClosed(1, 100).map(i -> i * millis * MILLI).toArray();
    return new DirectResult(
        row, client, 12.5, new Latencies(nanos, unfinished), .85, 1.25, .125, .0625);
  }

  private static DirectReport report(DirectResult... results) {
    return new DirectReport("./evenkeel bench direct", Machine.here(), "seed 1", List.of(results));
  }

  private static String line(DirectReport report, String row, String client) {
    return report
        .table()
        .lines()
        .dropWhile(line -> !line.equals(row))
        .filter(line -> line.contains(" " + client + " "))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void times_areThoseOfTheReads_andByStocksOfTheSameRow() {
    DirectReport report =
        report(
            result("whole", "stock", 10, 0),
            result("whole", "directed", 4, 0),
            result("small", "stock", 2, 0),
            result("small", "directed", 3, 0));
    assertThat(line(report, "whole", "stock").split(" +"))
        .containsExactly(
            "", "stock", "12.5", "505", "500", "950", "990", "1.00", "1.00", "1.00", "0.85", "1.25",
            "12.5", "6.3");
    assertThat(line(report, "whole", "directed")).contains(" 202 ", " 380 ", " 396 ", " 0.40 ");
    assertThat(line(report, "small", "directed")).contains(" 1.50 ");
    assertThat(report.table()).startsWith("./evenkeel bench direct\n").contains("\nseed 1\n");
  }

  @Test
  void table_fitsATerminal() {
    DirectReport report = report(result("whole", "stock", 990, 0));
    assertThat(report.table().lines())
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(WrappedText.COLUMNS));
  }

  @Test
  void readsThatHaveNotEnded_areNamed() {
    DirectReport report = report(result("small", "stock", 2, 7));
    assertThat(line(report, "small", "stock")).endsWith(" +7");
    assertThat(line(report(result("small", "stock", 2, 0)), "small", "stock")).doesNotContain("+");
  }

  @Test
  void json_hasEveryReadInMicroseconds() throws Exception {
    String json = report(result("small", "stock", 2, 7), result("small", "off", 1, 0)).json();
    JsonNode top = new ObjectMapper().readTree(json);
    assertThat(top.get("setting").asText()).isEqualTo("seed 1");
    assertThat(top.get("rows")).hasSize(2);
    JsonNode stock = top.get("rows").get(0);
    assertThat(stock.get("row").asText()).isEqualTo("small");
    assertThat(stock.get("client").asText()).isEqualTo("stock");
    assertThat(stock.get("readsPerSecond").asDouble()).isEqualTo(12.5);
    assertThat(stock.get("hottestUtilisation").asDouble()).isEqualTo(.85);
    assertThat(stock.get("sentRatio").asDouble()).isEqualTo(1.25);
    assertThat(stock.get("redirected").asDouble()).isEqualTo(.125);
    assertThat(stock.get("duplicated").asDouble()).isEqualTo(.0625);
    assertThat(stock.get("unfinished").asInt()).isEqualTo(7);
    assertThat(stock.get("micros")).hasSize(100);
    assertThat(stock.get("micros").get(99).asLong()).isEqualTo(200_000);
  }
}
