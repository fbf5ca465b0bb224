package io.evenkeel.cli.bench.striped;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.command.Machine;
import io.evenkeel.command.WrappedText;
import java.util.List;
import org.junit.jupiter.api.Test;

class StripedReportTest {
  private static final long MILLI = 1_000_000;

  private static StripedResult reads(String row, String phase, String client, long millis) {
    List<Long> nanos = List.of(2 * millis * MILLI, millis * MILLI, millis * MILLI);
    return new StripedResult(row, phase, client, nanos, 1000, 3030, 30 * MILLI, false);
  }

  private static String table(StripedResult... results) {
    return new StripedReport(
            "./evenkeel bench striped",
            new Machine("P", 2, "Linux", "17", 1 << 30),
            List.of(results))
        .table();
  }

  @Test
  void ratios_areByTheStockClientsHealthyReadsOfTheSameRow() {
    String table =
        table(
            reads("rs-6-3-32m", "healthy", "stock", 1000),
            reads("rs-6-3-32m", "one slow", "Evenkeel", 1100),
            reads("rs-3-2-32m", "healthy", "stock", 500),
            reads("rs-3-2-32m", "one slow", "Evenkeel", 1100));
    assertThat(table)
        .containsPattern("rs-6-3-32m\n healthy +stock +3 +2000 +1000 +2000 +2.00 1.00 1.00 +1.01")
        .containsPattern(" one slow +Evenkeel +3 +2200 +1100 +2200 +2.20 1.10 1.10 +1.01")
        .containsPattern("rs-3-2-32m\n")
        .containsPattern(" one slow +Evenkeel +3 +2200 +1100 +2200 +4.40 2.20 2.20 +1.01");
  }

  @Test
  void whatHangs_isSaid_andTheTableFitsATerminal() {
    StripedResult hangs =
        new StripedResult("rs-10-4-unlimited", "4 stopped", "stock", List.of(), 1000, 0, 0, true);
    StripedResult healthy = reads("rs-10-4-unlimited", "healthy", "stock", 14_999);
    String table = table(healthy, hangs, reads(healthy.row(), "4 stopped", "Evenkeel", 14_999));
    assertThat(table).containsPattern(" 4 stopped +stock +0 +NaN.* hangs\n");
    assertThat(table.lines())
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(WrappedText.COLUMNS));
  }
}
