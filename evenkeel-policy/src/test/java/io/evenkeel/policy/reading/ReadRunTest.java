package io.evenkeel.policy.reading;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReadRunTest {
  private static final long MIB = 1 << 20;
  private final RecentRuns recent = new RecentRuns();
  private final ReadRun run = new ReadRun(recent, 512 * MIB);

  @Test
  void firstRun_mayGoToTheEnd() {
    run.read(100);
    assertThat(run.isFirst()).isTrue();
    assertThat(run.bytes()).isEqualTo(100);
    assertThat(run.reachBytes()).isEqualTo(Long.MAX_VALUE);
  }

  /** As when a stream is closed while somebody reads from it. */
  @Test
  void twoThreads_loseNoByte() throws Exception {
    int times = 2_000_000;
    Runnable reads =
        () -> {
          for (int i = 0; i < times; i++) {
            run.read(1);
          }
        };
    Thread other = new Thread(reads);
    other.start();
    reads.run();
    other.join();
    assertThat(run.bytes()).isEqualTo(2L * times);
  }

  @Test
  void laterRuns_reachNoFartherThanTheOnesBefore() {
    run.read(4 * MIB);
    run.sought();
    assertThat(run.isFirst()).isFalse();
    assertThat(run.reachBytes()).isEqualTo(4 * MIB);
    run.read(3 * MIB);
    assertThat(run.reachBytes()).isEqualTo(MIB);
    run.read(MIB - 1);
    assertThat(run.reachBytes()).isEqualTo(MIB / 4);
  }

  @Test
  void runThatGoesFarther_reachesAsFarAsItHasCome() {
    run.read(2 * MIB);
    run.sought();
    run.read(6 * MIB);
    assertThat(run.reachBytes()).isEqualTo(6 * MIB);
  }

  @Test
  void shortRuns_haveALeastReach_andTheLongestIsForgotten() {
    run.read(8 * MIB);
    run.sought();
    for (int i = 0; i < 5; i++) {
      run.read(1000);
      run.sought();
    }
    assertThat(run.reachBytes()).isEqualTo(MIB / 4);
  }

  @Test
  void seekBeforeAnyByte_isNoRun() {
    for (int i = 0; i < 16; i++) {
      recent.ended(MIB);
    }
    run.begins(0);
    run.sought();
    run.begins(100 * MIB);
    assertThat(run.isFirst()).isTrue();
    assertThat(run.reachBytes()).isEqualTo(MIB);
  }

  @Test
  void firstRunOfASplitOrAColumn_goesNoFartherThanItHasGone() {
    run.begins(5 * MIB);
    assertThat(run.isFirst()).isTrue();
    assertThat(run.reachBytes()).isEqualTo(MIB / 4);
    run.read(3 * MIB);
    assertThat(run.reachBytes()).isEqualTo(3 * MIB);
  }

  /** Eight other streams have read columns of 300 KB, seven went through all of a split. */
  @Test
  void firstRun_goesAsFarAsMostOfTheProcess() {
    for (int i = 0; i < 8; i++) {
      assertThat(recent.usualBytes()).isZero();
      recent.ended(300_000);
    }
    for (int i = 0; i < 7; i++) {
      recent.ended(128 * MIB);
    }
    run.begins(5 * MIB);
    assertThat(run.reachBytes()).isEqualTo(300_000);
    run.read(64 << 10);
    assertThat(run.reachBytes()).isEqualTo(MIB / 4);
    recent.ended(128 * MIB);
    recent.ended(128 * MIB);
    assertThat(run.reachBytes()).as("bounded").isEqualTo(4 * MIB - (64 << 10));
  }

  @Test
  void whatAStreamHasReadItself_outranksWhatOthersDo() {
    for (int i = 0; i < 16; i++) {
      recent.ended(2 * MIB);
    }
    run.begins(5 * MIB);
    assertThat(run.reachBytes()).isEqualTo(2 * MIB);
    run.read(MIB / 2);
    run.sought();
    assertThat(run.reachBytes()).isEqualTo(MIB / 2);
  }

  /** Sixteen small files say nothing of how far a large one is read. */
  @Test
  void runsThatEndWithTheirFile_sayNothingOfOthers() {
    for (int i = 0; i < 16; i++) {
      ReadRun whole = new ReadRun(recent, 3 * MIB);
      whole.begins(MIB);
      whole.read(2 * MIB);
      whole.sought();
    }
    assertThat(recent.usualBytes()).isZero();
    run.begins(0);
    assertThat(run.reachBytes()).isEqualTo(Long.MAX_VALUE);
  }

  /** A column may lie at the start of a file, too. */
  @Test
  void firstRunFromTheStart_goesToTheEnd_unlessMostOthersDoNot() {
    for (int i = 0; i < 7; i++) {
      recent.ended(300_000);
    }
    run.begins(0);
    assertThat(run.reachBytes()).as("too few are known").isEqualTo(Long.MAX_VALUE);
    recent.ended(300_000);
    assertThat(run.reachBytes()).isEqualTo(300_000);
    run.read(MIB);
    assertThat(run.reachBytes()).as("it goes on").isEqualTo(MIB);
    for (int i = 0; i < 9; i++) {
      recent.ended(4 * MIB + 1);
    }
    assertThat(run.reachBytes()).isEqualTo(Long.MAX_VALUE);
  }
}
