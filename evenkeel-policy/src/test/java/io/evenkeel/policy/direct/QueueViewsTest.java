package io.evenkeel.policy.direct;

import static io.evenkeel.policy.direct.Groups.node;
import static io.evenkeel.policy.direct.Groups.queues;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.core.model.NodeId;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class QueueViewsTest {
  private static final long SECOND = 1_000_000_000;

  @Example
  void answers_areBelievedAsTheyWere() {
    Map<NodeId, NodeQueue> answers = new HashMap<>(queues(10, 20));
    QueueView view = QueueView.of(answers);
    answers.put(node(1), new NodeQueue(5, 1));
    answers.put(node(2), new NodeQueue(5, 1));
    assertThat(view.queue(node(1)).queuedBytes()).isEqualTo(20);
    assertThat(view.queue(node(2))).as("did not answer").isEqualTo(NodeQueue.UNREACHABLE);
  }

  @Example
  void projected_byHand() {
    ProjectedQueues queues = new ProjectedQueues();
    queues.report(5 * SECOND, 8, Map.of(node(0), new NodeQueue(1000, 100)));
    assertThat(queues.at(5 * SECOND).queue(node(0))).isEqualTo(new NodeQueue(1000, 100));
    queues.directed(node(0), 30);
    // 1000 + 8 x 30 - 100 x 2
    assertThat(queues.at(7 * SECOND).queue(node(0))).isEqualTo(new NodeQueue(1040, 100));
    assertThat(queues.at(30 * SECOND).queue(node(0)).queuedBytes()).isZero();
    assertThat(queues.at(4 * SECOND).queue(node(0)).queuedBytes())
        .as("before the report nothing is served")
        .isEqualTo(1240);
    queues.report(8 * SECOND, 2, Map.of(node(0), new NodeQueue(7, 1)));
    assertThat(queues.at(8 * SECOND).queue(node(0)).queuedBytes()).as("own bytes").isEqualTo(7);
  }

  @Example
  void projected_keepsWhatWasDirectedWhileTheReportWasUnderWay() {
    ProjectedQueues queues = new ProjectedQueues();
    queues.report(0, 1, queues(0));
    queues.directed(node(0), 100);
    queues.beginReport();
    queues.directed(node(0), 20);
    assertThat(queues.at(0).queue(node(0)).queuedBytes()).isEqualTo(120);
    queues.report(0, 1, queues(60));
    assertThat(queues.at(0).queue(node(0)).queuedBytes()).as("60 and 20").isEqualTo(80);
    queues.beginReport();
    queues.beginReport();
    queues.report(0, 1, queues(60));
    assertThat(queues.at(0).queue(node(0)).queuedBytes()).isEqualTo(60);
  }

  @Example
  void projected_knowsWhoIsInTheReport() {
    ProjectedQueues queues = new ProjectedQueues();
    queues.directed(node(0), 100);
    assertThat(queues.at(0).queue(node(0))).isEqualTo(NodeQueue.UNREACHABLE);
    queues.report(0, 1, queues(-1));
    queues.directed(node(0), 100);
    assertThat(queues.at(SECOND).queue(node(0)).isReachable()).isFalse();
    assertThat(queues.at(SECOND).queue(node(1)).isReachable()).isFalse();
    assertThatThrownBy(() -> queues.report(0, 0, Map.of())).hasMessageContaining("got 0");
    assertThatThrownBy(() -> queues.directed(node(0), -1)).hasMessageContaining("got -1 for node0");
  }

  @Property(tries = 500)
  void projected_isNeverNegative_andFormula(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    ProjectedQueues queues = new ProjectedQueues();
    Map<NodeId, NodeQueue> reported = Map.of();
    Map<NodeId, Double> own = new HashMap<>();
    long reportedNanos = 0;
    int clients = 1;
    for (int i = 0; i < 200; i++) {
      NodeId node = node(random.nextInt(3));
      long now = random.nextLong(4 * SECOND);
      if (random.nextInt(10) == 0) {
        reported = queues(random.doubles(3, 0, 1e9).toArray());
        reportedNanos = now;
        clients = 1 + random.nextInt(40);
        queues.report(now, clients, reported);
        own.clear();
      } else {
        long bytes = random.nextLong(1 << 20);
        queues.directed(node, bytes);
        own.merge(node, (double) bytes, Double::sum);
      }
      double believed = queues.at(now).queue(node).queuedBytes();
      assertThat(believed).isNotNegative();
      NodeQueue last = reported.get(node);
      if (last == null) {
        assertThat(believed).isInfinite();
      } else {
        double age = Math.max(0, now - reportedNanos) / 1e9;
        double formula =
            last.queuedBytes()
                + own.getOrDefault(node, 0.0) * clients
                - last.bytesPerSecond() * age;
        assertThat(believed).isEqualTo(Math.max(0, formula));
      }
    }
  }
}
