package io.evenkeel.policy.direct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.coding.ErasureCode;
import io.evenkeel.coding.IndexSet;
import io.evenkeel.policy.direct.BlockDirector.Gain;
import io.evenkeel.policy.direct.BlockDirector.Part;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

/** RS(3,2) on nodes of a MiB a second, if nothing else is said; queues in MiB. */
class BlockDirectorTest {
  private static final double MIB = 1 << 20;
  private static final IndexSet DATA = IndexSet.range(0, 3);
  private static final IndexSet PARITY = IndexSet.range(3, 5);
  private static final IndexSet NONE = IndexSet.empty();

  /** A MiB, which takes a second; 100 ms of a part. */
  private final BlockDirector director =
      new BlockDirector(new Gain((long) MIB, 25_000_000, 100_000_000));

  private static Part of(IndexSet wanted, long taskBytes) {
    return new Part(CodeSpec.rs(3, 2), wanted, DATA, taskBytes);
  }

  private static IntFunction<NodeQueue> queues(double... mebibytes) {
    return index ->
        mebibytes[index] == Double.POSITIVE_INFINITY
            ? NodeQueue.UNREACHABLE
            : new NodeQueue(mebibytes[index] * MIB, MIB);
  }

  private static final double DEAD = Double.POSITIVE_INFINITY;

  @Test
  void rows_exchangeTheLongestQueuesForTheShortest() {
    assertThat(director.avoidedOfRows(DATA, PARITY, queues(0, 5, 0, 0, 0)))
        .as("one long queue: the first of the parity instead")
        .isEqualTo(IndexSet.of(1, 4));
    assertThat(director.avoidedOfRows(DATA, PARITY, queues(0, 5, 0, 3, 1)))
        .as("the shorter of two")
        .isEqualTo(IndexSet.of(1, 3));
    assertThat(director.avoidedOfRows(DATA, PARITY, queues(4, 5, 0, 0, 0)))
        .as("two for two")
        .isEqualTo(IndexSet.of(0, 1));
    assertThat(director.avoidedOfRows(DATA, PARITY, queues(4, 5, 9, 0, 0)))
        .as("the longest two of three, and no more than there is parity")
        .isEqualTo(IndexSet.of(1, 2));
  }

  @Test
  void rows_stayWithTheData_unlessMoreThanACellIsGained() {
    assertThat(director.avoidedOfRows(DATA, PARITY, queues(1, 1, 1, 0, 0))).isEqualTo(NONE);
    assertThat(director.avoidedOfRows(DATA, PARITY, queues(1.01, 1, 1, 0, 0)))
        .isEqualTo(IndexSet.of(0, 4));
    assertThat(director.avoidedOfRows(DATA, PARITY, queues(5, 5, 5, 4.5, 4.5))).isEqualTo(NONE);
    // On nodes of a GiB a second 20 MiB take 20 ms, which nobody decodes for.
    IntFunction<NodeQueue> fast = index -> new NodeQueue(index == 0 ? 20 * MIB : 0, 1024 * MIB);
    assertThat(director.avoidedOfRows(DATA, PARITY, fast)).isEqualTo(NONE);
  }

  @Test
  void rows_goByTime_whereNodesAreUnequal() {
    // Data 0 is served within half a second, the first parity after three.
    IntFunction<NodeQueue> unequal =
        index ->
            switch (index) {
              case 0 -> new NodeQueue(4 * MIB, 8 * MIB);
              case 1 -> new NodeQueue(4 * MIB, MIB);
              case 3 -> new NodeQueue(1.5 * MIB, MIB / 2);
              default -> new NodeQueue(0, MIB);
            };
    assertThat(director.avoidedOfRows(DATA, PARITY, unequal)).isEqualTo(IndexSet.of(1, 3));
  }

  @Test
  void rows_ofASlowNode_areTheSchemesAffair_butNotTheOthers() {
    assertThat(director.avoidedOfRows(DATA, PARITY, queues(DEAD, 0, 0, 0, 0))).isEqualTo(NONE);
    assertThat(director.avoidedOfRows(DATA, PARITY, queues(DEAD, 0, 5, 0, 0)))
        .as("one parity is for the dead node")
        .isEqualTo(IndexSet.of(0, 2));
    assertThat(director.avoidedOfRows(DATA, PARITY, queues(DEAD, 0, 5, 0, DEAD)))
        .as("and none is left for the busy one")
        .isEqualTo(NONE);
  }

