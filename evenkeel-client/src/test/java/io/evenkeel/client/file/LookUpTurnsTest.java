package io.evenkeel.client.file;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LookUpTurnsTest {
  private final LookUpTurns turns = new LookUpTurns();

  @Test
  void oneAsksAtATime_andOneASecond() {
    long at = -5;
    assertThat(turns.begins(at)).isTrue();
    assertThat(turns.begins(at + 10 * LookUpTurns.BETWEEN_NANOS)).as("no answer yet").isFalse();
    turns.ends();
    assertThat(turns.begins(at + LookUpTurns.BETWEEN_NANOS - 1)).as("too soon").isFalse();
    assertThat(turns.begins(at + LookUpTurns.BETWEEN_NANOS)).isTrue();
  }
}
