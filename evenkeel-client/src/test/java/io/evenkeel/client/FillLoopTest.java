package io.evenkeel.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.client.fill.FillLoop;
import io.evenkeel.core.port.ManagerApi.FillAnswer;
import io.evenkeel.testing.Await;
import io.evenkeel.testing.engine.LaneBehaviour;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class FillLoopTest {
  /** As when the jar of a running process is replaced. */
  @Test
  void answerThatCannotBeTaken_endsNothing() throws Exception {
    SimulatedClient client = new SimulatedClient(1, 4, source -> LaneBehaviour.steady());
    AtomicInteger questions = new AtomicInteger();
    client.fills =
        () -> {
          if (questions.incrementAndGet() == 1) {
            throw new NoClassDefFoundError("io/evenkeel/Gone");
          }
          return new FillAnswer(List.of(), 1, List.of());
        };
    List<String> log = new CopyOnWriteArrayList<>();
    try (FillLoop loop =
        new FillLoop(
            SimulatedClient.settings(SimulatedClient.XOR),
            client.client,
            (order, services) -> {
              throw new AssertionError(order);
            },
            log::add)) {
      loop.start();
      Await.until(() -> questions.get() > 1);
    }
    assertThat(log).singleElement().asString().contains("io/evenkeel/Gone");
  }
}
