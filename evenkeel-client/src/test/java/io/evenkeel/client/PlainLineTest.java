package io.evenkeel.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.client.SimulatedClient.Got;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.testing.engine.LaneBehaviour;
import io.evenkeel.testing.log.LogLines;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Reads that are left to the stock client are told of, and do not fill the log. */
@Timeout(60)
class PlainLineTest {
  private static final String LINE = "to the stock read: ";
  private static final ByteRange BLOCK_0 = new ByteRange(0, SimulatedClient.BLOCK_BYTES);

  /** Every DataNode refuses, and nothing is cached. */
  private final SimulatedClient world =
      new SimulatedClient(1, 4, source -> LaneBehaviour.steady().refuses());

  private void readPlain() {
    Got got = world.read(world.open(), BLOCK_0);
    assertThat(got.plainBytes).as("the precondition").isPositive();
  }

  private void pass(Duration time) {
    world.scheduler.advance(time.toNanos());
  }

  @Test
  void readsLeftToPlain_areOneLineAMinuteWithHowManyThereWere() {
    try (LogLines log = new LogLines(ClientRuntime.class)) {
      readPlain();
      assertThat(log.with(LINE))
          .singleElement()
          .asString()
          .startsWith("Left " + BLOCK_0.lengthBytes() + " bytes of ")
          .contains(" of /file " + LINE)
          .contains("(refused)")
          .doesNotContain("more reads before");
      long said = world.scheduler.nanoTime();
      readPlain();
      readPlain();
      pass(Duration.ofSeconds(59).minusNanos(world.scheduler.nanoTime() - said));
      readPlain();
      assertThat(log.with(LINE)).as("within a minute").hasSize(1);
      pass(Duration.ofSeconds(1));
      readPlain();
      assertThat(log.with(LINE)).as("after it").hasSize(2);
      assertThat(log.with(LINE).get(1)).endsWith(" (and 3 more reads before)");
      pass(Duration.ofMinutes(1));
      readPlain();
      assertThat(log.with(LINE)).hasSize(3);
      assertThat(log.with(LINE).get(2)).as("of none in between").doesNotContain("more reads");
    }
  }

  @Test
  void readByLanes_isNoLine() {
    SimulatedClient healthy = new SimulatedClient(1, 4, source -> LaneBehaviour.steady().pace(15));
    try (LogLines log = new LogLines(ClientRuntime.class)) {
      assertThat(healthy.read(healthy.open(), BLOCK_0).plainBytes).as("the precondition").isZero();
      assertThat(log.with(LINE)).isEmpty();
    }
  }
}
