package io.evenkeel.client.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.model.ClusterView;
import io.evenkeel.core.model.Epoch;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.ManagerApi.QueueAnswer;
import io.evenkeel.core.port.ManagerApi.QueueReport;
import io.evenkeel.core.port.ManagerApi.Queued;
import io.evenkeel.core.port.Pending;
import io.evenkeel.testing.engine.ManualScheduler;
import io.evenkeel.testing.manager.UnaskedManager;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class QueueReportSenderTest {
  private static final NodeId NODE = new NodeId("dn:1");
  private static final Epoch PROCESS = new Epoch("00112233445566778899aabbccddeeff");

  private final ManualScheduler time = new ManualScheduler();
  private final NodeTraffics traffics = new NodeTraffics();
  private final QueueBook book = new QueueBook(time::nanoTime, () -> 30, traffics);
  private final List<QueueReport> sent = new ArrayList<>();
  private final List<Completion<QueueAnswer>> open = new ArrayList<>();
  private boolean broken;
  private final QueueReportSender reports =
      new QueueReportSender(book, Manager::new, time, () -> PROCESS);

  QueueReportSenderTest() {
    book.whenAsked(reports::asked);
  }

  /** Its answers are the test's to give. */
  private final class Manager extends UnaskedManager {
    @Override
    public Pending queues(QueueReport own, Completion<QueueAnswer> then) {
      sent.add(own);
      open.add(then);
      if (broken) {
        throw new IllegalStateException("no thread to ask by");
      }
      return Pending.DONE;
    }
  }

  private void asks(long bytes) {
    traffics.addOutstanding(NODE, bytes);
    book.asked();
  }

  private void second() {
    time.advance(QueueReportSender.PERIOD_NANOS);
  }

  private void answer(Queued... nodes) {
    open.get(open.size() - 1).done(new QueueAnswer(List.of(nodes)));
  }

  @Test
  void itTells_soonAfterTheFirstUse_andThenOnceASecond() {
    second();
    assertThat(sent).as("nobody is asked before there is a need").isEmpty();
    asks(100);
    asks(50);
    time.advance(QueueReportSender.FIRST_NANOS);
    assertThat(sent).containsExactly(new QueueReport(PROCESS, List.of(new Queued(NODE, 150, 0))));
    second();
    assertThat(sent).as("one request at a time").hasSize(1);
    answer();
    traffics.addOutstanding(NODE, -50);
    second();
    assertThat(sent.get(1).nodes()).containsExactly(new Queued(NODE, 100, 0));
  }

  @Test
  void itTellsOnceMore_whenNothingIsOutstanding_andThenRests() {
    asks(100);
    time.advance(QueueReportSender.FIRST_NANOS);
    traffics.addOutstanding(NODE, -100);
    answer();
    second();
    assertThat(sent.get(1).nodes()).isEmpty();
    answer();
    second();
    second();
    assertThat(sent).hasSize(2);
    second();
    asks(7);
    time.advance(QueueReportSender.FIRST_NANOS);
    assertThat(sent.get(2).nodes()).containsExactly(new Queued(NODE, 7, 0));
  }

  @Test
  void whatIsTold_isBelieved_andFailuresAreNobodysLoss() {
    asks(100);
    time.advance(QueueReportSender.FIRST_NANOS);
    answer(new Queued(NODE, 5000, 10));
    ClusterView view = ClusterView.unknown().withTraffic(traffics::of);
    assertThat(book.queue(NODE, view).queuedBytes()).as("of which 100 are its own").isEqualTo(5000);
    second();
    open.get(1).failed(new IOException("no manager"));
    broken = true;
    second();
    assertThat(sent).hasSize(3);
    second();
    assertThat(sent).hasSize(4);
  }

  @Test
  void aProcessThatReadsNowAndThen_tellsNoMoreThanOnceASecond() {
    int answered = 0;
    for (int i = 0; i < 100; i++) {
      asks(100);
      time.advance(1_000_000);
      traffics.addOutstanding(NODE, -100);
      time.advance(99_000_000);
      for (; answered < open.size(); answered++) {
        open.get(answered).done(QueueAnswer.NONE);
      }
      time.advance(10_000_000);
    }
    assertThat(sent).as("reports in 11 s").hasSizeBetween(5, 12);
  }

  @Test
  void aStreamThatWaits_isTold_howeverLongAgoItHasOpened() {
    AwaitedBytes stream = book.awaited();
    stream.waits(NODE, 1 << 20);
    stream.came();
    time.advance(QueueReportSender.FIRST_NANOS);
    answer();
    assertThat(sent).hasSize(1);
    second();
    stream.waits(NODE, 1 << 20);
    second();
    assertThat(sent).hasSizeGreaterThan(1);
    assertThat(sent.get(sent.size() - 1).nodes()).containsExactly(new Queued(NODE, 1 << 20, 0));
  }
}
