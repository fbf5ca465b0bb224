package io.evenkeel.client.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.Stripe;
import io.evenkeel.testing.manager.Stripes;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What the encoding in passing itself does is tried on real files, in the Hadoop adapter. */
class PassingFillTest {
  private static final int STRIPE_BYTES = 200;
  private static final Stripe STRIPE =
      Stripes.placed(1, Stripes.geometry(CodeSpec.parse("xor-2-1"), 100, 100)).stripe();

  /** As in a process whose jar was replaced before it had encoded anything. */
  @Test
  void whatGoesWrong_isNotTheReadersTrouble_andIsNotTriedAgain() {
    for (Error error :
        List.of(new NoClassDefFoundError("for the test"), new OutOfMemoryError("for the test"))) {
      AtomicInteger opened = new AtomicInteger();
      PassingFill fill =
          new PassingFill(
              at -> Optional.of(STRIPE),
              STRIPE_BYTES,
              Long.MAX_VALUE,
              stripe -> {
                opened.incrementAndGet();
                throw error;
              });
      try (fill) {
        assertThatCode(
                () -> {
                  fill.read(0, ByteBuffer.allocate(STRIPE_BYTES / 2));
                  fill.read(STRIPE_BYTES / 2, ByteBuffer.allocate(STRIPE_BYTES));
                  fill.giveUp();
                  fill.read(2 * STRIPE_BYTES, ByteBuffer.allocate(STRIPE_BYTES));
                })
            .doesNotThrowAnyException();
      }
      assertThat(opened).hasValue(1);
    }
  }
}
