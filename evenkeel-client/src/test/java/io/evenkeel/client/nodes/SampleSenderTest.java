package io.evenkeel.client.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.model.Ledger;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeLedgers;
import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.ReadReport.LaneReport.Outcome;
import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.ManagerApi;
import io.evenkeel.core.port.Pending;
import io.evenkeel.testing.engine.ManualScheduler;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SampleSenderTest {
  private final ManualScheduler time = new ManualScheduler();
  private final List<List<NodeSample>> sent = new ArrayList<>();
  private final List<List<NodeLedgers>> ledgers = new ArrayList<>();
  private final List<Completion<ManagerApi.Answer>> open = new ArrayList<>();
  private Throwable broken;

  /** The last of all moments. */
  private long drawn = -1;

  private final SampleSender sender =
      new SampleSender(manager(), time, () -> drawn, time.nanoTime());

  @BeforeEach
  void growUp() {
    time.advance(SampleSender.YOUNG_NANOS);
  }

  /** A manager of which only {@code observe} may be called; its answers are the test's to give. */
  @SuppressWarnings("unchecked")
  private ManagerApi manager() {
    return (ManagerApi)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {ManagerApi.class},
            (proxy, method, arguments) -> {
              assertThat(method.getName()).isEqualTo("observe");
              if (broken != null) {
                throw broken;
              }
              sent.add(List.copyOf((List<NodeSample>) arguments[0]));
              ledgers.add(List.copyOf((List<NodeLedgers>) arguments[1]));
              open.add((Completion<ManagerApi.Answer>) arguments[2]);
              return Pending.DONE;
            });
  }

  private static NodeSample sample(long number) {
    return new NodeSample(new NodeId("dn:1"), number, 0, 0, Outcome.FINISHED);
  }

  private void add(long from, long to) {
    for (long i = from; i < to; i++) {
      sender.add(sample(i));
    }
  }

  private void second() {
    time.advance(SampleSender.PERIOD_NANOS);
  }

  @Test
  void samplesOfOneSecond_goTogether_andNothingGoesWhenThereAreNone() {
    add(0, 3);
    assertThat(sent).isEmpty();
    second();
    assertThat(sent).containsExactly(List.of(sample(0), sample(1), sample(2)));
    open.get(0).done(ManagerApi.Answer.YES);
    second();
    second();
    assertThat(sent).hasSize(1);
    add(3, 4);
    second();
    assertThat(sent.get(1)).containsExactly(sample(3));
  }

  @Test
  void ledgersOfOneNode_areAddedUp_andGoOnce() {
    NodeId node = new NodeId("dn:1");
    sender.add(NodeLedgers.redirected(node, new Ledger(1, 10, 10)));
    sender.add(NodeLedgers.duplicated(node, new Ledger(1, 5, 0)));
    second();
    assertThat(ledgers)
        .containsExactly(
            List.of(new NodeLedgers(node, new Ledger(1, 10, 10), new Ledger(1, 5, 0))));
    open.get(0).done(ManagerApi.Answer.YES);
    second();
    assertThat(ledgers).hasSize(1);
  }

  @Test
  void ledgersOfManyNodes_goInSeveralRequests() {
    for (int i = 0; i <= ManagerApi.LEDGERS_PER_REQUEST_MAX; i++) {
      sender.add(NodeLedgers.redirected(new NodeId("dn:" + (i + 1)), new Ledger(1, 1, 1)));
    }
    second();
    open.get(0).done(ManagerApi.Answer.YES);
    second();
    assertThat(ledgers.get(0)).hasSize(ManagerApi.LEDGERS_PER_REQUEST_MAX);
    assertThat(ledgers.get(1)).hasSize(1);
  }

  @Test
  void youngClient_tellsWhoBringsBytes_notHowFast() {
    SampleSender young = new SampleSender(manager(), time, () -> drawn, time.nanoTime());
    NodeId node = new NodeId("dn:1");
    NodeSample seen = new NodeSample(node, 1000, 900, 30_000, Outcome.FINISHED);
    NodeSample hung = new NodeSample(node, 1000, 0, 30_000, Outcome.ABORTED);
    List.of(seen, hung).forEach(young::add);
    time.advance(SampleSender.YOUNG_NANOS);
    assertThat(sent)
        .containsExactly(List.of(new NodeSample(node, 0, 900, 0, Outcome.FINISHED), hung));
    open.get(0).done(ManagerApi.Answer.YES);
    young.add(seen);
    second();
    assertThat(sent.get(1)).containsExactly(seen);
  }

  @Test
  void whileARequestIsUnderWay_noOther() {
    add(0, 1);
    second();
    add(1, 2);
    second();
    second();
    assertThat(sent).hasSize(1);
    open.get(0).failed(new IOException("away"));
    second();
    second();
    assertThat(sent).hasSize(2);
    assertThat(sent.get(1)).as("the failed ones are dropped").containsExactly(sample(1));
  }

  @Test
  void moreThanOneRequest_areSentSecondAfterSecond_theOldestDropped() {
    int most = ManagerApi.SAMPLES_PER_REQUEST_MAX;
    add(0, SampleSender.WAITING_MAX + 5);
    second();
    assertThat(sent.get(0)).hasSize(most).startsWith(sample(5));
    open.get(0).done(ManagerApi.Answer.YES);
    second();
    assertThat(sent.get(1)).hasSize(most).startsWith(sample(5 + most));
  }

  @Test
  void managerThatDoesNotAnswer_isToldEverMoreSeldom_untilItDoes() {
    add(0, 1);
    second();
    for (int doublings : new int[] {1, 2, 3, 3, 3}) {
      int before = sent.size();
      add(1, 2);
      open.get(before - 1).failed(new IOException("away"));
      time.advance((SampleSender.PERIOD_NANOS << doublings) - 1);
      assertThat(sent).hasSize(before);
      time.advance(1);
      assertThat(sent).hasSize(before + 1);
    }
    add(2, 3);
    open.get(5).done(ManagerApi.Answer.YES);
    second();
    assertThat(sent).hasSize(7);
  }

  @Test
  void processesThatStartTogether_tellAtDifferentMoments() {
    drawn = 0;
    add(0, 1);
    time.advance(SampleSender.PERIOD_NANOS / 2 - 1);
    assertThat(sent).isEmpty();
    time.advance(1);
    assertThat(sent).hasSize(1);
    open.get(0).done(ManagerApi.Answer.YES);
    drawn = -1;
    add(1, 2);
    time.advance(SampleSender.PERIOD_NANOS - 1000);
    assertThat(sent).hasSize(1);
    time.advance(1000);
    assertThat(sent).hasSize(2);
  }

  @Test
  void samplesThatAreAlike_areOne_butNotThoseThatBroughtNothing() {
    NodeId node = new NodeId("dn:1");
    NodeSample vain = new NodeSample(node, 100, 0, 2000, Outcome.ABORTED);
    NodeSample other = new NodeSample(new NodeId("dn:2"), 64, 64, 5, Outcome.FINISHED);
    NodeSample longer = new NodeSample(node, 64, 64, 8, Outcome.FINISHED);
    NodeSample partly = new NodeSample(node, 64, 60, 7, Outcome.ABORTED);
    sender.add(new NodeSample(node, 64, 64, 5, Outcome.FINISHED));
    List.of(other, longer, partly).forEach(sender::add);
    sender.add(new NodeSample(node, 127, 100, 7, Outcome.ABORTED));
    List.of(vain, vain).forEach(sender::add);
    sender.add(new NodeSample(node, 64, 64, 5, Outcome.FINISHED));
    sender.add(new NodeSample(node, 65, 65, 6, Outcome.FINISHED));
    second();
    assertThat(sent.get(0))
        .containsExactly(
            new NodeSample(node, 191, 164, 12, Outcome.ABORTED, Optional.of(2)),
            other,
            longer,
            partly,
            vain,
            vain,
            new NodeSample(node, 129, 129, 11, Outcome.FINISHED, Optional.of(2)));
  }

  /** As where more is read than can be told each second. */
  @Test
  void nodeOfWhichThereIsAlwaysMore_isToldInItsTurn() {
    WaitingSamples waiting = new WaitingSamples(SampleSender.WAITING_MAX);
    NodeSample hot = new NodeSample(new NodeId("hot:1"), 64, 64, 5, Outcome.FINISHED);
    for (int i = 0; i < 1000; i++) {
      waiting.add(new NodeSample(new NodeId("cold:" + (i + 1)), 64, 64, 5, Outcome.FINISHED));
      waiting.add(hot);
    }
    assertThat(waiting.take(512).stream().filter(s -> s.node().equals(hot.node())))
        .singleElement()
        .extracting(NodeSample::readCount)
        .isEqualTo(1000);
  }

  @Test
  void sumThatIsLarge_isNotAddedTo() {
    NodeId node = new NodeId("dn:1");
    NodeSample huge = new NodeSample(node, 1L << 41, 1L << 41, 5, Outcome.FINISHED);
    sender.add(huge);
    sender.add(huge);
    second();
    assertThat(sent.get(0)).containsExactly(huge, huge);
  }

  @Test
  void brokenClient_isTriedAgain() {
    broken = new IllegalStateException("the manager's client is closed");
    add(0, 1);
    second();
    broken = new OutOfMemoryError("for the test");
    add(0, 1);
    time.advance(2 * SampleSender.PERIOD_NANOS);
    broken = null;
    add(1, 2);
    time.advance(4 * SampleSender.PERIOD_NANOS);
    assertThat(sent).containsExactly(List.of(sample(1)));
  }

  @Test
  void theEndOfTheProcess_tellsDetoursAtOnce_andIsToldWhenTheyAreTaken() {
    List<String> told = new ArrayList<>();
    sender.tellLedgers(() -> told.add("nothing to tell"));
    assertThat(told).containsExactly("nothing to tell");
    sender.add(NodeLedgers.redirected(new NodeId("dn:1"), new Ledger(1, 10, 10)));
    sender.tellLedgers(() -> told.add("told"));
    sender.tellLedgers(() -> told.add("to both"));
    assertThat(ledgers).hasSize(1);
    sender.add(NodeLedgers.redirected(new NodeId("dn:2"), new Ledger(1, 10, 10)));
    open.get(0).done(ManagerApi.Answer.YES);
    assertThat(told).as("there is more by now").hasSize(1);
    assertThat(ledgers).hasSize(2);
    open.get(1).failed(new IOException("gone"));
    assertThat(told).endsWith("told", "to both");
    time.advance(10 * SampleSender.PERIOD_NANOS);
    assertThat(ledgers).as("nothing is told twice").hasSize(2);
  }

  @Test
  void managerThatDoesNotAnswer_isNotWaitedForAtTheEnd() {
    List<String> told = new ArrayList<>();
    sender.add(NodeLedgers.redirected(new NodeId("dn:1"), new Ledger(1, 10, 10)));
    sender.tellLedgers(() -> told.add("waits"));
    time.advance(SampleSender.SILENT_NANOS + 1);
    assertThat(told).isEmpty();
    sender.tellLedgers(() -> told.add("at once"));
    assertThat(told).containsExactly("at once");
    open.get(0).failed(new IOException("silent"));
    assertThat(told).containsExactly("at once", "waits");
    sender.add(NodeLedgers.redirected(new NodeId("dn:2"), new Ledger(1, 10, 10)));
    sender.tellLedgers(() -> told.add("at once again"));
    assertThat(told).endsWith("at once again");
    assertThat(ledgers).hasSize(1);
  }
}
