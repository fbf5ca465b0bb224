package io.evenkeel.cli.bench.reads;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.evenkeel.cli.bench.reads.ProcessResult.Run;
import io.evenkeel.command.Machine;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ProcessReportTest {
  private static ProcessRow row(String name, boolean limited) {
    return ProcessRow.of(limited).stream()
        .filter(row -> row.name().equals(name))
        .findAny()
        .orElseThrow();
  }

  private static List<Run> runs(long millis, long cpuMillis, long... readMillis) {
    return IntStream.range(0, 11)
        .mapToObj(
            i ->
                new Run(
                    (millis + i) * 1_000_000,
                    cpuMillis * 1_000_000,
                    java.util.stream.LongStream.of(readMillis)
                        .map(m -> m * 1_000_000)
                        .boxed()
                        .toList()))
        .toList();
  }

  private static ProcessResult result(
      ProcessRow row, List<Run> two, List<Run> four, long... reads) {
    Map<String, List<Run>> runs = new LinkedHashMap<>();
    runs.put(ProcessResult.STOCK, runs(1000, 1500, reads));
    runs.put(ProcessResult.TWO_KEYS, two);
    runs.put(ProcessResult.FOUR_KEYS, four);
    return new ProcessResult(row, 1, runs, Optional.empty());
  }

  private static ReadsReport report(ProcessResult result) {
    return new ReadsReport(
        "./evenkeel bench reads",
        new Machine("P", 2, "Linux", "17", 1 << 30),
        List.of(),
        List.of(result));
  }

  @Test
  void timeAndCpu_areComparedWithStockAndMarkedByTheirMedian() {
    ProcessResult result = result(row("new-cat-16m", false), runs(1040, 1700), runs(1200, 1800));
    assertThat(result.comparisons())
        .extracting(ProcessResult.Comparison::what)
        .containsExactly("two keys, time", "two keys, CPU", "four keys, time", "four keys, CPU");
    assertThat(result.comparisons())
        .extracting(ProcessResult.Comparison::holds)
        .containsExactly(true, true, false, false);
    String table = report(result).table();
    assertThat(table)
        .contains("new-cat-16m", "1.04 1.04-1.04 ", "1.20 1.20-1.20*", "1.20 1.20-1.20*");
    assertThat(table.lines())
        .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(100));
  }

  @Test
  void withASlowNode_fourKeysAreComparedWithTwo() {
    ProcessResult result = result(row("new-cat-64m-slow", true), runs(400, 900), runs(410, 900));
    assertThat(result.comparisons())
        .filteredOn(c -> c.what().equals("four keys / two, time"))
        .singleElement()
        .satisfies(c -> assertThat(c.holds()).isFalse());
  }

  @Test
  void firstRead_hasItsOwnLine() {
    ProcessResult result =
        result(
            row("new-first-64m", true),
            runs(900, 900, 300, 260, 270, 280),
            runs(900, 900, 350, 260, 290, 300),
            1000,
            1000,
            1000,
            1000);
    assertThat(result.comparisons())
        .extracting(ProcessResult.Comparison::what)
        .containsExactly(
            "two keys, first read",
            "two keys, later reads",
            "four keys, first read",
            "four keys, later reads");
    assertThat(result.comparisons())
        .extracting(c -> c.ratio().median())
        .containsExactly(.3, .27, .35, .29);
    assertThat(result.comparisons())
        .extracting(ProcessResult.Comparison::holds)
        .containsExactly(true, true, false, false);
  }

  @Test
  void failure_isSaidAndJsonHasEverySingleRun() throws IOException {
    ProcessResult failed =
        new ProcessResult(
            row("new-ls", false),
            3,
            Map.of(ProcessResult.STOCK, List.of()),
            Optional.of(new IOException("read wrong bytes")));
    assertThat(report(failed).allRight()).isFalse();
    assertThat(report(failed).table()).contains("new-ls", "read wrong bytes");
    JsonNode json =
        new ObjectMapper()
            .readTree(report(result(row("new-ls", false), runs(1000, 1), runs(1000, 1))).json());
    assertThat(json.at("/processes/0/runs/four keys")).hasSize(11);
    assertThat(json.at("/processes/0/runs/stock/2/nanos").asLong()).isEqualTo(1_002_000_000);
    assertThat(json.at("/processes/0/comparisons/0/target").asDouble()).isEqualTo(1.05);
  }
}
