package io.evenkeel.policy.reading;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReadRunTest {
  private static final long MIB = 1 << 20;
  private final ReadRun run = new ReadRun();

  @Test
  void firstRun_mayGoToTheEnd() {
    run.read(100);
    assertThat(run.isFirst()).isTrue();
    assertThat(run.bytes()).isEqualTo(100);
    assertThat(run.reachBytes()).isEqualTo(Long.MAX_VALUE);
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
    run.sought();
    assertThat(run.isFirst()).isFalse();
    assertThat(run.reachBytes()).isEqualTo(MIB / 4);
  }

  @Test
  void firstRunOfASplitOrAColumn_goesNoFartherThanItHasGone() {
    run.begins(5 * MIB);
    assertThat(run.isFirst()).isTrue();
    assertThat(run.reachBytes()).isEqualTo(MIB / 4);
    run.read(3 * MIB);
    assertThat(run.reachBytes()).isEqualTo(3 * MIB);
  }
}
