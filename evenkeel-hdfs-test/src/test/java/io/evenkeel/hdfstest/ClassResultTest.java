package io.evenkeel.hdfstest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class ClassResultTest {
  private static final String CLASS = "org.apache.TestIt";

  private static String line(Outcome.State state, String test, String reason) {
    return new Outcome(state, test, reason).line();
  }

  private static final List<String> TWO_OF_THREE =
      List.of(
          line(Outcome.State.STARTED, "a", ""),
          line(Outcome.State.PASSED, "a", ""),
          line(Outcome.State.SKIPPED, "b", "not here"),
          line(Outcome.State.STARTED, "c", ""));

  @Test
  void parse_takesTheLastLineOfATest() {
    ClassResult result = ClassResult.parse(TWO_OF_THREE);
    assertThat(result.passes("a")).isTrue();
    assertThat(result.passes("b")).isFalse();
    assertThat(result.tests()).isEqualTo(2);
    assertThat(result.failures()).isEmpty();
  }

  @Test
  void twoTestsOfOneName_failIfOneFails() {
    ClassResult result =
        ClassResult.parse(
            List.of(
                line(Outcome.State.FAILED, "a", "first\nsecond\tthird"),
                line(Outcome.State.PASSED, "a", "")));
    assertThat(result.failures()).containsExactly(new Outcome(Outcome.State.FAILED, "a", "first"));
  }

  @Test
  void cutShort_failsWhatHadBegunAndTheClass() {
    ClassResult result = ClassResult.parse(ClassResult.cutShort(TWO_OF_THREE, "too long"));
    assertThat(result.passes("a")).isTrue();
    assertThat(result.failures())
        .containsExactly(
            new Outcome(Outcome.State.FAILED, "c", "too long"),
            new Outcome(Outcome.State.FAILED, "(the class)", "too long"));
  }

  @Test
  void differences_areFailuresThatTheStockClientDoesNotHave() {
    ClassResult stock =
        ClassResult.parse(
            List.of(
                line(Outcome.State.PASSED, "a", ""),
                line(Outcome.State.FAILED, "b", "here too"),
                new ClassResult.Operations(7, 0).line()));
    ClassResult evenkeel =
        ClassResult.parse(
            List.of(
                line(Outcome.State.FAILED, "a", "ours"),
                line(Outcome.State.FAILED, "b", "here too"),
                line(Outcome.State.FAILED, "(the class)", "ours"),
                new ClassResult.Operations(0, 7).line()));
    Comparison compared = new Comparison(CLASS, stock, evenkeel);
    assertThat(compared.differences().stream().map(compared::name))
        .containsExactly("TestIt#a", "TestIt#(the class)");
    assertThat(compared.missesEvenkeel()).isFalse();
    assertThat(new Comparison(CLASS, stock, stock).missesEvenkeel()).isTrue();
  }
}
