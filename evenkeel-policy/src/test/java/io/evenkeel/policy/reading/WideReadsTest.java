package io.evenkeel.policy.reading;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.model.NodeId;
import io.evenkeel.policy.reading.WideReads.Waits;
import org.junit.jupiter.api.Test;

class WideReadsTest {
  private static final long KIB = 1 << 10;
  private static final long MIB = 1 << 20;
  private static final long MILLI = 1_000_000;
  private static final long BLOCK = 16 * MIB;

  /** From 256 KiB, at first 2 MiB, at most 64 MiB; not where a node brings 256 MiB a second. */
  private final WideReads reads = new WideReads(256 * KIB, 2 * MIB, 64 * MIB, 256 * MIB);

  /** A run of so many MiB from a node of 64 MiB/s, whose caller does nothing but wait. */
  private boolean pays(long runMib) {
    return reads.pays(
        runMib * MIB,
        new Waits(runMib * MIB, runMib * 1000 * MILLI / 64, runMib * 16 * MILLI, 0),
        1,
        1);
  }

  private void brought(long run, int mibPerSecond) {
    reads.brought(run, 1000.0 * MILLI / mibPerSecond / MIB);
  }

  @Test
  void slowNodeAndWaitingCaller_goWideAfterTheFirstBytes() {
    assertThat(pays(1)).isFalse();
    assertThat(pays(2)).isTrue();
  }

  @Test
  void fastNode_staysAlone() {
    assertThat(reads.pays(8 * MIB, new Waits(8 * MIB, 8 * MILLI, 8 * MILLI, 0), 1, 1)).isFalse();
  }

  /** 8 threads on 2 cores get 200 MiB/s each: alone one would get some 800. */
  @Test
  void threadsThatWaitForEachOther_blameNoNode() {
    long nanos = 8 * 1000 * MILLI / 200;
    assertThat(reads.pays(8 * MIB, new Waits(8 * MIB, nanos, nanos, 0), 4, 1)).isFalse();
    WideReads alone = new WideReads(256 * KIB, 2 * MIB, 64 * MIB, 256 * MIB);
    assertThat(alone.pays(8 * MIB, new Waits(8 * MIB, nanos, nanos, 0), 1, 1)).isTrue();
  }

  @Test
  void callerThatWorksMostOfTheTime_needsNoMore() {
    assertThat(reads.pays(8 * MIB, new Waits(8 * MIB, 125 * MILLI, 300 * MILLI, 0), 1, 1))
        .isFalse();
  }

  @Test
  void burstOfLittle_measuresNothing() {
    assertThat(reads.pays(2 * MIB, new Waits(512 * KIB, 100 * MILLI, 100 * MILLI, 0), 1, 1))
        .as("slow, but of too little")
        .isFalse();
  }

  @Test
  void processThatReadOn_goesWideSooner() {
    assertThat(pays(2)).isTrue();
    reads.ended(4 * BLOCK, BLOCK, true);
    assertThat(reads.afterBytes()).isEqualTo(256 * KIB);
    assertThat(paysUnmeasured()).as("by what is known").isTrue();
  }

  /** Whether a run goes wide that has measured nothing yet. */
  private boolean paysUnmeasured() {
    return reads.pays(256 * KIB, new Waits(256 * KIB, 0, MILLI, 0), 1, 1);
  }

  /** Of 2, 4, 8, ... runs the first measures; the others go by that. */
  @Test
  void slowNodesAreMeasuredEverMoreRarely() {
    for (int trusted = 2; trusted <= 128; trusted *= 2) {
      assertThat(paysUnmeasured()).as("before %s runs", trusted).isFalse();
      assertThat(pays(2)).isTrue();
      reads.ended(4 * BLOCK, BLOCK, true);
      for (int i = 1; i < Math.min(64, trusted); i++) {
        assertThat(paysUnmeasured()).as("run %s of %s", i, trusted).isTrue();
        reads.ended(4 * BLOCK, BLOCK, true);
      }
    }
  }

  @Test
  void singleReads_areTrustedAsRunsAre() {
    assertThat(reads.paysOnce(1)).as("nothing known").isFalse();
    assertThat(pays(2)).isTrue();
    assertThat(reads.paysOnce(9)).as("too few nodes: no trust is used up").isFalse();
    assertThat(reads.paysOnce(1)).isTrue();
    assertThat(reads.paysOnce(1)).isTrue();
    assertThat(reads.paysOnce(1)).isFalse();
  }