  @Test
  void part_hasTheLeastMarginalLoad() {
    long task = (long) MIB;
    // In MiB: a normal read 5 + .5, a degraded one (0 + .5) x 3.
    assertThat(part(task, queues(5, 0, 0, 0, 0))).isEqualTo(IndexSet.of(0, 4));
    // 1 + .5 is no more than that.
    assertThat(part(task, queues(1, 0, 0, 0, 0))).isEqualTo(NONE);
    assertThat(part(task, queues(1.01, 0, 0, 0, 0))).isEqualTo(IndexSet.of(0, 4));
    // Three queues of one: 1.5 x 3 = 4.5.
    assertThat(part(task, queues(4, 1, 1, 1, 1))).isEqualTo(NONE);
    assertThat(part(task, queues(4.1, 1, 1, 1, 1))).isEqualTo(IndexSet.of(0, 4));
    assertThat(part(task, queues(9, 7, 1, 1, 1)))
        .as("the longest of the others is left out")
        .isEqualTo(IndexSet.of(0, 1));
  }

  /** Any three of the other four are read instead, so the longest of them does not count. */
  @Test
  void part_leavesOnlyANode_whereReadsUsuallyWaitHalfAsLongAgain() {
    long task = (long) MIB;
    IntFunction<NodeQueue> long0 = queues(5, 0, 0, 0, 1);
    IndexSet wanted = IndexSet.of(0);
    assertThat(director.avoidedOfPart(of(wanted, task), long0, waits(.6, .4, .1, 0, 2)))
        .isEqualTo(IndexSet.of(0, 4));
    assertThat(director.avoidedOfPart(of(wanted, task), long0, waits(.5, .4, .1, 0, 2)))
        .as("what waits there now is chance")
        .isEqualTo(NONE);
    assertThat(
            director.avoidedOfPart(
                of(wanted, task), queues(DEAD, 0, 3, 0, 1), waits(0, .4, .1, 0, .1)))
        .as("decoded anyway")
        .isEqualTo(IndexSet.of(0, 2));
  }

  @Test
  void part_leavesANode_whereManyTimesAsMuchWaitsAsEver() {
    long task = (long) MIB;
    IndexSet wanted = IndexSet.of(0);
    IntToDoubleFunction alike = waits(.3, .3, .3, .3, .3);
    assertThat(director.avoidedOfPart(of(wanted, task), queues(4.8, 0, 0, 0, 1), alike))
        .as("16 x, less than that longer than at the others")
        .isEqualTo(NONE);
    assertThat(director.avoidedOfPart(of(wanted, task), queues(4.9, 0, 0, 0, 1), alike))
        .isEqualTo(IndexSet.of(0, 4));
  }

  private static IntToDoubleFunction waits(double... seconds) {
    return index -> seconds[index] * 1e9;
  }

  private IndexSet part(long taskBytes, IntFunction<NodeQueue> queues) {
    return director.avoidedOfPart(of(IndexSet.of(0), taskBytes), queues, i -> 0);
  }

  @Test
  void part_ofLittle_isNotWorthADetourOfFewMilliseconds() {
    long task = (long) MIB / 1024;
    assertThat(part(task, queues(.09, 0, 0, 0, 0))).as("90 ms").isEqualTo(NONE);
    assertThat(part(task, queues(.11, 0, 0, 0, 0))).isEqualTo(IndexSet.of(0, 4));
  }

  @Test
  void part_ofTwoCells_isDecodedFromThree() {
    long task = (long) MIB;
    IndexSet wanted = IndexSet.of(0, 1);
    // Normal: 5.5 + .5; without the first: (0 + .5) x 3.
    assertThat(director.avoidedOfPart(of(wanted, task), queues(5, 0, 0, 0, 0), i -> 0))
        .isEqualTo(IndexSet.of(0, 4));
  }

