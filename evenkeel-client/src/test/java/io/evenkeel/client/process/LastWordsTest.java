package io.evenkeel.client.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class LastWordsTest {
  @Test
  void closedWhileItsHookIsPutInPlace_leavesNone() {
    AtomicInteger inPlace = new AtomicInteger();
    AtomicReference<LastWords> words = new AtomicReference<>();
    ExitHook hooks =
        new ExitHook() {
          @Override
          public Installed install(Leaving leaving, Duration limit) {
            throw new AssertionError("nothing is written");
          }

          @Override
          public Installed atEnd(Runnable task) {
            inPlace.incrementAndGet();
            words.get().close();
            return inPlace::decrementAndGet;
          }
        };
    words.set(new LastWords(hooks, Runnable::run));
    words.get().expect();
    assertThat(inPlace).hasValue(0);
    words.get().expect();
    assertThat(inPlace).as("after it was closed").hasValue(0);
  }
}