  @Test
  void oneSlowMoment_makesTwoRunsWide() {
    assertThat(pays(2)).isTrue();
    reads.ended(4 * BLOCK, BLOCK, true);
    assertThat(paysUnmeasured()).isTrue();
    reads.ended(4 * BLOCK, BLOCK, true);
    assertThat(paysUnmeasured()).isFalse();
    assertThat(reads.pays(8 * MIB, new Waits(MIB, MILLI, MILLI, 0), 1, 1)).as("1 GiB/s").isFalse();
    assertThat(reads.paysOnce(1)).isFalse();
    // What is slow again counts for half.
    assertThat(reads.pays(8 * MIB, new Waits(MIB, 5 * MILLI, 5 * MILLI, 0), 1, 1))
        .as("200 MiB/s")
        .isFalse();
    assertThat(pays(2)).as("and again").isTrue();
  }

  @Test
  void splitWithTheRecordThatEndsBeyondIt_isNoRunThatReadOn() {
    long before = reads.afterBytes();
    reads.ended(BLOCK + MIB, BLOCK, true);
    assertThat(reads.afterBytes()).isEqualTo(4 * before);
    reads.ended(4 * KIB, Long.MAX_VALUE, false);
    assertThat(reads.afterBytes()).as("a file of unknown blocks").isEqualTo(4 * before);
    reads.ended(BLOCK + BLOCK / 8 + 1, BLOCK, true);
    assertThat(reads.afterBytes()).isEqualTo(256 * KIB);
  }

  @Test
  void wideReadsThatStopped_makeItLater_upToTheMost() {
    for (int i = 0; i < 9; i++) {
      reads.ended(3 * MIB, BLOCK, true);
    }
    assertThat(reads.afterBytes()).isEqualTo(64 * MIB);
    reads.ended(3 * MIB, BLOCK, false);
    assertThat(reads.afterBytes()).isEqualTo(64 * MIB);
  }

  @Test
  void wideThatBringsNoMoreTwice_isLeftAloneForAWhile() {
    assertThat(pays(2)).isTrue();
    brought(reads.wide(), 64);
    assertThat(pays(2)).as("once by accident, as a first one is slow").isTrue();
    brought(reads.wide(), 192);
    brought(reads.wide(), 64);
    assertThat(pays(2)).as("not twice in a row").isTrue();
    brought(reads.wide(), 64);
    assertThat(pays(2)).isFalse();
    for (int i = 0; i < 16; i++) {
      reads.ended(MIB, BLOCK, false);
    }
    assertThat(pays(2)).isTrue();
  }

  /** A trial costs as much as wide costs too much: they become rare. */
  @Test
  void wideThatBringsNoMoreAgain_isLeftAloneForTwiceAsLong() {
    assertThat(pays(2)).isTrue();
    for (int runs = 16; runs <= 64; runs *= 2) {
      // Those that were wide at the same time are one trial.
      brought(reads.wide(), 64);
      brought(reads.wide(), 64);
      for (int i = 0; i < runs; i++) {
        assertThat(pays(2)).as("after %s of %s runs", i, runs).isFalse();
        reads.ended(MIB, BLOCK, false);
      }
      assertThat(pays(2)).as("after %s runs", runs).isTrue();
    }
    brought(reads.wide(), 192);
    brought(reads.wide(), 64);
    brought(reads.wide(), 64);
    for (int i = 0; i < 16; i++) {
      assertThat(pays(2)).isFalse();
      reads.ended(MIB, BLOCK, false);
    }
    assertThat(pays(2)).isTrue();
  }

  /** Eight that begin together are slow by one accident. */
  @Test
  void runsThatAreWideTogether_disappointOnce() {
    assertThat(pays(2)).isTrue();
    long first = reads.wide();
    long second = reads.wide();
    brought(first, 64);
    brought(second, 64);
    brought(second, 64);
    assertThat(pays(2)).isTrue();
    brought(reads.wide(), 64);
    assertThat(pays(2)).isFalse();
  }

  @Test
  void burst_saysNothingOfHowTheNodeGoesOn() {
    assertThat(pays(2)).isTrue();
    assertThat(reads.pays(3 * MIB, new Waits(3 * MIB, MILLI, MILLI, 0), 1, 1))
        .as("3 GiB/s")
        .isTrue();
    assertThat(reads.pays(5 * MIB, new Waits(2 * MIB, MILLI, MILLI, 0), 1, 1))
        .as("beyond it")
        .isFalse();
  }

  /** The mean is just over the limit when a run goes wide, for the burst before it is in it. */
  @Test
  void burstInTheMean_disappointsNobody() {
    for (int i = 0; i < 4; i++) {
      Waits waits = new Waits(5 * MIB, 20 * MILLI, 20 * MILLI, 1000.0 * MILLI / 64 / MIB);
      assertThat(reads.pays(5 * MIB, waits, 1, 1)).as("250 MiB/s in the mean, %s", i).isTrue();
      brought(reads.wide(), 240);
    }
  }

