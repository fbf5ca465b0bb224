package io.evenkeel.core.fill;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.coding.CodeSpec;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Parity buffers wait for the writer's next file, and not for ever. */
class BuffersKeptTest {
  private static final int SUBBLOCK = 64;
  private static final long BLOCK = 4 * SUBBLOCK;
  private static final int FILE_BYTES = (int) (2 * BLOCK);

  private final WriteScene scene =
      new WriteScene(WriteScene.limits(CodeSpec.parse("xor-2-1"), SUBBLOCK));

  @Test
  void parityBuffers_areKeptAfterAFileAndLetGoOfTenSecondsAfterTheLast() {
    write();
    scene.time.advance(Duration.ofSeconds(9).toNanos());
    assertThat(scene.budget.keptBytes()).isEqualTo(BLOCK);

    write();
    scene.time.advance(Duration.ofSeconds(9).toNanos());
    assertThat(scene.budget.keptBytes()).as("reused, not added").isEqualTo(BLOCK);

    scene.time.advance(Duration.ofSeconds(2).toNanos());
    assertThat(scene.budget.keptBytes()).isZero();
    scene.assertAtRest();
  }

  private void write() {
    ParityEncoder encoder = scene.open(BLOCK);
    byte[] file = WriteScene.bytes(1, FILE_BYTES);
    encoder.write(file, 0, file.length);
    WriteScene.close(encoder, file.length, BLOCK);
    scene.time.advance(Duration.ofMillis(500).toNanos());
    assertThat(scene.writers.totals().filesInFlight()).as("files under way").isZero();
  }
}
