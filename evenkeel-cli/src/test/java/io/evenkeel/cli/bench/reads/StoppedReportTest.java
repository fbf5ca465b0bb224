package io.evenkeel.cli.bench.reads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.evenkeel.command.Machine;
import io.evenkeel.command.WrappedText;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class StoppedReportTest {
  private static final StoppedRow ROW = new StoppedRow(1, 64 << 10, false);

  private static List<Long> millis(long... values) {
    return java.util.Arrays.stream(values).map(v -> v * 1_000_000).boxed().toList();
  }

  private static StoppedResult result(long... stopped) {
    return new StoppedResult(
        ROW, millis(100, 101, 99), millis(90, 91, 89), millis(stopped), false, Optional.empty());
  }

  private static StoppedReport report(StoppedResult result, CloseBench.Result closes) {
    return new StoppedReport(
        "./evenkeel bench stopped",
        new Machine("P", 2, "Linux", "17", 1 << 30),
        List.of(result),
        Optional.of(closes));
  }

  @Test
  void rows_areEveryBlockAndBufferInBothKindsOfProcess() {
    assertThat(StoppedRow.all(4)).extracting(StoppedRow::name).hasSize(32).doesNotHaveDuplicates();
    assertThat(StoppedRow.all(4).stream().map(StoppedRow::name))
        .contains("block1-1", "block4-4k", "new-block1-64k", "new-block3-1m");
  }

  @Test
  void firstRead_isComparedByItselfAndCountsInTheMedian() {
    StoppedResult result = result(130, 90, 95, 100);
    assertThat(result.first()).isEqualTo(1.3);
    assertThat(result.firstHolds()).isFalse();
    assertThat(result.typical()).isEqualTo(97.5 / 90);
    assertThat(result.typicalHolds()).isTrue();
    assertThat(result.max()).isEqualTo(130.0 / 90);
  }

  @Test
  void readsThatHung_missWhateverTheirMedian() {
    StoppedResult hung =
        new StoppedResult(ROW, millis(100), millis(90), millis(90, 90), true, Optional.empty());
    assertThat(hung.firstHolds()).isFalse();
    assertThat(hung.typicalHolds()).isFalse();
    assertThat(report(hung, new CloseBench.Result(millis(1), 1)).table()).contains("HUNG");
  }

  @Test
  void closeWithoutTheConnection_isNoMeasurement() {
    assertThat(new CloseBench.Result(millis(1, 2, 3), 3).holds()).isTrue();
    assertThat(new CloseBench.Result(millis(1, 2, 3), 2).holds()).isFalse();
    assertThat(new CloseBench.Result(millis(1, 2, 51), 3).holds()).isFalse();
  }

  @Test
  void table_marksWhatMissesAndJsonHasEverySingleRead() throws IOException {
    StoppedReport report = report(result(130, 90, 95, 100), new CloseBench.Result(millis(1, 2), 1));
    assertThat(report.table()).contains("1.30 x*", "1.08 x ", "2.00 ms*", "open in 1 of 2");
    assertThat(report.table().lines())
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(WrappedText.COLUMNS));
    JsonNode json = new ObjectMapper().readTree(report.json());
    assertThat(json.at("/rows/0/stoppedNanos")).hasSize(4);
    assertThat(json.at("/rows/0/stoppedNanos/0").asLong()).isEqualTo(130_000_000);
    assertThat(json.at("/close/withOpenConnection").asInt()).isEqualTo(1);
  }

  @Test
  void connections_areCountedWhileTheyAreOpen() throws IOException {
    try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      assertThat(Connections.to(server.getLocalPort())).isZero();
      try (Socket one = new Socket(server.getInetAddress(), server.getLocalPort());
          Socket two = new Socket(server.getInetAddress(), server.getLocalPort())) {
        assertThat(Stream.of(one, two)).allMatch(Socket::isConnected);
        assertThat(Connections.to(server.getLocalPort())).isEqualTo(2);
      }
      assertThat(Connections.to(server.getLocalPort())).isZero();
    }
  }

  @Test
  void printedReads_areCheckedAgainstTheContent() throws IOException {
    assertThat(FirstReadsMain.times(List.of("12 99", "13 99"), 99)).containsExactly(12L, 13L);
    assertThatThrownBy(() -> FirstReadsMain.times(List.of("12 98"), 99))
        .hasMessageContaining("wrong bytes");
  }
}