  @Test
  void part_isReadAsEver_whereTooFewOthersAreThere_orItsNodeIsSlow() {
    long task = (long) MIB;
    assertThat(part(task, queues(DEAD, 0, 0, 0, 0))).isEqualTo(NONE);
    assertThat(part(task, queues(9, 0, 0, DEAD, DEAD))).as("two of three").isEqualTo(NONE);
    assertThat(
            director.avoidedOfPart(
                new Part(CodeSpec.parse("none-3-0"), IndexSet.of(0), DATA, task),
                queues(9, 0, 0),
                i -> 0))
        .isEqualTo(NONE);
  }

  @Test
  void replicas_withMoreBeforeThem_comeLast() {
    assertThat(director.avoidedOfReplicas(3, queues(5, 0, 0))).isEqualTo(IndexSet.of(0));
    assertThat(director.avoidedOfReplicas(3, queues(5, 4, 0))).isEqualTo(IndexSet.of(0, 1));
    assertThat(director.avoidedOfReplicas(3, queues(0, 5, 0)))
        .as("the first one is as good as any")
        .isEqualTo(NONE);
    assertThat(director.avoidedOfReplicas(3, queues(1, 0, 0))).as("near").isEqualTo(NONE);
    assertThat(director.avoidedOfReplicas(1, queues(5))).isEqualTo(NONE);
    assertThat(director.avoidedOfReplicas(2, queues(DEAD, DEAD))).isEqualTo(NONE);
  }

  @Test
  void gain_isNeverNegative() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Gain(-1, 0, 0))
        .withMessageContaining("got -1, 0 and 0");
  }

  /** Data 0 is slow, and any three of the other four are read. */
  @Test
  void aPart_thatIsDecodedAnyway_isDecodedFromThoseThatHaveLeastToDo() {
    IndexSet wanted = IndexSet.of(0);
    long task = (long) MIB;
    assertThat(director.avoidedOfPart(of(wanted, task), queues(DEAD, 0, 3, 0, 1), i -> 0))
        .isEqualTo(IndexSet.of(0, 2));
    assertThat(director.avoidedOfPart(of(wanted, task), queues(DEAD, 0, .05, 0, 0), i -> 0))
        .as("50 ms are not worth it: whoever is next in turn")
        .isEqualTo(NONE);
    assertThat(director.avoidedOfPart(of(wanted, task), queues(DEAD, 0, 0, DEAD, 0), i -> 0))
        .as("the other slow one is left anyway")
        .isEqualTo(NONE);
    assertThat(director.avoidedOfPart(of(wanted, task), queues(DEAD, 9, 0, DEAD, 0), i -> 0))
        .as("there is no choice")
        .isEqualTo(NONE);
  }

  /** Of LRC(6,2,2) data 3 to 5 have parity 7 for themselves, 8 and 9 are of all. */
  @Test
  void oneFragmentOfALocalCode_isDecodedFromItsGroup_orFromWhatCostsLess() {
    CodeSpec local = CodeSpec.parse("lrc-6-2-2");
    IndexSet data = IndexSet.range(0, 6);
    long task = (long) MIB;
    Part one = new Part(local, IndexSet.of(4), data, task);
    assertThat(director.avoidedOfPart(one, queues(0, 0, 0, 0, 5, 0, 0, 0, 0, 0), i -> 0))
        .isEqualTo(IndexSet.range(0, 10).minus(IndexSet.of(3, 5, 7)));
    IndexSet used =
        IndexSet.range(0, 10)
            .minus(director.avoidedOfPart(one, queues(0, 0, 0, 0, 9, 0, 0, 6, 0, 0), i -> 0));
    assertThat(used.contains(7) || used.contains(4)).as("of the two long queues").isFalse();
    assertThat(ErasureCode.of(local).canRecover(used, IndexSet.of(4))).isTrue();
    assertThat(director.avoidedOfPart(one, queues(0, 0, 0, 0, 2, 0, 0, 0, 0, 0), i -> 0))
        .as("three halves are less than two and a half, six are not")
        .isNotEqualTo(NONE);
    assertThat(director.avoidedOfPart(one, queues(0, 0, 0, 0, 2, 0, 0, 2, 0, 0), i -> 0))
        .isEqualTo(NONE);
  }
}
