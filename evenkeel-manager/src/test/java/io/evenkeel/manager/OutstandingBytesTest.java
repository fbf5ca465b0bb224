package io.evenkeel.manager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.core.model.Epoch;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.Witness;
import io.evenkeel.core.port.ManagerApi;
import io.evenkeel.core.port.ManagerApi.QueueAnswer;
import io.evenkeel.core.port.ManagerApi.QueueReport;
import io.evenkeel.core.port.ManagerApi.Queued;
import io.evenkeel.core.port.RefusedRequestException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** By hand. A node's rate is its number. */
class OutstandingBytesTest {
  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1000 * MILLI;
  private static final Witness A = new Witness("10.0.0.1");
  private static final Witness B = new Witness("10.0.0.2");

  private final OutstandingBytes outstanding = new OutstandingBytes();

  private static Epoch process(int number) {
    return new Epoch("%032x".formatted(number));
  }

  private static NodeId node(int number) {
    return new NodeId("d:" + number);
  }

  private static Queued at(int node, long bytes) {
    return new Queued(node(node), bytes, 0);
  }

  /** As an answer has it. */
  private static Queued queued(int node, long bytes) {
    return new Queued(node(node), bytes, node);
  }

  private QueueAnswer tell(long now, Witness by, int process, Queued... nodes) {
    return tell(now, by, process, List.of(nodes));
  }

  private QueueAnswer tell(long now, Witness by, int process, List<Queued> nodes) {
    QueueAnswer answer =
        outstanding.tell(now, by, new QueueReport(process(process), nodes), NodeId::port);
    outstanding.check();
    return answer;
  }

  private static QueueAnswer answer(Queued... nodes) {
    return new QueueAnswer(List.of(nodes));
  }

  @Test
  void whatProcessesTell_isAddedUp_theLongestFirst() {
    assertThat(tell(0, A, 1)).isEqualTo(answer());
    assertThat(tell(100 * MILLI, A, 1, at(1, 5), at(2, 7)))
        .isEqualTo(answer(queued(2, 7), queued(1, 5)));
    assertThat(tell(200 * MILLI, B, 2, at(1, 4), at(3, 0)))
        .isEqualTo(answer(queued(1, 9), queued(2, 7)));
    assertThat(tell(300 * MILLI, A, 3, at(2, 2)))
        .as("of equal ones the first by name")
        .isEqualTo(answer(queued(1, 9), queued(2, 9)));
    assertThat(outstanding.queuedBytes(node(1))).isEqualTo(9);
    assertThat(outstanding.queuedBytes(node(3))).isZero();
    assertThat(outstanding.nodes()).isEqualTo(Set.of(node(1), node(2)));
  }

  @Test
  void lastWord_standsInsteadOfTheOneBefore() {
    tell(0, A, 1, at(1, 5), at(2, 7));
    tell(0, A, 2, at(1, 1));
    assertThat(tell(0, A, 1, at(3, 6))).isEqualTo(answer(queued(3, 6), queued(1, 1)));
    assertThat(tell(SECOND, A, 1)).isEqualTo(answer(queued(1, 1)));
    assertThat(outstanding.nodes()).containsExactly(node(1));
  }

  @Test
  void machine_doesNotSpeakForAnothersProcess() {
    tell(0, A, 1, at(1, 5));
    assertThat(tell(0, B, 1, at(1, 1))).isEqualTo(answer(queued(1, 6)));
  }

  @Test
  void whoIsSilentForThreeSeconds_isForgotten_onceSomebodyLooksOrTimePasses() {
    tell(0, A, 1, at(1, 5));
    tell(SECOND, A, 2, at(1, 1));
    assertThat(tell(3 * SECOND - 1, B, 3)).isEqualTo(answer(queued(1, 6)));
    assertThat(tell(3 * SECOND, B, 3)).isEqualTo(answer(queued(1, 6)));
    assertThat(outstanding.queuedBytes(node(1))).isEqualTo(1);
    outstanding.forget(4 * SECOND);
    assertThat(outstanding.nodes()).isEmpty();
    assertThat(tell(4 * SECOND, B, 3)).isEqualTo(answer());
    outstanding.forget(7 * SECOND);
    outstanding.check();
    assertThat(tell(7 * SECOND, A, 1, at(1, 2))).isEqualTo(answer(queued(1, 2)));
  }

  @Test
  void whoSaysItAgain_isNotForgotten() {
    tell(0, A, 1, at(1, 5));
    tell(0, A, 2, at(1, 3));
    for (int second = 1; second < 10; second++) {
      assertThat(tell(second * SECOND, A, 1, at(1, 5)).nodes())
          .containsExactly(queued(1, second < 3 ? 8 : 5));
    }
  }

  @Test
  void othersWords_showWithinATenthOfASecond_andOnesOwnAtOnce() {
    tell(0, A, 1, at(1, 5), at(2, 3));
    tell(MILLI, B, 2, at(1, 1), at(3, 9));
    assertThat(tell(99 * MILLI, A, 1, at(2, 4)).nodes())
        .as("of 1, of which it has just said something, and 2 what is so; of 3 what was")
        .containsExactly(queued(2, 4), queued(1, 1));
    assertThat(tell(100 * MILLI, A, 1, at(2, 4)).nodes())
        .containsExactly(queued(3, 9), queued(2, 4), queued(1, 1));
  }

