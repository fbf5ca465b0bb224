package io.evenkeel.core.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.store.CircuitBreaker.Change;
import io.evenkeel.core.store.CircuitBreaker.Permit;
import org.junit.jupiter.api.Test;

class CircuitBreakerTest {
  private final CircuitBreaker breaker = new CircuitBreaker(2, 100);

  private void open() {
    assertThat(breaker.failed(breaker.request(0), 0)).isEqualTo(Change.NONE);
    assertThat(breaker.failed(breaker.request(10), 10)).isEqualTo(Change.OPENED);
  }

  @Test
  void opens_afterFailuresInARow_only() {
    breaker.failed(breaker.request(0), 0);
    assertThat(breaker.answered(breaker.request(1))).isEqualTo(Change.NONE);
    breaker.failed(breaker.request(2), 2);
    assertThat(breaker.isOpen()).isFalse();
    breaker.failed(breaker.request(3), 3);
    assertThat(breaker.isOpen()).isTrue();
  }

  @Test
  void open_refuses_thenLetsOneProbePass() {
    open();
    assertThat(breaker.request(109)).isEqualTo(Permit.REFUSED);
    assertThat(breaker.request(110)).isEqualTo(Permit.PROBE);
    assertThat(breaker.request(111)).isEqualTo(Permit.REFUSED);
    assertThat(breaker.answered(Permit.PROBE)).isEqualTo(Change.CLOSED);
    assertThat(breaker.request(112)).isEqualTo(Permit.CALL);
  }

  @Test
  void failedProbe_waitsAgain_withdrawnProbeDoesNot() {
    open();
    breaker.failed(breaker.request(110), 150);
    assertThat(breaker.request(249)).isEqualTo(Permit.REFUSED);
    assertThat(breaker.request(250)).isEqualTo(Permit.PROBE);
    breaker.withdrawn(Permit.PROBE);
    assertThat(breaker.request(251)).isEqualTo(Permit.PROBE);
  }

  @Test
  void answerFromBeforeItOpened_doesNotCloseIt() {
    Permit early = breaker.request(0);
    open();
    assertThat(breaker.answered(early)).isEqualTo(Change.NONE);
    assertThat(breaker.isOpen()).isTrue();
  }
}
