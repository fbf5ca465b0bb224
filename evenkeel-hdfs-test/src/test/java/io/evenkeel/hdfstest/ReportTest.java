package io.evenkeel.hdfstest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

final class ReportTest {
  private static final ClassResult PASSES = result(Outcome.State.PASSED);
  private static final ClassResult FAILS = result(Outcome.State.FAILED);

  private final StringBuilder said = new StringBuilder();

  private static ClassResult result(Outcome.State state) {
    return ClassResult.parse(List.of(new Outcome(state, "reads", "wrong").line()));
  }

  private boolean summary(String accepted, ClassResult stock, ClassResult evenkeel) {
    List<String> lines = accepted.isEmpty() ? List.of() : List.of(accepted);
    return new Report(AcceptedDifferences.parse(lines), said::append)
        .summary(List.of(new Comparison("org.TestIt", stock, evenkeel)), List.of());
  }

  @Test
  void aDifference_isRefused() {
    assertThat(summary("", PASSES, FAILS)).isFalse();
    assertThat(said.toString()).contains("stock client passes:\n  TestIt#reads: wrong");
  }

  @Test
  void anAcceptedDifference_isSaidWithItsReason() {
    assertThat(summary("TestIt#reads it asks for more", PASSES, FAILS)).isTrue();
    assertThat(said.toString()).contains("accepted differences:\n  TestIt#reads: it asks for more");
  }

  @Test
  void whatIsAcceptedInVain_isSaid() {
    assertThat(summary("TestIt#reads it asks for more", PASSES, PASSES)).isTrue();
    assertThat(said.toString()).contains("but no difference:\n  TestIt#reads");
  }

  @Test
  void whatTheStockClientFails_isNoDifference() {
    assertThat(summary("", FAILS, FAILS)).isTrue();
    assertThat(said.toString()).contains("itself fails here:\n  TestIt#reads: wrong");
  }

  @Test
  void classesThatWereNotRun_areNoSuccess() {
    Report report = new Report(AcceptedDifferences.parse(List.of()), said::append);
    Comparison passed = new Comparison("org.TestIt", PASSES, PASSES);
    assertThat(report.summary(List.of(passed), List.of("org.TestLater"))).isFalse();
    assertThat(report.summary(List.of(), List.of())).isFalse();
    assertThat(said.toString()).contains("org.TestLater");
  }

  @Test
  void forPrograms_eachTestIsNamedOnBothSides() {
    Report report =
        new Report(AcceptedDifferences.parse(List.of("TestIt#reads it asks for more")), s -> {});
    Comparison compared = new Comparison("org.TestIt", PASSES, FAILS);
    String json =
        report.json("./evenkeel test --hdfs", List.of(compared), List.of("org.TestLater"));
    assertThat(json.replaceAll("\\s", ""))
        .startsWith("{\"command\":\"./evenkeeltest--hdfs\",\"machine\":{")
        .endsWith(
            """
            "classes":[{"class":"org.TestIt",\
            "stock":{"tests":1,"outcomes":{"reads":{"state":"passed"}}},\
            "evenkeel":{"tests":1,"outcomes":{"reads":{"state":"failed","failure":"wrong"}}},\
            "differences":[{"test":"reads","accepted":true,"reason":"itasksformore"}]}],\
            "notRun":["org.TestLater"]}\
            """);
  }

  @Test
  void anAcceptedDifferenceWithoutReason_isAnError() {
    assertThatThrownBy(() -> AcceptedDifferences.parse(List.of("TestIt#reads")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("TestIt#reads");
  }

  @Test
  void listedClassesAndDifferences_exist() throws ClassNotFoundException {
    List<String> classes = HdfsSuites.lines("classes.txt");
    for (String name : classes) {
      assertThat(Class.forName(name, false, getClass().getClassLoader())).isNotNull();
    }
    assertThat(classes).doesNotHaveDuplicates().hasSizeGreaterThan(50);
    assertThat(AcceptedDifferences.parse(HdfsSuites.lines("accepted-differences.txt"))).isNotNull();
  }
}
