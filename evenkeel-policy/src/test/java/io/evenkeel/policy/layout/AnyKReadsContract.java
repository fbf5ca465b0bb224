package io.evenkeel.policy.layout;

import static io.evenkeel.policy.layout.AnyKScene.GROUPS;
import static io.evenkeel.policy.layout.AnyKScene.LAG_MEMORY;
import static io.evenkeel.policy.layout.AnyKScene.LATE;
import static io.evenkeel.policy.layout.AnyKScene.MILLI;
import static io.evenkeel.policy.layout.AnyKScene.OPEN;
import static io.evenkeel.policy.layout.AnyKScene.PLENTY;
import static io.evenkeel.policy.layout.AnyKScene.SECOND;
import static io.evenkeel.policy.layout.AnyKScene.SLICE;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.coding.IndexSet;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.policy.scheme.Schemes;
import io.evenkeel.testing.engine.LaneBehaviour;
import io.evenkeel.testing.engine.ReadTrial;
import io.evenkeel.testing.engine.SimulatedFile;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What a read of which any k of k + m fragments suffice owes its caller when nodes are stuck, slow,
 * dead or back again, whatever the layout and the scheme:
 *
 * <ol>
 *   <li>as many stuck sources as there is parity cost nothing of their delay;
 *   <li>one more costs one delay, however many are stuck: of those that are needed, the last one's;
 *   <li>a read that can no longer succeed ends at once and waits for nobody;
 *   <li>whoever is preferred and known to be slow costs nothing, were it all that are preferred;
 *   <li>parity that is first needed in the middle is read from the middle, and the bytes are right;
 *   <li>of healthy nodes the bytes that are wanted are asked, each once, and no others;
 *   <li>the k-th arrival ends a row, whoever else was asked;
 *   <li>a slow caller of healthy nodes is held up by nothing, accuses nobody and has no byte twice;
 *   <li>a straggler that recovers in the middle is read again, and the parity is left alone;
 *   <li>who was gone around is asked again when others die;
 *   <li>of nodes that are slow together, and more than there is parity, no byte more is asked than
 *       is needed, and nobody else for nothing ({@link SlowTogetherContract}).
 * </ol>
 *
 * <p>A scheme that asks for parity once something is late pays for noticing, and no more: one
 * lateness, and one again where the parity that it asks is stuck as well (of erasure-coded files
 * one for each of the lanes that what is late has opened to that parity's node). A scheme or a
 * layout without parity has nobody to spare, so the first, the fifth and the last contract ask
 * nothing of it, and by the second the slowest of its sources counts. One that asks for some parity
 * at once has none of these costs up to as many, and asks healthy nodes for that and no more.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class AnyKReadsContract extends SlowTogetherContract {
  private static final int MIDDLE = 8;

  /** What a fragment has from the middle on. */
  private static final long REST = (ROWS - MIDDLE) * (long) UNIT;

  /** To notice that something is late, and to open what is read instead. */
  private static final long AROUND = LATE + OPEN + SLICE;

  @Test
  void noSchemeIsLeftOut() {
    List<String> read = readers().stream().map(AnyKReader::toString).toList();
    assertThat(Schemes.names())
        .allSatisfy(scheme -> assertThat(read).anyMatch(name -> name.endsWith(" " + scheme)));
  }

  /** Without parity to spare the contracts would ask nothing of them. */
  @Test
  void adaptiveAndPocache_haveAllParityToSpare() {
    for (String scheme : List.of("adaptive", "pocache")) {
      assertThat(readers())
          .filteredOn(reader -> reader.toString().endsWith(" " + scheme))
          .allSatisfy(
              reader ->
                  assertThat(reader.k() + reader.spare())
                      .isEqualTo(reader.files().file(1, 1).nodes().size()));
    }
  }

  /** Storage nodes that have a fragment, and no other. */
  protected static List<NodeId> dataNodes(int index, int copies) {
    List<NodeId> nodes = new ArrayList<>();
    for (int copy = 0; copy < copies; copy++) {
      nodes.add(SimulatedFile.dataNode(index + 100 * copy));
    }
    return nodes;
  }

  private static long healthyNanos(AnyKReader reader, int rows) {
    return new AnyKScene(reader, rows).read().nanos();
  }

  private static List<IndexSet> setsOfUpToSpare(AnyKReader reader) {
    List<IndexSet> sets = new ArrayList<>();
    for (int size = 0; size <= reader.spare(); size++) {
      sets.addAll(sets(size, IndexSet.range(0, reader.sources())));
    }
    return sets;
  }

  /**
   * What it costs at most that these bring nothing in time: nothing where as many were asked at
   * once besides or no data is among them, else to notice that the data is late, and each parity
   * that was asked for it.
   */
  private static long noticing(AnyKReader reader, IndexSet late) {
    int parity = late.filter(index -> index >= reader.k()).size();
    if (late.size() <= reader.besides()) {
      return 0;
    }
    if (reader.keepsOff()) {
      return parity == late.size() ? 0 : (1 + parity * reader.lateLanes()) * LATE;
    }
    return (1 + parity) * AROUND * ROWS;
  }

  // ---- 1 and 2: stuck sources ----

  @ParameterizedTest
  @MethodSource("readersWithParity")
  void asManyStuckAsThereIsParity_costNoDelay(AnyKReader reader) {
    long healthy = healthyNanos(reader, ROWS);
    for (IndexSet stuck : setsOfUpToSpare(reader)) {
      ReadTrial.Outcome outcome = scene(reader).with(stuck, stuck()).read();
      assertThat(outcome.plain()).as("%s stuck", stuck).isEmpty();
      assertThat(outcome.nanos() - healthy)
          .as("%s stuck", stuck)
          .isBetween(0L, noticing(reader, stuck));
    }
  }

  @ParameterizedTest
  @MethodSource("readers")
  void oneMoreStuck_costsExactlyOneDelay(AnyKReader reader) {
    long healthy = healthyNanos(reader, ROWS);
    for (IndexSet stuck : sets(reader.spare() + 1, IndexSet.range(0, reader.sources()))) {
      ReadTrial.Outcome outcome = scene(reader).with(stuck, stuck()).read();
      assertThat(outcome.plain()).as("%s stuck", stuck).isEmpty();
      assertThat(outcome.nanos() - healthy).as("%s stuck", stuck).isEqualTo(STUCK - OPEN);
    }
  }

  /** The first one's where one is needed, the second one's where two are, and never both. */
  @ParameterizedTest
  @MethodSource("readers")
  void stuckForDifferentTimes_costTheDelayOfTheLastOneThatIsNeeded(AnyKReader reader) {
    long healthy = healthyNanos(reader, ROWS);
    for (int needed = 1; needed <= 2 && reader.spare() + needed <= reader.k(); needed++) {
      AnyKScene scene = scene(reader);
      for (int index = 0; index < reader.spare() + needed; index++) {
        scene.with(index, LaneBehaviour.steady().stuckUntil((index + 1) * STUCK));
      }
      ReadTrial.Outcome outcome = scene.read();
      long delay = needed * STUCK - OPEN;
      assertThat(outcome.plain()).isEmpty();
      assertThat(outcome.nanos() - healthy)
          .as("%s needed", needed)
          .isBetween(delay, delay + noticingOthers(reader, needed));
    }
  }

  /** What it costs at most to go around those that are stuck for longer than is waited for. */
  private static long noticingOthers(AnyKReader reader, int needed) {
    if (reader.spare() > 0 && reader.spare() + needed == reader.k()) {
      // With no data that was in time, what was stuck is for a while what is expected of others.
      return STUCK / 10;
    }
    return reader.spare() * AROUND * (reader.keepsOff() ? GROUPS : ROWS);
  }

  // ---- 3: reads that cannot succeed ----

  @ParameterizedTest
  @MethodSource("readers")
  void whereItCannotSucceed_itWaitsForNobody(AnyKReader reader) {
    AnyKScene scene = scene(reader).with(0, LaneBehaviour.steady().refuses()).with(1, stuck());
    scene.with(parity(reader), LaneBehaviour.steady().refuses());
    ReadTrial.Outcome outcome = scene.read();
    assertThat(outcome.plain().get(0).range().start()).isZero();
    int later = scene.nodeCount(parity(reader)) - reader.besides();
    assertThat(outcome.nanos())
        .as("one refusal after the other")
        .isBetween(OPEN, (1 + later) * OPEN);
  }

  @ParameterizedTest
  @MethodSource("readers")
  void whereItCanNoLongerSucceed_itWaitsForNobody(AnyKReader reader) {
    LaneBehaviour dies = LaneBehaviour.steady().failAt(MIDDLE * UNIT);
    AnyKScene scene = scene(reader).with(0, dies);
    scene.with(1, LaneBehaviour.steady().stallAt(MIDDLE * UNIT));
    scene.with(parity(reader), dies);
    ReadTrial.Outcome outcome = scene.read();
    assertThat(outcome.plainBytes()).isBetween(REST, reader.k() * REST);
    long toTheMiddle = OPEN + (MIDDLE + 1) * SLICE;
    assertThat(outcome.nanos())
        .isBetween(toTheMiddle, toTheMiddle + scene.nodeCount(parity(reader)) * (OPEN + SLICE));
  }

  // ---- 4: preferred sources ----

  @ParameterizedTest
  @MethodSource("readersThatKeepOff")
  void asManyKnownToBeSlowAsThereIsParity_costNothing(AnyKReader reader) {
    long healthy = healthyNanos(reader, ROWS);
    for (IndexSet slow : setsOfUpToSpare(reader)) {
      ReadTrial.Outcome outcome = scene(reader).with(slow, stuck()).known().read();
      assertThat(outcome.plain()).as("%s slow", slow).isEmpty();
      assertThat(outcome.nanos()).as("%s slow", slow).isEqualTo(healthy);
    }
  }

  /** Of those that are asked at once all, were it the nearest ones. */
  @ParameterizedTest
  @MethodSource("readersThatKeepOff")
  void allParityStuck_costsHealthyDataNothing(AnyKReader reader) {
    AnyKScene scene = scene(reader).with(parity(reader), stuck());
    ReadTrial.Outcome outcome = scene.read();
    assertThat(outcome.nanos()).isEqualTo(healthyNanos(reader, ROWS));
    assertThat(outcome.report().decodedBytes()).isZero();
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("readersThatChooseCopies")
  void allPreferredCopiesStuck_costNothingWhereThatIsKnown_andOneDelayNever(AnyKReader reader) {
    long healthy = healthyNanos(reader, ROWS);
    AnyKScene known = new AnyKScene(reader, ROWS, 2).withFirstCopies(stuck()).known();
    assertThat(known.read().nanos()).isEqualTo(healthy);
    if (reader.spare() > 0) {
      ReadTrial.Outcome unknown = new AnyKScene(reader, ROWS, 2).withFirstCopies(stuck()).read();
      assertThat(unknown.plain()).isEmpty();
      assertThat(unknown.nanos() - healthy)
          .as("its data is late, and then its parity")
          .isBetween(0L, (1 + reader.lateLanes()) * AROUND);
    }
  }

  // ---- 5: parity in the middle ----

  @ParameterizedTest
  @MethodSource("readersWithParity")
  void parityFirstNeededInTheMiddle_isReadFromTheMiddle(AnyKReader reader) {
    long healthy = healthyNanos(reader, ROWS);
    for (int index = 0; index < reader.k(); index++) {
      for (boolean dies : new boolean[] {false, true}) {
        LaneBehaviour steady = LaneBehaviour.steady();
        int at = MIDDLE * UNIT;
        AnyKScene scene = scene(reader).with(index, dies ? steady.failAt(at) : steady.stallAt(at));
        ReadTrial.Outcome outcome = scene.read();
        assertThat(outcome.pieceBytes()).isEqualTo(scene.lengthBytes());
        assertThat(outcome.nanos() - healthy).isBetween(0L, goingAround(reader));
        if (reader.besides() == 0) {
          assertThat(outcome.report().decodedBytes()).isEqualTo(REST);
          assertThat(scene.rowsAskedFrom(reader.k())).allMatch(row -> row >= MIDDLE);
        } else {
          assertThat(outcome.report().decodedBytes()).isGreaterThanOrEqualTo(REST);
        }
      }
    }
  }

  private static long goingAround(AnyKReader reader) {
    if (reader.besides() > 0) {
      return 0;
    }
    return reader.keepsOff() ? AROUND : AROUND * ROWS;
  }

  // ---- 6: healthy nodes ----

  @ParameterizedTest
  @MethodSource("readers")
  void ofHealthyNodes_whatIsWantedIsAskedAndNoByteMore(AnyKReader reader) {
    AnyKScene scene = scene(reader);
    ReadTrial.Outcome outcome = scene.read();
    long besides = (long) reader.besides() * ROWS * UNIT;
    assertThat(outcome.pieceBytes()).isEqualTo(scene.lengthBytes());
    assertThat(scene.askedBytes()).isEqualTo(scene.lengthBytes() + besides);
    assertAskedOnce(scene);
    assertThat(scene.lateSlices()).isZero();
    assertThat(outcome.report().lanes()).hasSize(reader.k() + reader.besides());
    if (reader.besides() == 0) {
      assertThat(outcome.report().receivedBytes()).isEqualTo(scene.lengthBytes());
      assertThat(outcome.report().decodedBytes()).isZero();
      assertThat(outcome.report().ledgers()).isEmpty();
    }
  }

  private static void assertAskedOnce(AnyKScene scene) {
    assertThat(scene.asked())
        .extracting(request -> request.source() + " " + request.slice())
        .doesNotHaveDuplicates();
  }

  // ---- 7: the k-th arrival ----

  @ParameterizedTest
  @MethodSource("readersWithParity")
  void asManySlowAsThereIsParity_areNotWaitedFor(AnyKReader reader) {
    long healthy = healthyNanos(reader, ROWS);
    for (IndexSet slow : setsOfUpToSpare(reader)) {
      ReadTrial.Outcome outcome = scene(reader).with(slow, LaneBehaviour.slow(1000)).read();
      assertThat(outcome.plain()).as("%s slow", slow).isEmpty();
      assertThat(outcome.nanos() - healthy)
          .as("%s slow", slow)
          .isBetween(0L, noticing(reader, slow));
    }
  }

  /** Late data of one row, and parity that is asked for that, and never comes. */
  @ParameterizedTest
  @MethodSource("readers")
  void kthArrival_endsARow_whoeverElseWasAsked(AnyKReader reader) {
    AnyKScene scene = new AnyKScene(reader, 1).with(0, LaneBehaviour.slow(12));
    scene.with(parity(reader), stuck());
    ReadTrial.Outcome outcome = scene.read();
    assertThat(outcome.plain()).isEmpty();
    assertThat(scene.rowsAskedFrom(reader.k())).hasSizeGreaterThanOrEqualTo(reader.besides());
    assertThat(scene.rowsAskedFrom(reader.k()).isEmpty()).isEqualTo(reader.spare() == 0);
    assertThat(outcome.nanos()).isEqualTo(OPEN + 12 * SLICE);
  }

  // ---- 8: slow callers ----

  @ParameterizedTest
  @MethodSource("readers")
  void slowCallerOfHealthyNodes_isHeldUpByNothing_andHasNoByteTwice(AnyKReader reader) {
    for (long consumeNanos : new long[] {MILLI, 100 * MILLI, 2 * SECOND}) {
      for (long bytes : new long[] {3L * reader.sources() * UNIT, PLENTY}) {
        AnyKScene scene = scene(reader).inMemory(bytes);
        ReadTrial.Outcome outcome =
            scene.calledAs(new ReadTrial.Calls(consumeNanos, -1, -1)).read();
        String how = consumeNanos / MILLI + " ms a piece, in " + bytes + " bytes";
        long pieces = scene.lengthBytes() / UNIT;
        assertThat(outcome.pieceBytes()).as(how).isEqualTo(scene.lengthBytes());
        assertThat(outcome.nanos())
            .as(how)
            .isLessThanOrEqualTo(OPEN + SLICE + pieces * consumeNanos);
        assertThat(scene.lateSlices()).as(how).isZero();
        assertAskedOnce(scene);
        if (reader.besides() == 0) {
          assertThat(scene.askedBytes()).as(how).isEqualTo(scene.lengthBytes());
          assertThat(outcome.report().receivedBytes()).as(how).isEqualTo(scene.lengthBytes());
          assertThat(outcome.report().ledgers()).as(how).isEmpty();
        }
      }
    }
  }

  // ---- 9: stragglers that recover ----

  @ParameterizedTest
  @MethodSource("readersThatKeepOff")
  void stragglerThatRecovers_isReadAgain_andTheParityIsLeftAlone(AnyKReader reader) {
    int rows = 400;
    long slowNanos = 30 * MILLI;
    AnyKScene scene = new AnyKScene(reader, rows);
    ReadTrial.Outcome outcome =
        scene.with(0, LaneBehaviour.steady().slowUntil(slowNanos, 100)).read();
    assertThat(outcome.plain()).isEmpty();
    // It is tried after a while, and once more where it still owes what it was asked when slow.
    long aroundRows = (slowNanos + 2 * LAG_MEMORY) / SLICE;
    assertThat(outcome.report().decodedBytes()).isLessThan(aroundRows * UNIT);
    assertThat(scene.rowsAskedOf(0)).containsAll(range((int) aroundRows, rows));
    if (reader.besides() == 0) {
      assertThat(scene.rowsAskedFrom(reader.k())).allMatch(row -> row < aroundRows);
    }
    long slowSlice = 100 * SLICE;
    assertThat(outcome.nanos() - healthyNanos(reader, rows))
        .isBetween(0L, reader.spare() == 0 ? slowSlice : 2 * AROUND);
  }

  // ---- 10: late first, and then others dead ----

  @ParameterizedTest
  @MethodSource("readersWithParity")
  void whoWasGoneAround_isAskedAgainWhenOthersDie(AnyKReader reader) {
    IndexSet all = IndexSet.range(0, reader.sources());
    for (int slow : all.toArray()) {
      for (IndexSet dead : sets(reader.spare(), all.without(slow))) {
        AnyKScene scene = scene(reader).with(slow, LaneBehaviour.slow(20));
        scene.with(dead, LaneBehaviour.steady().failAt(MIDDLE * UNIT));
        ReadTrial.Outcome outcome = scene.read();
        String how = slow + " slow, " + dead + " dead";
        assertThat(outcome.plain()).as(how).isEmpty();
        assertThat(scene.rowsAskedOf(slow)).as(how).containsAll(range(MIDDLE, ROWS));
        long allBySlow = OPEN + ROWS * 20 * SLICE;
        assertThat(outcome.nanos()).as(how).isLessThan(allBySlow + GROUPS * AROUND);
      }
    }
  }

  /** Its lane was given up, and is opened once more. */
  @ParameterizedTest
  @MethodSource("readersWithParity")
  void laneThatWasGivenUp_isOpenedAgainWhenOthersDie(AnyKReader reader) {
    AnyKScene scene = scene(reader).with(0, LaneBehaviour.slow(20));
    scene.with(IndexSet.range(1, 1 + reader.spare()), LaneBehaviour.steady().failAt(MIDDLE * UNIT));
    ReadTrial.Outcome outcome = scene.read();
    assertThat(outcome.plain()).isEmpty();
    assertThat(outcome.report().decodedBytes())
        .as("of the dead, and of the late before")
        .isGreaterThan(reader.spare() * REST);
    assertThat(scene.opensOf(0)).isGreaterThan(1);
  }
}
