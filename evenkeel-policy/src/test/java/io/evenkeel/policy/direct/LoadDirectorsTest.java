package io.evenkeel.policy.direct;

import static io.evenkeel.policy.direct.Groups.node;
import static io.evenkeel.policy.direct.Groups.partition;
import static io.evenkeel.policy.direct.Groups.view;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.coding.IndexSet;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Equations (6) and (7), by hand. */
class LoadDirectorsTest {
  private static final LoadDirector NORMAL = new OriginalFirst();
  private static final LoadDirector LLF = new LeastLatency();
  private static final LoadDirector LMLF = new LeastMarginalLoad();

  private static final ReadOption ORIGINAL = ReadOption.original(0);

  private static IndexSet chosen(LoadDirector director, String code, long d, QueueView queues) {
    DirectedRead read = new DirectedRead(partition(code), d);
    return director.choose(read, read.partition().sets(), queues).indexes();
  }

  @Test
  void marginalLoad_ofTheTestVector_is22Against18() {
    CodedPartition partition = partition("xor-3-1");
    DirectedRead read = new DirectedRead(partition, 2);
    QueueView queues = view(10, 1, 2, 3);
    assertThat(LMLF.task(read, 0, queues)).isEqualTo(22);
    assertThat(partition.sets().cheapest(LMLF::both, i -> LMLF.task(read, i, queues)))
        .contains(new RecoverySets.Priced(IndexSet.of(1, 2, 3), 18));
    assertThat(chosen(LMLF, "xor-3-1", 2, queues)).isEqualTo(IndexSet.of(1, 2, 3));
    assertThat(chosen(LLF, "xor-3-1", 2, queues)).isEqualTo(IndexSet.of(1, 2, 3));
    assertThat(chosen(NORMAL, "xor-3-1", 2, queues)).isEqualTo(ORIGINAL.indexes());
  }

  @Test
  void ties_goToTheNormalRead() {
    // 2 (8 + 1) = 18 against 18; the longest of the others is shorter all the same.
    assertThat(chosen(LMLF, "xor-3-1", 2, view(8, 1, 2, 3))).isEqualTo(ORIGINAL.indexes());
    assertThat(chosen(LLF, "xor-3-1", 2, view(8, 1, 2, 3))).isEqualTo(IndexSet.of(1, 2, 3));
    assertThat(chosen(LLF, "xor-3-1", 2, view(3, 1, 2, 3))).isEqualTo(ORIGINAL.indexes());
  }

  @Test
  void reedSolomon_takesTheSixShortestOfEight() {
    // Of 9, 1, 2, 9, 3, 4, 5, 6 the six shortest add up to 21; with 2.5 D = 10 that is 31.
    assertThat(chosen(LMLF, "rs-6-3", 4, view(31, 9, 1, 2, 9, 3, 4, 5, 6)))
        .isEqualTo(ORIGINAL.indexes());
    assertThat(chosen(LMLF, "rs-6-3", 4, view(32, 9, 1, 2, 9, 3, 4, 5, 6)))
        .isEqualTo(IndexSet.of(2, 3, 5, 6, 7, 8));
    assertThat(chosen(LLF, "rs-6-3", 4, view(7, 9, 1, 2, 9, 3, 4, 5, 6)))
        .isEqualTo(IndexSet.of(2, 3, 5, 6, 7, 8));
  }

  @Test
  void equalSets_areTakenFromData() {
    assertThat(chosen(LMLF, "rs-3-2", 1, view(9, 0, 0, 0, 0))).isEqualTo(IndexSet.of(1, 2, 3));
  }

  @Test
  void unequalRates_countByWhatTheyTake() {
    CodedPartition partition = partition("rs-2-2");
    DirectedRead read = new DirectedRead(partition, 10);
    // By marginal load 10 (Q + 5) / S: 200; 150, 20, 75. The shortest queue is the slowest node's.
    QueueView queues =
        QueueView.of(
            Map.of(
                node(0), new NodeQueue(35, 2),
                node(1), new NodeQueue(10, 1),
                node(2), new NodeQueue(15, 10),
                node(3), new NodeQueue(25, 4)));
    assertThat(LMLF.task(read, 0, queues)).isEqualTo(200);
    assertThat(LMLF.choose(read, partition.sets(), queues).indexes()).isEqualTo(IndexSet.of(2, 3));
    // By latency (Q + D) / S: 22.5; 20, 2.5, 8.75.
    assertThat(LLF.task(read, 0, queues)).isEqualTo(22.5);
    assertThat(
            partition
                .sets()
                .cheapest(LLF::both, i -> LLF.task(read, i, queues))
                .orElseThrow()
                .cost())
        .isCloseTo(8.75, within(1e-12));
  }

  @Test
  void deadNodes_areTakenOnlyWhereNothingElseIs() {
    for (LoadDirector director : new LoadDirector[] {NORMAL, LLF, LMLF}) {
      assertThat(chosen(director, "rs-2-2", 1, view(-1, 900, 700, -1)))
          .as(director.getClass().getSimpleName())
          .isEqualTo(IndexSet.of(1, 2));
      assertThat(chosen(director, "rs-2-2", 1, view(900, -1, 0, -1)))
          .as(director.getClass().getSimpleName())
          .isEqualTo(ORIGINAL.indexes());
      assertThat(chosen(director, "rs-2-2", 1, view(-1, -1, 0, -1)))
          .as(director.getClass().getSimpleName())
          .isEqualTo(ORIGINAL.indexes());
      assertThat(chosen(director, "none-4-0", 1, view(-1, 0, 0, 0)))
          .as(director.getClass().getSimpleName())
          .isEqualTo(ORIGINAL.indexes());
    }
  }

  @Test
  void localCode_takesItsGroup_orDecodesGlobally() {
    // d0 d1 d2 | d3 d4 d5 | l0 l1 | g0 g1
    assertThat(chosen(LMLF, "lrc-6-2-2", 1, view(90, 1, 1, 1, 1, 1, 1, 1, 1, 1)))
        .isEqualTo(IndexSet.of(1, 2, 6));
    assertThat(chosen(LMLF, "lrc-6-2-2", 1, view(90, 1, 1, 1, 1, 1, 80, 1, 1, 1)).contains(6))
        .as("six short queues instead of one long one")
        .isFalse();
    assertThat(chosen(LMLF, "lrc-6-2-2", 1, view(-1, -1, 1, 1, 1, 1, 1, 1, 1, 1)))
        .as("d0 and d1 from their group and global parity")
        .isEqualTo(IndexSet.of(2, 3, 4, 5, 6, 8));
  }

  @Test
  void whatIsNoQueueOrRead_isRefused() {
    assertThatThrownBy(() -> new NodeQueue(-1, 1)).hasMessageContaining("got -1.0 bytes at 1.0");
    assertThatThrownBy(() -> new NodeQueue(Double.NaN, 1)).hasMessageContaining("NaN bytes");
    assertThatThrownBy(() -> new NodeQueue(0, 0)).hasMessageContaining("at 0.0 bytes/s");
    assertThatThrownBy(() -> new NodeQueue(0, Double.POSITIVE_INFINITY))
        .hasMessageContaining("Infinity bytes/s");
    assertThatThrownBy(() -> new DirectedRead(partition("rs-2-2"), 0))
        .hasMessageContaining("got 0");
    assertThatThrownBy(() -> new ReadOption(0, IndexSet.of(0, 1)))
        .hasMessageContaining("from itself or from others, got {0, 1}");
  }
}
