package io.evenkeel.cli.bench.hedged;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.evenkeel.command.Machine;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class HedgedReportTest {
  private static final long MILLI = 1_000_000;
  private static final HedgedRow ROW = HedgedRow.all().get(0);

  private static HedgedReads reads(String phase, String client, long millis, long sent) {
    // The 99th of a hundred is the first of the two slow ones.
    return HedgedReads.none(ROW, phase, client)
        .and(Collections.nCopies(98, 10 * MILLI), 980, 980)
        .and(List.of(millis * MILLI, 2 * millis * MILLI), 20, sent);
  }

  private static HedgedReport report(HedgedReads... reads) {
    return new HedgedReport("./evenkeel bench hedged", Machine.here(), List.of(reads));
  }

  private static String line(HedgedReport report, String client, String phase) {
    return report
        .table()
        .lines()
        .dropWhile(line -> !line.equals(ROW.name() + ", " + phase))
        .filter(line -> line.startsWith("  " + client + " "))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void percentilesAndBytes_areThoseOfAllTurns() {
    HedgedReads reads = reads("slowed", "stock", 70, 120);
    assertThat(reads.millis(.5)).isEqualTo(10);
    assertThat(reads.millis(.99)).isEqualTo(70);
    assertThat(reads.millis(1)).isEqualTo(140);
    assertThat(reads.firstMillis()).isEqualTo(10);
    assertThat(reads.sentRatio()).isEqualTo(1.1);
  }

  @Test
  void aHedgedClientThatIsQuickerPastTheFault_isMarked() {
    HedgedReads own = reads("slowed", "Evenkeel", 30, 20);
    assertThat(line(report(own, reads("slowed", "hedged 1 ms", 31, 900)), "Evenkeel", "slowed"))
        .doesNotContain("*");
    assertThat(line(report(own, reads("slowed", "hedged 1 ms", 29, 900)), "Evenkeel", "slowed"))
        .endsWith("*");
    assertThat(line(report(own, reads("slowed", "stock", 29, 20)), "Evenkeel", "slowed"))
        .as("stock does not hedge")
        .doesNotContain("*");
    assertThat(line(report(own, reads("healthy", "hedged 1 ms", 29, 20)), "Evenkeel", "slowed"))
        .as("another phase")
        .doesNotContain("*");
  }

  @Test
  void json_hasEveryRead() throws Exception {
    JsonNode json = new ObjectMapper().readTree(report(reads("slowed", "stock", 70, 20)).json());
    JsonNode only = json.get("rows").get(0);
    assertThat(only.get("client").asText()).isEqualTo("stock");
    assertThat(only.get("micros")).hasSize(100);
    assertThat(only.get("micros").get(98).asLong()).isEqualTo(70_000);
    assertThat(only.get("sentBytes").asLong()).isEqualTo(1000);
  }

  @Test
  void aHedgedClientThatHangs_isNoQuickerOne() {
    HedgedReads own = reads("slowed", "Evenkeel", 30, 20);
    HedgedReport report = report(own, reads("slowed", "hedged 1 ms", 29, 900).andHangs());
    assertThat(line(report, "Evenkeel", "slowed")).doesNotContain("*");
    assertThat(line(report, "hedged 1 ms", "slowed")).endsWith(" hangs");
    HedgedReads none = HedgedReads.none(ROW, "slowed", "stock").andHangs();
    assertThat(line(report(none), "stock", "slowed")).contains(" 0 ", "NaN").endsWith(" hangs");
  }
}
