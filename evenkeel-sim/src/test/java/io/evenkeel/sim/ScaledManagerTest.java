package io.evenkeel.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.model.Epoch;
import io.evenkeel.core.model.Ledger;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeLedgers;
import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.ReadReport.LaneReport.Outcome;
import io.evenkeel.core.model.Witness;
import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.ManagerApi.Answer;
import io.evenkeel.core.port.ManagerApi.QueueAnswer;
import io.evenkeel.core.port.ManagerApi.QueueReport;
import io.evenkeel.core.port.ManagerApi.Queued;
import io.evenkeel.core.port.ManagerService;
import io.evenkeel.core.port.Pending;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScaledManagerTest {
  private static final NodeId NODE = new NodeId("node:1");
  private static final Witness WITNESS = new Witness("process 7");

  /** What the manager was asked, and the last completion of it. */
  private final List<List<Object>> asked = new ArrayList<>();

  private Object then;

  private final ManagerService manager =
      (ManagerService)
          Proxy.newProxyInstance(
              getClass().getClassLoader(),
              new Class<?>[] {ManagerService.class},
              (proxy, method, args) -> {
                List<Object> values = new ArrayList<>(List.of(args));
                then = values.remove(values.size() - 1);
                asked.add(values);
                return Pending.DONE;
              });

  private final ScaledManager scaled = new ScaledManager(manager, "process 7", 1000);

  @Test
  void samplesAndLedgers_areInBytesOfTheScenarioThere() {
    scaled.observe(
        List.of(new NodeSample(NODE, 5, 3, 40, Outcome.FINISHED)),
        List.of(new NodeLedgers(NODE, new Ledger(2, 9, 8), new Ledger(1, 4, 0))),
        Completion.<Answer>ignore());
    assertThat(asked)
        .containsExactly(
            List.of(
                WITNESS,
                List.of(new NodeSample(NODE, 5000, 3000, 40, Outcome.FINISHED)),
                List.of(new NodeLedgers(NODE, new Ledger(2, 9000, 8000), new Ledger(1, 4000, 0)))));
  }

  @Test
  @SuppressWarnings("unchecked")
  void queues_areInBytesOfTheScenarioThere_andInOnesOwnHere() {
    Epoch process = new Epoch("%032x".formatted(1));
    List<QueueAnswer> answers = new ArrayList<>();
    List<Throwable> failures = new ArrayList<>();
    scaled.queues(
        new QueueReport(process, List.of(new Queued(NODE, 5, 0))),
        new Completion<>() {
          @Override
          public void done(QueueAnswer answer) {
            answers.add(answer);
          }

          @Override
          public void failed(Throwable cause) {
            failures.add(cause);
          }
        });
    assertThat(asked)
        .containsExactly(
            List.of(WITNESS, new QueueReport(process, List.of(new Queued(NODE, 5000, 0)))));
    Completion<QueueAnswer> completion = (Completion<QueueAnswer>) then;
    completion.done(new QueueAnswer(List.of(new Queued(NODE, 7000, 2e6))));
    assertThat(answers).containsExactly(new QueueAnswer(List.of(new Queued(NODE, 7, 2000))));
    Exception cause = new IllegalStateException("gone");
    completion.failed(cause);
    assertThat(failures).containsExactly(cause);
  }
}