  private static List<Queued> many(int first, int count, long bytes) {
    return IntStream.range(first, first + count).mapToObj(n -> at(n, bytes)).toList();
  }

  @Test
  void answer_hasTheLongestOfVeryManyQueues_onesOwnInTheirOrder() {
    int most = ManagerApi.QUEUES_PER_REQUEST_MAX;
    tell(0, A, 1, many(1, most, 10));
    tell(0, A, 2, many(most + 1, most, 20));
    List<Queued> nodes = tell(SECOND, A, 3, at(1, 100), at(2, 1)).nodes();
    assertThat(nodes).hasSize(most);
    assertThat(nodes.get(0)).isEqualTo(queued(1, 110));
    assertThat(nodes.subList(1, most)).allMatch(q -> q.queuedBytes() == 20);
    nodes = tell(SECOND + 1, A, 2).nodes();
    assertThat(nodes).hasSize(most);
    assertThat(nodes.subList(0, 3)).containsExactly(queued(1, 110), queued(2, 11), queued(10, 10));
  }

  @Test
  void oneProcess_claimsNoMoreThanItsBuffersHold() {
    long most = ManagerApi.QUEUED_BYTES_MAX;
    assertThat(tell(0, A, 1, at(1, Long.MAX_VALUE), at(2, most), at(3, most - 1)).nodes())
        .containsExactly(queued(1, most), queued(2, most), queued(3, most - 1));
    assertThat(tell(0, A, 2, at(1, Long.MAX_VALUE)).nodes()).contains(queued(1, 2 * most));
    assertThat(tell(0, A, 1).nodes()).containsExactly(queued(1, most));
  }

  @Test
  void machineOfTooManyProcesses_isRefusedMore_andOthersAreHeard() {
    int most = OutstandingBytes.PROCESSES_PER_WITNESS_MAX;
    for (int i = 0; i < most; i++) {
      tell(0, A, i, at(1, 1));
    }
    assertThatThrownBy(() -> tell(0, A, most, at(1, 1)))
        .isInstanceOf(RefusedRequestException.class)
        .hasMessageContaining("128 of them from 10.0.0.1");
    outstanding.check();
    assertThat(tell(0, A, 0, at(1, 1))).isEqualTo(answer(queued(1, most)));
    assertThat(tell(0, B, most, at(1, 1))).isEqualTo(answer(queued(1, most + 1)));
    assertThat(tell(3 * SECOND, A, most, at(1, 1))).isEqualTo(answer(queued(1, 1)));
  }

  @Test
  void processes_areBoundedInAll() {
    for (int i = 0; i < OutstandingBytes.PROCESSES_MAX; i++) {
      Witness by = new Witness("machine " + i / 100);
      outstanding.tell(0, by, new QueueReport(process(i), List.of()), NodeId::port);
    }
    assertThatThrownBy(() -> tell(0, A, 1))
        .isInstanceOf(RefusedRequestException.class)
        .hasMessageContaining("4096 processes tell");
    assertThat(tell(0, new Witness("machine 0"), 1, at(1, 5)).nodes())
        .as("one of them")
        .containsExactly(queued(1, 5));
  }

  @Test
  void inventedNodes_areBounded_andWithdrawnOnesMakeRoom() {
    int each = ManagerApi.QUEUES_PER_REQUEST_MAX;
    for (int first = 0; first < OutstandingBytes.NODES_MAX; first += each) {
      tell(0, A, first, many(first, each, 1));
    }
    tell(0, B, 1, at(9999, 5), at(1, 5));
    assertThat(outstanding.nodes()).hasSize(OutstandingBytes.NODES_MAX).doesNotContain(node(9999));
    assertThat(outstanding.queuedBytes(node(1))).as("what else it says counts").isEqualTo(6);
    tell(0, A, 0);
    tell(0, B, 1, at(9999, 5), at(1, 5));
    assertThat(outstanding.queuedBytes(node(9999))).isEqualTo(5);
  }

  @Test
  void whereItIsKnownWhichNodesThereAre_othersArePassedOver() {
    List<NodeId> all = new ArrayList<>();
    IntStream.range(0, OutstandingBytes.NODES_MAX + 1).forEach(n -> all.add(node(n)));
    outstanding.list(Set.copyOf(all));
    int each = ManagerApi.QUEUES_PER_REQUEST_MAX;
    for (int first = 0; first <= OutstandingBytes.NODES_MAX; first += each) {
      tell(0, A, first, many(first, each, 1));
    }
    assertThat(outstanding.nodes()).isEqualTo(Set.copyOf(all));
    outstanding.list(Set.of(node(1), node(2)));
    tell(3 * SECOND, A, 1, at(1, 1), at(3, 1));
    assertThat(outstanding.nodes()).containsExactly(node(1));
    outstanding.list(Set.of());
    tell(3 * SECOND, A, 1, at(1, 1), at(3, 1));
    assertThat(outstanding.nodes()).isEqualTo(Set.of(node(1), node(3)));
  }
}
