package io.evenkeel.client.file;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MissingBlocksTest {
  private final MissingBlocks missing = new MissingBlocks();

  @Test
  void oneAsksAtATime_andOneASecond() {
    long at = -5;
    assertThat(missing.begins(at)).isTrue();
    assertThat(missing.begins(at + 10 * MissingBlocks.BETWEEN_NANOS)).as("no answer yet").isFalse();
    missing.ends();
    assertThat(missing.begins(at + MissingBlocks.BETWEEN_NANOS - 1)).as("too soon").isFalse();
    assertThat(missing.begins(at + MissingBlocks.BETWEEN_NANOS)).isTrue();
  }
}
