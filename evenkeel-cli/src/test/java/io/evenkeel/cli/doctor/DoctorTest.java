package io.evenkeel.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class DoctorTest {
  private interface Body {
    Finding run(Scene scene) throws Exception;
  }

  private record FakeCheck(String name, List<String> needs, Body body) implements Check {
    @Override
    public Finding run(Scene scene) throws Exception {
      return body.run(scene);
    }
  }

  private static List<Finding> run(Check... checks) throws InterruptedException {
    List<Finding> told = new ArrayList<>();
    try (Scene scene = Scenes.of(new Configuration(false))) {
      List<Finding> findings = Doctor.run(List.of(checks), scene, told::add);
      assertThat(told).isEqualTo(findings);
      return findings;
    }
  }

  @Test
  void whatNeedsSomethingThatFailed_isNotAsked_andSaysWhy() throws Exception {
    List<Finding> findings =
        run(
            new FakeCheck("a", List.of(), scene -> Finding.failed("a", "broken", "mend it")),
            new FakeCheck("b", List.of("a"), scene -> Finding.ok("b", "never")),
            new FakeCheck("c", List.of("b"), scene -> Finding.ok("c", "never")),
            new FakeCheck("d", List.of(), scene -> Finding.warning("d", "odd", "look")),
            new FakeCheck("e", List.of("d"), scene -> Finding.ok("e", "asked")));
    assertThat(findings)
        .extracting(Finding::state, Finding::found)
        .containsExactly(
            tuple(State.FAILED, "broken"),
            tuple(State.LEFT_OUT, "a failed"),
            tuple(State.LEFT_OUT, "a failed"),
            tuple(State.WARNING, "odd"),
            tuple(State.OK, "asked"));
  }

  @Test
  void whatIsThrown_isAFailure_inOneLine() throws Exception {
    List<Finding> findings =
        run(
            new FakeCheck(
                "a",
                List.of(),
                scene -> {
                  throw new IllegalStateException("first line\n\tat a.stack.Trace");
                }));
    assertThat(findings).singleElement().isEqualTo(Finding.failed("a", "first line", ""));
  }

  @Test
  void whatHangs_isInterrupted_andTheNextIsAsked() throws Exception {
    CountDownLatch interrupted = new CountDownLatch(1);
    List<Finding> findings =
        run(
            new FakeCheck(
                "a",
                List.of(),
                scene -> {
                  try {
                    new CountDownLatch(1).await();
                  } catch (InterruptedException e) {
                    interrupted.countDown();
                  }
                  return Finding.ok("a", "too late");
                }),
            new FakeCheck("b", List.of(), scene -> Finding.ok("b", "asked")));
    assertThat(findings).extracting(Finding::state).containsExactly(State.FAILED, State.OK);
    assertThat(interrupted.await(10, TimeUnit.SECONDS)).isTrue();
  }
}
