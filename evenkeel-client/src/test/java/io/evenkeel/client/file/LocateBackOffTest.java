package io.evenkeel.client.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LocateBackOffTest {
  private long nowNanos = 5;
  private final LocateBackOff backOff = new LocateBackOff("/file", () -> nowNanos);

  @Test
  void nameNodeThatCouldNotSay_isLeftAloneForTenSeconds_fromThenOn() {
    assertThat(backOff.isOn()).isFalse();
    // A call may take a minute to fail.
    nowNanos += TimeUnit.MINUTES.toNanos(1);
    backOff.failed(0, new IOException("for the test"));
    assertThat(backOff.isOn()).isTrue();
    nowNanos += TimeUnit.SECONDS.toNanos(10) - 1;
    assertThat(backOff.isOn()).isTrue();
    nowNanos++;
    assertThat(backOff.isOn()).isFalse();
  }

  @Test
  void interruptOfWhoAsked_saysNothing_andStays() {
    backOff.failed(0, new InterruptedIOException("for the test"));
    assertThat(backOff.isOn()).isFalse();
    assertThat(Thread.interrupted()).isTrue();
  }
}
