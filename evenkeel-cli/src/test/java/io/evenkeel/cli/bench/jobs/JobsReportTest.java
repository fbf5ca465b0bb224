package io.evenkeel.cli.bench.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.evenkeel.command.Machine;
import io.evenkeel.command.WrappedText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

class JobsReportTest {
  @TempDir private Path folder;

  private static JobRun run(long millis, String result, long tasks) {
    return new JobRun(millis * 1_000_000, result, tasks, 5 << 20, 7 << 20);
  }

  private static JobResult result(JobRun stock, JobRun own) {
    return new JobResult(
        "terasort",
        JobNodes.healthy("without a limit"),
        1,
        List.of(stock, stock, stock),
        List.of(own, own, own),
        Optional.empty());
  }

  private static JobsReport report(JobResult result) {
    return new JobsReport(
        "./evenkeel bench jobs", new Machine("P", 2, "Linux", "17", 1 << 30), List.of(result));
  }

  @Test
  void equalResultsInNoMoreTime_areRight() {
    JobResult result = result(run(100, "x", 4), run(95, "x", 4));
    assertThat(result.isRight()).isTrue();
    assertThat(report(result).table()).contains("0.95 0.95-0.95 ", "4|4 ", "5|5", " 7\n");
  }

  @Test
  void otherResult_isWrong_otherTimeAndTasksAreMarked() {
    JobsReport other = report(result(run(100, "x", 4), run(95, "y", 4)));
    assertThat(other.allRight()).isFalse();
    assertThat(other.table()).contains(" 7 OTHER RESULT\n");
    JobsReport slower = report(result(run(100, "x", 4), run(120, "x", 5)));
    assertThat(slower.allRight()).isTrue();
    assertThat(slower.table()).contains("1.20 1.20-1.20*", "5|4*");
    assertThat(slower.table().lines())
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(WrappedText.COLUMNS));
  }

  @Test
  void timeWithAStraggler_isShownByTheSameClientsHealthyOneToo() {
    JobResult calm = result(run(100, "x", 4), run(100, "x", 4));
    JobResult slow =
        new JobResult(
            calm.name(),
            calm.nodes().with("one is slow"),
            1,
            List.of(run(400, "x", 4)),
            List.of(run(110, "x", 4)),
            Optional.empty());
    JobsReport both = new JobsReport("", report(calm).machine(), List.of(calm, slow));
    assertThat(both.table()).contains("without a limit, one is slow", "1.10|4.00");
    assertThat(both.table().lines())
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(WrappedText.COLUMNS));
  }

  @Test
  void jobThatRanNowhere_isNotRight() {
    JobResult nothing =
        new JobResult(
            "teragen",
            JobNodes.healthy(""),
            1,
            List.of(),
            List.of(),
            Optional.of(new IOException("why")));
    assertThat(report(nothing).allRight()).isFalse();
    assertThat(report(nothing).table()).contains("teragen", "FAILED", "why");
  }

  @Test
  void json_hasEverySingleRun() throws IOException {
    JsonNode json =
        new ObjectMapper().readTree(report(result(run(100, "x", 4), run(95, "x", 4))).json());
    assertThat(json.at("/rows/0/stock")).hasSize(3);
    assertThat(json.at("/rows/0/evenkeel/2/nanos").asLong()).isEqualTo(95_000_000);
    assertThat(json.at("/rows/0/time").asDouble()).isEqualTo(.95);
  }

  @Test
  void sparkEvents_areCountedInTheirTime() throws IOException {
    Path log = Files.createDirectory(folder.resolve("eventlog_v2_local-1")).resolve("events_1");
    Files.writeString(
        log,
        task(1000, 10) + task(1500, 20) + "{\"Event\":\"SparkListenerJobEnd\"}\n" + task(2000, 40));
    Files.writeString(log.resolveSibling("appstatus_local-1"), "");
    SparkEvents events = SparkEvents.in(folder);
    assertThat(events.between(1000, 1600)).isEqualTo(new SparkEvents.Sum(2, 30));
    assertThat(events.between(1601, 3000)).isEqualTo(new SparkEvents.Sum(1, 40));
  }

  @Test
  void sparkMetrics_areReadWhereTheSessionPutThem() throws IOException {
    assertThat(SparkMetrics.aroundBytes(folder)).as("no such file system").isZero();
    Path file = folder.resolve("local-1.driver.executor.filesystem.evenkeel.read_bytes.csv");
    Files.writeString(file, "t,value\n");
    assertThat(SparkMetrics.aroundBytes(folder)).as("nothing yet").isZero();
    Files.writeString(file, "t,value\n1790000000,5\n1790000001,1234\n");
    assertThat(SparkMetrics.aroundBytes(folder)).isEqualTo(1234);
    assertThat(SparkMetrics.settings(folder)).anyMatch(s -> s.endsWith("=" + folder));
  }

  private static String task(long finished, long read) {
    return "{\"Event\":\"SparkListenerTaskEnd\",\"Task Info\":{\"Finish Time\":"
        + finished
        + "},\"Task Metrics\":{\"Input Metrics\":{\"Bytes Read\":"
        + read
        + "}}}\n";
  }

  @Test
  void jobsThatDoNotExist_areRefusedBeforeAnythingStarts() {
    CommandLine command = new CommandLine(new JobsCommand());
    command.parseArgs("--rows", "no-such-job");
    JobsCommand jobs = command.getCommand();
    assertThatThrownBy(jobs::call)
        .isInstanceOf(ParameterException.class)
        .hasMessageContaining("no-such-job");
  }
}