  /** As from a socket that held the first MiB: then 240 MiB/s are no gain, and later they are. */
  @Test
  void aVerdictAgainstABurst_fallsWhenARunHasMeasuredHowItsNodeGoesOn() {
    Waits burst = waits(MIB, 250, 250);
    assertThat(reads.pays(5 * MIB, burst, 1, 1)).isTrue();
    brought(reads.wide(), 240);
    brought(reads.wide(), 240);
    assertThat(reads.pays(5 * MIB, burst, 1, 1)).isFalse();
    assertThat(reads.pays(7 * MIB, waits(3 * MIB, 64, 64), 1, 1)).as("too little").isFalse();
    assertThat(reads.pays(8 * MIB, waits(4 * MIB, 210, 64), 1, 1)).as("in the end").isFalse();
    assertThat(reads.pays(8 * MIB, waits(4 * MIB, 64, 210), 1, 1)).as("a hiccup").isFalse();
    assertThat(reads.pays(8 * MIB, waits(4 * MIB, 64, 64), 3.5, 1)).as("in a crowd").isFalse();
    assertThat(reads.pays(9 * MIB, waits(5 * MIB, 64, 64), 1, 1)).isTrue();
  }

  /** A node that is measured so is no burst: the next disappointment stands, for twice as long. */
  @Test
  void aVerdictThatFellOnce_isBackAtTheNextDisappointment() {
    Waits node = waits(5 * MIB, 64, 64);
    assertThat(reads.pays(5 * MIB, waits(MIB, 250, 250), 1, 1)).isTrue();
    brought(reads.wide(), 240);
    brought(reads.wide(), 240);
    assertThat(reads.pays(9 * MIB, node, 1, 1)).isTrue();
    brought(reads.wide(), 64);
    for (int i = 0; i < 32; i++) {
      assertThat(reads.pays(9 * MIB, node, 1, 1)).as("after %s runs", i).isFalse();
      reads.ended(MIB, BLOCK, false);
    }
    assertThat(reads.pays(9 * MIB, node, 1, 1)).isTrue();
  }

  private static Waits waits(long bytes, int mibPerSecond, int latestMibPerSecond) {
    long nanos = bytes * 1000 / mibPerSecond * MILLI / MIB;
    return new Waits(bytes, nanos, nanos, 1000.0 * MILLI / latestMibPerSecond / MIB);
  }

  @Test
  void wideThatBringsThreeTimesAsMuch_goesOn() {
    assertThat(pays(2)).isTrue();
    brought(reads.wide(), 192);
    assertThat(pays(2)).isTrue();
  }

  /** Six nodes are enough for four readers: each has one, and there is half another. */
  @Test
  void moreReadersThanNodes_doNotTakeThemFromEachOther() {
    assertThat(pays(2)).isTrue();
    assertThat(reads.pays(2 * MIB, new Waits(2 * MIB, 32 * MILLI, 32 * MILLI, 0), 1, 2)).isFalse();
    for (int i = 0; i < 6; i++) {
      reads.met(new NodeId("dn" + i + ":9866"));
      reads.met(new NodeId("dn" + i + ":9866"));
    }
    assertThat(reads.pays(2 * MIB, new Waits(2 * MIB, 32 * MILLI, 32 * MILLI, 0), 1, 4)).isTrue();
    assertThat(reads.pays(2 * MIB, new Waits(2 * MIB, 32 * MILLI, 32 * MILLI, 0), 1, 5)).isFalse();
    assertThat(reads.paysOnce(5)).isFalse();
  }

  @Test
  void readersMeetAtTheirNodes() {
    assertThat(reads.readersAtNode(9)).as("no node is known").isEqualTo(1);
    for (int i = 0; i < 4; i++) {
      reads.met(new NodeId("dn" + i + ":9866"));
    }
    assertThat(reads.readersAtNode(1)).isEqualTo(1);
    assertThat(reads.readersAtNode(9)).isEqualTo(3);
  }

  @Test
  void always_and_never() {
    WideReads always = new WideReads(KIB, KIB, MIB, WideReads.ALWAYS_BYTES_PER_SECOND);
    assertThat(always.pays(KIB, new Waits(0, 0, 1, 0), 1, 1)).isTrue();
    WideReads never = new WideReads(KIB, KIB, MIB, 1);
    assertThat(never.pays(MIB, new Waits(MIB, 10_000 * MILLI, 10_000 * MILLI, 0), 1, 1)).isFalse();
  }
}
