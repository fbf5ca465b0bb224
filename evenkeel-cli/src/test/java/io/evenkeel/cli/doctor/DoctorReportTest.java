package io.evenkeel.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import org.junit.jupiter.api.Test;

class DoctorReportTest {
  private static final Finding FINE = Finding.ok("NameNode", "hdfs://n:9000 answered in 3 ms");
  private static final Finding BROKEN =
      Finding.failed("manager", "no answer", "see that it runs\nor start it");
  private static final Finding ODD =
      Finding.warning(
          "settings",
          "core-site.xml:\n  evenkeel.scheme = " + "a ".repeat(50) + "end",
          "there is no key evenkeel.read.streem.bytes; the nearest is evenkeel.read.stream.bytes");

  @Test
  void finding_isALine_withItsAdviceBeneath_inEightyColumns() {
    assertThat(DoctorReport.text(FINE))
        .isEqualTo("ok             NameNode: hdfs://n:9000 answered in 3 ms%n".formatted());
    assertThat(DoctorReport.text(BROKEN).lines())
        .containsExactly(
            "failed         manager: no answer",
            "               -> see that it runs",
            "               -> or start it");
    assertThat(DoctorReport.text(ODD).lines())
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80))
        .contains("warning        settings: core-site.xml:")
        .anyMatch(line -> line.startsWith("                 evenkeel.scheme = a a"))
        .anyMatch(line -> line.startsWith("               -> there is no key"))
        .anyMatch(line -> line.startsWith("                  evenkeel.read.stream.bytes"));
  }

  @Test
  void verdict_isTheFirstThingToMend_orThatItWorks() {
    assertThat(DoctorReport.verdict(List.of(FINE, BROKEN)))
        .isEqualTo("it does not work; mend first: manager: see that it runs");
    assertThat(DoctorReport.lastText(List.of(FINE, BROKEN)))
        .isEqualTo("it does not work; mend first: manager: see that it runs%n".formatted());
    assertThat(DoctorReport.works(List.of(FINE, BROKEN))).isFalse();
    assertThat(DoctorReport.works(List.of(FINE, ODD))).isTrue();
    assertThat(DoctorReport.verdict(List.of(FINE, ODD)))
        .isEqualTo(
            "it works: everything that was asked answers; nothing was written or read; 1 warning(s)");
    assertThat(
            DoctorReport.verdict(
                List.of(Finding.ok("read", "4 MiB"), Finding.leftOut("parity", "no manager"))))
        .contains("a file was written and read back, without cached parity");
  }

  @Test
  void verdict_saysNoMoreThanWasDone() {
    Finding full = Finding.warning("parity", "none, for the manager had no room", "more room");
    assertThat(DoctorReport.verdict(List.of(Finding.ok("read", "4 MiB"), full)))
        .contains("a file was written and read back, without cached parity");
    Finding stock = Finding.warning("read", "by the stock client", "it is encrypted");
    assertThat(DoctorReport.verdict(List.of(stock)))
        .contains("a file was written and read back by the stock client, without cached parity");
    assertThat(DoctorReport.verdict(List.of(Finding.ok("parity", "1"), stock)))
        .contains("its parity cached, and read back by the stock client");
  }

  /** A monitor that looks for "it works" is not to be green without any HDFS. */
  @Test
  void verdict_withoutAnyHdfs_isNotThatItWorks() {
    Finding none = Finding.leftOut("NameNode", "the file system is file:///", "name one");
    assertThat(DoctorReport.verdict(List.of(none, ODD))).doesNotContain("it works");
    assertThat(DoctorReport.works(List.of(none, ODD))).isFalse();
  }

  @Test
  void verdict_saysWhatWasNotSeen() {
    Finding unseen =
        Finding.leftOut("class path", "HADOOP_HOME is not set").sayingInVerdict("no jar was seen");
    Finding helped = Finding.ok("read around", "all").sayingInVerdict("clients read around 1 GiB");
    assertThat(DoctorReport.verdict(List.of(Finding.ok("read", "4 MiB"), unseen, helped)))
        .endsWith("; no jar was seen; clients read around 1 GiB");
  }

  @Test
  void whatOthersSaid_movesNoTerminal_andHasAnEnd() {
    Finding finding =
        Finding.failed(
            "x", "a\u001b[2Jb\u009bc\nhdfs://me:pass/word@n:1", "y".repeat(1000) + "\nz");
    assertThat(finding.found()).isEqualTo("a?[2Jb?c\nhdfs://***@n:1");
    assertThat(finding.advice()).isEqualTo("y".repeat(500) + "...\nz");
  }

  @Test
  void json_hasEveryCheck() throws Exception {
    JsonNode json = new ObjectMapper().readTree(DoctorReport.json(List.of(FINE, BROKEN)));
    assertThat(json.get("works").asBoolean()).isFalse();
    assertThat(json.get("verdict").asText()).contains("manager");
    assertThat(json.at("/checks/1/name").asText()).isEqualTo("manager");
    assertThat(json.at("/checks/1/state").asText()).isEqualTo("failed");
    assertThat(json.at("/checks/1/found").asText()).isEqualTo("no answer");
    assertThat(json.at("/checks/1/advice").asText()).startsWith("see that");
    assertThat(json.get("checks")).hasSize(2);
  }
}
