package io.evenkeel.policy.layout;

import static io.evenkeel.policy.layout.AnyKScene.GROUPS;
import static io.evenkeel.policy.layout.AnyKScene.LAG_MEMORY;
import static io.evenkeel.policy.layout.AnyKScene.LATE;
import static io.evenkeel.policy.layout.AnyKScene.MILLI;
import static io.evenkeel.policy.layout.AnyKScene.OPEN;
import static io.evenkeel.policy.layout.AnyKScene.SECOND;
import static io.evenkeel.policy.layout.AnyKScene.SLICE;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.coding.IndexSet;
import io.evenkeel.testing.engine.LaneBehaviour;
import io.evenkeel.testing.engine.ReadTrial;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The last of the contracts of {@link AnyKReadsContract}: of nodes that are slow together, and more
 * than there is parity, no byte more is asked than is needed, and nobody else for nothing; but one
 * that is much less slow is found, and who hangs is gone around by slow ones.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class SlowTogetherContract {
  /** The length of a fragment in one row. */
  protected static final int UNIT = 50;

  static final int ROWS = 20;

  /** Slow enough to be late, and as slow as whoever is known to be slow is taken to be. */
  static final int SLOW_TIMES = 12;

  static final long STUCK = 10 * SECOND;

  /**
   * To see that one of several slow nodes is slower than such are taken to be: twice 8 times, and
   * what is expected of an opening. It is noticed, and looked at again, each {@link
   * AnyKScene#LATE}.
   */
  static final long TRIED = 2 * (2 * OPEN + 8 * SLICE) + 2 * LATE;

  /** The layout by every scheme. */
  protected abstract List<AnyKReader> readers();

  protected List<AnyKReader> readersWithParity() {
    return readers().stream().filter(reader -> reader.spare() > 0).toList();
  }

  protected List<AnyKReader> readersThatKeepOff() {
    return readersWithParity().stream().filter(AnyKReader::keepsOff).toList();
  }

  protected List<AnyKReader> readersThatChooseCopies() {
    return readers().stream().filter(AnyKReader::choosesCopies).toList();
  }

  static LaneBehaviour stuck() {
    return LaneBehaviour.steady().open(STUCK);
  }

  static AnyKScene scene(AnyKReader reader) {
    return new AnyKScene(reader, ROWS);
  }

  /** Every set of so many of some fragments. */
  static List<IndexSet> sets(int size, IndexSet of) {
    List<IndexSet> sets = new ArrayList<>();
    int[] indexes = of.toArray();
    for (int mask = 0; mask < 1 << indexes.length; mask++) {
      if (Integer.bitCount(mask) == size) {
        IndexSet set = IndexSet.empty();
        for (int i = 0; i < indexes.length; i++) {
          set = (mask >> i & 1) == 1 ? set.with(indexes[i]) : set;
        }
        sets.add(set);
      }
    }
    return sets;
  }

  /** What it can ask for besides the data. */
  static IndexSet parity(AnyKReader reader) {
    return IndexSet.range(reader.k(), reader.sources());
  }

  static List<Integer> range(int from, int to) {
    return IntStream.range(from, to).boxed().toList();
  }

  @ParameterizedTest
  @MethodSource("readers")
  void moreKnownToBeSlowThanThereIsParity_areAskedForWhatIsNeededAndNoMore(AnyKReader reader) {
    for (IndexSet slow : sets(reader.spare() + 1, IndexSet.range(0, reader.sources()))) {
      AnyKScene scene = scene(reader).with(slow, LaneBehaviour.slow(SLOW_TIMES)).known();
      ReadTrial.Outcome outcome = scene.read();
      assertThat(outcome.plain()).as("%s slow", slow).isEmpty();
      int besides = reader.keepsOff() ? reader.besides() : reader.sources();
      assertThat(scene.askedBytes() - scene.lengthBytes())
          .as("%s slow", slow)
          .isBetween(0L, (long) besides * ROWS * UNIT);
    }
  }

  /** Of which no byte can be had otherwise. */
  @ParameterizedTest
  @MethodSource("readersThatKeepOff")
  void partOnSlowNodes_thatNothingCanReplace_isAskedAlone(AnyKReader reader) {
    for (IndexSet slow : sets(reader.spare() + 1, IndexSet.range(0, reader.sources()))) {
      if (slow.contains(0)) {
        AnyKScene scene =
            scene(reader).with(slow, LaneBehaviour.slow(SLOW_TIMES)).known().only(UNIT);
        ReadTrial.Outcome outcome = scene.read();
        assertThat(outcome.pieceBytes()).as("%s slow", slow).isEqualTo(UNIT);
        assertThat(scene.askedBytes()).as("%s slow", slow).isEqualTo(UNIT);
      }
    }
  }

  /** One of them is less slow than the others, and that is not known. */
  @ParameterizedTest
  @MethodSource("readersThatKeepOff")
  void ofSlowNodesTheLeastSlowIsReadFrom(AnyKReader reader) {
    for (IndexSet slow : sets(reader.spare() + 1, IndexSet.range(0, reader.sources()))) {
      for (int least : slow.toArray()) {
        AnyKScene scene = scene(reader).with(slow, LaneBehaviour.slow(100 * SLOW_TIMES));
        scene.with(least, LaneBehaviour.slow(SLOW_TIMES)).known();
        ReadTrial.Outcome outcome = scene.read();
        assertThat(outcome.plain()).as("%s slow, %s least", slow, least).isEmpty();
        assertThat(outcome.nanos())
            .as("%s slow, %s least", slow, least)
            .isLessThan((ROWS + GROUPS) * SLOW_TIMES * SLICE + slow.size() * TRIED);
      }
    }
  }

  /** They were known to be slow, and hang. */
  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("readersThatChooseCopies")
  void firstCopiesAndParityThatHang_areGoneAroundBySlowCopies(AnyKReader reader) {
    if (reader.spare() == 0) {
      // It asks other copies after a failure only.
      return;
    }
    AnyKScene scene = new AnyKScene(reader, ROWS, 2);
    scene.with(IndexSet.range(0, reader.k()), LaneBehaviour.slow(SLOW_TIMES));
    scene.with(parity(reader), stuck()).known().withFirstCopies(stuck());
    ReadTrial.Outcome outcome = scene.read();
    assertThat(outcome.plain()).isEmpty();
    assertThat(outcome.nanos()).isLessThan(STUCK / 2);
  }

  @ParameterizedTest
  @MethodSource("readersThatKeepOff")
  void stragglersThatBothRecover_areReadAgain(AnyKReader reader) {
    int rows = 400;
    long slowNanos = 30 * MILLI;
    AnyKScene scene = new AnyKScene(reader, rows);
    IndexSet slow = IndexSet.range(0, reader.spare() + 1);
    scene.with(slow, LaneBehaviour.steady().slowUntil(slowNanos, SLOW_TIMES));
    ReadTrial.Outcome outcome = scene.read();
    assertThat(outcome.plain()).isEmpty();
    int recovered = (int) ((slowNanos + 4 * LAG_MEMORY) / SLICE);
    for (int index : slow.filter(i -> i < reader.k()).toArray()) {
      assertThat(scene.rowsAskedOf(index)).containsAll(range(recovered, rows));
    }
  }
}
