package io.evenkeel.cli.bench.striped;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What {@code demo --erasure-coded} prints of reads that were made. */
class StripedDemoTest {
  private static final long MILLI = 1_000_000;
  private static final long FILE_BYTES = 1000;
  private static final StripedRow ROW = new StripedRow("RS-6-3-1024k", 6, 3, 10, 32 << 20, false);

  private static StripedResult reads(String phase, String client, long... millis) {
    List<Long> nanos = Arrays.stream(millis).mapToObj(each -> each * MILLI).toList();
    return new StripedResult(
        ROW.name(), phase, client, nanos, FILE_BYTES, FILE_BYTES * millis.length, 0, false);
  }

  @Test
  void text_hasFirstReadsAndMedians_andSaysWhatHangs() {
    StripedResult hangs =
        new StripedResult(ROW.name(), "1 stopped", "stock", List.of(), FILE_BYTES, 0, 0, true);
    String text =
        StripedDemo.text(
            ROW,
            4,
            List.of(
                reads("healthy", "stock", 1000, 900, 800, 700),
                reads("healthy", "Evenkeel", 1100, 850, 850, 850),
                reads("one slow", "stock", 8000, 6400, 6400, 6400),
                reads("one slow", "Evenkeel", 1200, 700, 800, 900),
                hangs,
                reads("1 stopped", "Evenkeel", 950, 900, 900, 900),
                reads("3 stopped", "Evenkeel", 1300, 880, 880, 880)));
    assertThat(text)
        .startsWith("192 MiB as RS-6-3-1024k on 10 DataNodes at 32 MiB/s,")
        .containsPattern("healthy +1000 +850 +1100 +850 +1.00x")
        .containsPattern("one 8 x slower +8000 +6400 +1200 +850 +1.00x")
        .containsPattern("one stopped +hangs for over \\d+ s +950 +900 +1.00x")
        .containsPattern("3 stopped +not tried +1300 +880 +1.00x")
        .containsPattern("in 850 ms: 87 %\\s+below the stock client, 1.00 x its healthy time");
  }
}
