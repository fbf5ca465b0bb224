package io.evenkeel.client.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
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
    Deque<Runnable> background = new ArrayDeque<>();
    words.set(new LastWords(hooks, Runnable::run, background::add));
    words.get().expect();
    words.get().expect();
    assertThat(inPlace).as("never by who has something to tell").hasValue(0);
    assertThat(background).hasSize(1);
    background.remove().run();
    assertThat(inPlace).hasValue(0);
    words.get().expect();
    assertThat(background).as("after it was closed").isEmpty();
  }

  @Test
  void rejectedInTheBackground_comesTheNextTime() {
    AtomicInteger inPlace = new AtomicInteger();
    AtomicBoolean rejects = new AtomicBoolean(true);
    ExitHook hooks =
        new ExitHook() {
          @Override
          public Installed install(Leaving leaving, Duration limit) {
            throw new AssertionError("nothing is written");
          }

          @Override
          public Installed atEnd(Runnable task) {
            inPlace.incrementAndGet();
            return inPlace::decrementAndGet;
          }
        };
    Executor background =
        task -> {
          if (rejects.get()) {
            throw new RejectedExecutionException("full");
          }
          task.run();
        };
    LastWords words = new LastWords(hooks, Runnable::run, background);
    words.expect();
    assertThat(inPlace).hasValue(0);
    rejects.set(false);
    words.expect();
    words.expect();
    assertThat(inPlace).hasValue(1);
    words.close();
    assertThat(inPlace).hasValue(0);
  }
}
