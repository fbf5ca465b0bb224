package io.evenkeel.policy.reading;

import static io.evenkeel.policy.reading.SmallReads.ALONE;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.model.NodeId;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SmallReadsTest {
  private static final ReadKind SIZE = ReadKind.UP_TO_64_KIB;
  private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);
  private final SmallReads reads = new SmallReads();

  private static NodeId node(int number) {
    return new NodeId("datanode-" + number + ":9866");
  }

  private boolean read(int node, ReadKind kind, long nanos) {
    boolean isLate = nanos >= reads.lateNanos(kind, ALONE, node(node));
    return reads.ended(node(node), kind, ALONE, nanos, isLate);
  }

  /** Of a hundred 98 take 1 ms and two take 4 ms, so that the threshold is 2 x 4 ms. */
  private void learn(ReadKind kind, int hundreds) {
    for (int i = 0; i < 100 * hundreds; i++) {
      read(i % 6, kind, i % 50 == 7 ? 4 * MILLI : MILLI);
    }
  }

  @Test
  void lateIsTwiceTheSlowestOfAHundred() {
    learn(SIZE, 3);
    assertThat(reads.lateNanos(SIZE, ALONE)).isCloseTo(8 * MILLI, Percentage.withPercentage(6));
  }

  @Test
  void nothingIsLateBeforeTwoHundredReadsAreKnown() {
    learn(SIZE, 1);
    assertThat(reads.lateNanos(SIZE, ALONE)).isEqualTo(SmallReads.NEVER);
  }

  @Test
  void smallerReadsThanAnyKnownAreJudgedAsTheNextLarger_largerOnesAreNot() {
    learn(SIZE, 3);
    assertThat(reads.lateNanos(ReadKind.UP_TO_4_KIB, ALONE))
        .isEqualTo(reads.lateNanos(SIZE, ALONE));
    assertThat(reads.lateNanos(ReadKind.UP_TO_128_KIB, ALONE)).isEqualTo(SmallReads.NEVER);
  }

  @Test
  void readsOfMoreThanAMebibyte_areJudgedBySmallerOnesToo_twiceAsLongForTwiceTheBytes() {
    learn(ReadKind.UP_TO_512_KIB, 3);
    Percentage close = Percentage.withPercentage(6);
    assertThat(reads.lateNanos(ReadKind.UP_TO_1_MIB, ALONE)).isEqualTo(SmallReads.NEVER);
    assertThat(reads.lateNanos(ReadKind.UP_TO_2_MIB, ALONE)).isCloseTo(4 * 8 * MILLI, close);
    assertThat(reads.lateNanos(ReadKind.UP_TO_4_MIB, ALONE)).isEqualTo(SmallReads.NEVER);
    learn(ReadKind.UP_TO_2_MIB, 3);
    assertThat(reads.lateNanos(ReadKind.UP_TO_2_MIB, ALONE)).isCloseTo(8 * MILLI, close);
  }

  @Test
  void fourthLateReadOfANodesLastEight_callsItSlow() {
    learn(SIZE, 3);
    assertThat(read(2, SIZE, 30 * MILLI)).isFalse();
    assertThat(read(2, SIZE, 30 * MILLI)).isFalse();
    assertThat(read(2, SIZE, MILLI)).isFalse();
    assertThat(read(2, SIZE, 30 * MILLI)).isFalse();
    assertThat(read(3, SIZE, 30 * MILLI)).as("of another node").isFalse();
    assertThat(read(2, SIZE, 30 * MILLI)).isTrue();
  }

  @Test
  void suspectsReads_areLateWhenTheyAreLong() {
    learn(SIZE, 3);
    long usual = reads.lateNanos(SIZE, ALONE);
    assertThat(read(2, SIZE, 5 * MILLI)).isFalse();
    assertThat(reads.lateNanos(SIZE, ALONE, node(2))).as("one long read").isEqualTo(usual);
    assertThat(read(2, SIZE, 5 * MILLI)).isFalse();
    Percentage close = Percentage.withPercentage(6);
    assertThat(reads.lateNanos(SIZE, ALONE, node(2))).isCloseTo(4 * MILLI, close);
    assertThat(reads.soonestLateNanos(SIZE, ALONE)).isCloseTo(4 * MILLI, close);
    assertThat(reads.lateNanos(SIZE, ALONE, node(3))).as("of another node").isEqualTo(usual);
    for (int i = 0; i < 7; i++) {
      read(2, SIZE, MILLI);
    }
    assertThat(reads.lateNanos(SIZE, ALONE, node(2))).as("seven in time").isEqualTo(usual);
    learn(SIZE, 1);
    assertThat(reads.soonestLateNanos(SIZE, ALONE)).as("no suspect is left").isEqualTo(usual);
  }

  @Test
  void whereOthersAreLongHalfAsOften_nobodyIsASuspect() {
    learn(SIZE, 3);
    for (int node = 0; node < 6; node++) {
      read(node, SIZE, 5 * MILLI);
      read(node, SIZE, MILLI);
      read(node, SIZE, 5 * MILLI);
    }
    assertThat(reads.lateNanos(SIZE, ALONE, node(5))).isEqualTo(reads.lateNanos(SIZE, ALONE));
  }

  @Test
  void slowOrForgivenNode_isNoSuspect() {
    learn(SIZE, 3);
    for (int i = 0; i < 4; i++) {
      read(2, SIZE, 30 * MILLI);
    }
    assertThat(reads.lateNanos(SIZE, ALONE, node(2))).isEqualTo(reads.lateNanos(SIZE, ALONE));
    read(3, SIZE, 5 * MILLI);
    read(3, SIZE, 5 * MILLI);
    assertThat(reads.lateNanos(SIZE, ALONE, node(3))).isLessThan(reads.lateNanos(SIZE, ALONE));
    reads.forgive(node(3));
    assertThat(reads.lateNanos(SIZE, ALONE, node(3))).isEqualTo(reads.lateNanos(SIZE, ALONE));
  }

  @Test
  void lateReadsFarApart_sayNothing() {
    learn(SIZE, 3);
    for (int i = 0; i < 40; i++) {
      assertThat(read(2, SIZE, i % 4 == 0 ? 30 * MILLI : MILLI)).isFalse();
    }
  }

  @Test
  void slowNode_doesNotSayWhatIsUsual() {
    learn(SIZE, 3);
    boolean named = false;
    for (int i = 0; i < 600; i++) {
      boolean slow = read(i % 6, SIZE, i % 6 == 2 ? 30 * MILLI : MILLI);
      assertThat(slow).as("read %d", i).isEqualTo(i % 6 == 2 && (named || i >= 18));
      named |= slow;
    }
    assertThat(reads.lateNanos(SIZE, ALONE)).isLessThan(20 * MILLI);
  }

  @Test
  void aTailThatGrowsOnAllNodes_becomesUsual() {
    SplittableRandom random = new SplittableRandom(9);
    for (int i = 0; i < 20_000; i++) {
      read(random.nextInt(50), SIZE, random.nextInt(200) == 0 ? 15 * MILLI : MILLI);
    }
    assertThat(reads.lateNanos(SIZE, ALONE)).isLessThan(3 * MILLI);
    for (int i = 0; i < 20_000; i++) {
      read(random.nextInt(50), SIZE, random.nextInt(20) == 0 ? 15 * MILLI : MILLI);
    }
    assertThat(reads.lateNanos(SIZE, ALONE)).isGreaterThan(25 * MILLI);
  }

  @Test
  void nodesThatAreNotReadAnyMore_sayNothing() {
    learn(SIZE, 3);
    for (int i = 0; i < 8; i++) {
      for (int node = 3; node < 6; node++) {
        reads.ended(node(node), SIZE, ALONE, 9 * MILLI, true);
      }
    }
    for (int i = 0; i < 2100; i++) {
      read(i % 3, SIZE, MILLI);
    }
    boolean slow = false;
    for (int i = 0; i < 4; i++) {
      slow = reads.ended(node(0), SIZE, ALONE, 100 * MILLI, true);
    }
    assertThat(slow).as("beside two that are in time").isTrue();
  }

  @Test
  void aNodeThatIsForgiven_beginsAnew() {
    learn(SIZE, 3);
    for (int i = 0; i < 4; i++) {
      read(2, SIZE, 30 * MILLI);
    }
    reads.forgive(node(2));
    assertThat(read(2, SIZE, 30 * MILLI)).isFalse();
  }

  @Test
  void theOnlyNode_isNotTheMeasureOfItself() {
    for (int i = 0; i < 400; i++) {
      read(1, SIZE, MILLI);
    }
    boolean slow = false;
    for (int i = 0; i < 4; i++) {
      slow = read(1, SIZE, 30 * MILLI);
    }
    assertThat(slow).as("there may be another replica").isTrue();
  }

  @Test
  void whereOthersAreLateHalfAsOften_itIsNotTheNode() {
    learn(SIZE, 3);
    for (int i = 0; i < 4; i++) {
      for (int node = 0; node < 6; node++) {
        boolean late = node == 2 || i % 2 == 0;
        assertThat(read(node, SIZE, late ? 30 * MILLI : MILLI)).isFalse();
      }
    }
  }

  @Test
  void aNodeThatWasSlowFromTheFirstReadOn_isFoundByComparison() {
    // One read in six takes 25 ms: that is the slowest of a hundred, so nothing is late.
    int foundAt = -1;
    for (int i = 0; i < 400 && foundAt < 0; i++) {
      foundAt = read(i % 6, SIZE, i % 6 == 2 ? 25 * MILLI : MILLI) ? i : -1;
    }
    assertThat(foundAt)
        .as("its eighth read in a row once a median is known")
        .isBetween(64 + 7 * 6, 64 + 8 * 6);
    for (int i = foundAt + 1; i < 400; i++) {
      read(i % 6, SIZE, i % 6 == 2 ? 25 * MILLI : MILLI);
    }
    assertThat(reads.lateNanos(SIZE, ALONE)).isBetween(40 * MILLI, 60 * MILLI);
    assertThat(reads.isLong(SIZE, ALONE, 25 * MILLI)).isTrue();
    assertThat(reads.isLong(SIZE, ALONE, 3 * MILLI)).isFalse();
  }

  @Test
  void aNodeOfWhichOneReadInFiveIsFast_isFoundByComparison_ifLater() {
    int foundAt = -1;
    for (int i = 0; i < 400 && foundAt < 0; i++) {
      boolean isSlow = i % 6 == 2 && i / 6 % 5 != 0;
      foundAt = read(i % 6, SIZE, isSlow ? 25 * MILLI : MILLI) ? i : -1;
    }
    assertThat(foundAt)
        .as("twelve of its last sixteen reads once a median is known")
        .isBetween(64 + 11 * 6, 64 + 16 * 6);
  }

  /** As one whose caches serve the rest, or that has room for a burst. */
  @Test
  void aNodeOfWhichTwoReadsInFiveAreSlow_isFound_andSoonerWhenItWasLately() {
    SplittableRandom random = new SplittableRandom(6);
    int foundAt = -1;
    for (int i = 0; i < 1000 && foundAt < 0; i++) {
      boolean isSlow = random.nextInt(100) < (i % 6 == 2 ? 40 : 3);
      foundAt = read(i % 6, SIZE, isSlow ? 9 * MILLI : MILLI) ? i : -1;
    }
    assertThat(foundAt).isBetween(64 + 9 * 6, 64 + 40 * 6);
    reads.forgive(node(2));
    int again = 0;
    for (int slow = 0; slow < 3; slow++) {
      assertThat(read(2, SIZE, MILLI)).isFalse();
      again += read(2, SIZE, 9 * MILLI) ? 1 : 0;
    }
    assertThat(again).as("with the third").isEqualTo(1);
  }

  @Test
  void whereOneReadInTwentyIsSlow_noNodeIs() {
    SplittableRandom random = new SplittableRandom(8);
    for (int i = 0; i < 50_000; i++) {
      boolean isSlow = random.nextInt(20) == 0;
      assertThat(read(i % 6, SIZE, isSlow ? 9 * MILLI : MILLI)).as("read %d", i).isFalse();
    }
  }

  @ParameterizedTest
  @CsvSource({"1,20", "1,33", "2,33", "3,33", "3,20", "6,20", "6,33"})
  void whereManyReadsComeFromDisks_hardlyEverIsANodeCalledSlow(int nodes, int percent) {
    SplittableRandom random = new SplittableRandom(4);
    int named = 0;
    for (int i = 0; i < 20_000; i++) {
      int node = random.nextInt(nodes);
      if (read(node, SIZE, random.nextInt(100) < percent ? 8 * MILLI : MILLI)) {
        named++;
        reads.forgive(node(node));
      }
    }
    // 12 of 16 at one in three come up now and then, as do 8 in a row.
    assertThat(named).isLessThan(40);
  }

  @Test
  void nodesThatAreFartherAway_areNotSlow() {
    for (int i = 0; i < 3000; i++) {
      boolean isHere = i % 3 != 0;
      int node = isHere ? 0 : 1 + random(i);
      assertThat(read(node, SIZE, isHere ? MILLI / 10 : MILLI)).as("read %d", i).isFalse();
    }
    assertThat(reads.isLong(SIZE, ALONE, MILLI)).as("less than a detour takes").isFalse();
  }

  private static int random(int seed) {
    return new SplittableRandom(seed).nextInt(5);
  }

  @Test
  void whereOnlyOneNodeIsFast_theOthersAreNotSlow() {
    for (int i = 0; i < 3000; i++) {
      boolean isFast = i % 3 != 0;
      int node = isFast ? 0 : 1 + random(i);
      assertThat(read(node, SIZE, isFast ? MILLI : 9 * MILLI)).as("read %d", i).isFalse();
    }
  }

  @Test
  void tailIsKept_whenOlderOnesAreForgotten() {
    for (int i = 0; i < 511; i++) {
      // Twelve of the slow ones, each in a bucket of its own.
      read(i % 6, SIZE, i % 40 == 7 ? (4 + i / 20) * MILLI : MILLI);
    }
    long before = reads.lateNanos(SIZE, ALONE);
    for (int i = 0; i < 40; i++) {
      read(i % 6, SIZE, MILLI);
    }
    assertThat(reads.lateNanos(SIZE, ALONE)).isGreaterThan(before / 2);
  }

  @Test
  void whatANewProcessTakes_isForgottenSoon() {
    for (int i = 0; i < 100; i++) {
      read(i % 6, SIZE, 40 * MILLI);
    }
    for (int i = 0; i < 4000; i++) {
      read(i % 6, SIZE, MILLI);
    }
    assertThat(reads.lateNanos(SIZE, ALONE)).isLessThan(3 * MILLI);
  }

  @Test
  void whenAllNodesAreLate_noneIsCalledSlow_andLaterIsLate() {
    learn(SIZE, 3);
    for (int i = 0; i < 2000; i++) {
      assertThat(read(i % 6, SIZE, 30 * MILLI)).isFalse();
    }
    assertThat(reads.lateNanos(SIZE, ALONE)).isGreaterThan(40 * MILLI);
  }

  @Test
  void atMostOneInTwentyFiveIsLeft_andSixteenAtOnce() {
    int left = 0;
    SplittableRandom random = new SplittableRandom(5);
    for (int i = 0; i < 10_000; i++) {
      left += reads.tryLeave() ? 1 : 0;
      reads.ended(node(random.nextInt(6)), SIZE, ALONE, MILLI, false);
    }
    assertThat(left).isBetween(380, 420);
    for (int i = 0; i < 10_000; i++) {
      reads.ended(node(1), SIZE, ALONE, MILLI, false);
    }
    for (int i = 0; i < 16; i++) {
      assertThat(reads.tryLeave()).isTrue();
    }
    assertThat(reads.tryLeave()).isFalse();
  }

  @Test
  void fasterTimesAreLearntToo() {
    learn(SIZE, 3);
    for (int i = 0; i < 40_000; i++) {
      read(i % 6, SIZE, MILLI / 4);
    }
    assertThat(reads.lateNanos(SIZE, ALONE)).isLessThan(MILLI);
  }

  private void learnInCompany(int atOnce, long nanos) {
    for (int i = 0; i < 300; i++) {
      boolean isLate = nanos >= reads.lateNanos(SIZE, atOnce);
      assertThat(reads.ended(node(i % 6), SIZE, atOnce, nanos, isLate)).as("read %d", i).isFalse();
    }
  }

  @Test
  void inCompanyNobodyHasHad_aReadMayTakeAsManyTimesLonger() {
    learnInCompany(ALONE, MILLI);
    long alone = reads.lateNanos(SIZE, ALONE);
    assertThat(alone).isCloseTo(2 * MILLI, Percentage.withPercentage(6));
    assertThat(reads.lateNanos(SIZE, 2)).isEqualTo(2 * alone);
    assertThat(reads.lateNanos(SIZE, 5)).as("four to seven").isEqualTo(4 * alone);
    assertThat(reads.lateNanos(SIZE, 1000)).as("32 and more").isEqualTo(32 * alone);
  }

  @Test
  void readsAreJudgedByThoseThatHadAsMuchCompany() {
    learnInCompany(ALONE, MILLI);
    learnInCompany(4, 3 * MILLI);
    assertThat(reads.lateNanos(SIZE, ALONE)).isCloseTo(2 * MILLI, Percentage.withPercentage(6));
    assertThat(reads.lateNanos(SIZE, 4)).isCloseTo(6 * MILLI, Percentage.withPercentage(6));
    assertThat(reads.lateNanos(SIZE, 2)).as("between").isEqualTo(2 * reads.lateNanos(SIZE, ALONE));
    assertThat(reads.lateNanos(SIZE, 8)).isEqualTo(2 * reads.lateNanos(SIZE, 4));
    assertThat(reads.isLong(SIZE, ALONE, 5 * MILLI)).isTrue();
    assertThat(reads.isLong(SIZE, 4, 5 * MILLI)).isFalse();
  }

  @Test
  void whoIsAlone_takesNoLongerThanOthersInCompany() {
    learnInCompany(16, 10 * MILLI);
    assertThat(reads.lateNanos(SIZE, ALONE)).isEqualTo(reads.lateNanos(SIZE, 16));
    assertThat(reads.lateNanos(SIZE, 32)).isEqualTo(2 * reads.lateNanos(SIZE, 16));
  }

  @Test
  void aSlowNode_isFoundAmongSixHundred() {
    learn(SIZE, 3);
    boolean found = false;
    for (int round = 0; round < 20; round++) {
      for (int node = 0; node < 600; node++) {
        found |= read(node, SIZE, node == 0 ? 50 * MILLI : MILLI) && node == 0;
      }
    }
    assertThat(found).isTrue();
  }
}
