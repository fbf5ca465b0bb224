package io.evenkeel.client.ticket;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.model.TicketAnswer;
import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.ManagerApi;
import io.evenkeel.core.port.Pending;
import io.evenkeel.testing.engine.ManualScheduler;
import io.evenkeel.testing.manager.Stripes;
import io.evenkeel.testing.manager.UnaskedManager;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Which questions go to the manager together, and when. */
class TicketQuestionsTest {
  private static final StripeGeometry GEOMETRY =
      Stripes.geometry(CodeSpec.rs(2, 1), 64 << 10, 1 << 20);

  private final ManualScheduler scheduler = new ManualScheduler();
  private final List<List<PlacedStripe>> asked = new ArrayList<>();
  private final List<Completion<TicketAnswer>> open = new ArrayList<>();
  private final List<String> told = new ArrayList<>();
  private final List<Runnable> background = new ArrayList<>();
  private boolean rejects;
  private final ManagerApi manager =
      new UnaskedManager() {
        @Override
        public Pending tickets(List<PlacedStripe> stripes, Completion<TicketAnswer> then) {
          asked.add(stripes);
          open.add(then);
          return Pending.DONE;
        }
      };
  private final TicketQuestions requests =
      new TicketQuestions(() -> manager, scheduler, this::inBackground);

  private void inBackground(Runnable task) {
    if (rejects) {
      throw new RejectedExecutionException("no thread");
    }
    background.add(task);
  }

  /** Lets time pass, and then the background do what was left to it. */
  private void advance(long millis) {
    scheduler.advance(MILLISECONDS.toNanos(millis));
    background.forEach(Runnable::run);
    background.clear();
  }

  private static List<PlacedStripe> stripes(int from, int to) {
    return IntStream.range(from, to).mapToObj(n -> Stripes.placed(n, GEOMETRY)).toList();
  }

  private void ask(int from, int to) {
    requests.ask(
        stripes(from, to),
        new Completion<>() {
          @Override
          public void done(TicketAnswer answer) {
            told.add(from + " done");
          }

          @Override
          public void failed(Throwable cause) {
            told.add(from + " failed");
          }
        });
  }

  /** The first question, which is sent in the background, too. */
  private void askFirst() {
    ask(0, 1);
    assertThat(asked).isEmpty();
    advance(0);
  }

  @Test
  void firstQuestion_isAskedAtOnce_andThoseShortlyAfterTogether() {
    askFirst();
    assertThat(asked).containsExactly(stripes(0, 1));
    advance(30);
    ask(1, 2);
    ask(2, 4);
    advance(69);
    assertThat(asked).hasSize(1);
    advance(1);
    assertThat(asked).containsExactly(stripes(0, 1), stripes(1, 4));
    advance(100);
    ask(4, 5);
    advance(0);
    assertThat(asked).hasSize(3);
  }

  @Test
  void somebodyWhoNeedsTheAnswer_hurriesAllQuestions() {
    askFirst();
    ask(1, 2);
    ask(2, 3);
    requests.hurry();
    assertThat(asked).containsExactly(stripes(0, 1), stripes(1, 3));
    scheduler.runUntilIdle(MILLISECONDS.toNanos(1000));
    requests.hurry();
    assertThat(asked).hasSize(2);
  }

  @Test
  void timer_leavesTheAskingToTheBackground_whereThereIsOne() {
    askFirst();
    ask(1, 2);
    scheduler.advance(MILLISECONDS.toNanos(100));
    assertThat(asked).hasSize(1);
    advance(0);
    assertThat(asked).hasSize(2);
    rejects = true;
    ask(2, 3);
    advance(100);
    assertThat(asked).hasSize(3);
  }

  @Test
  void noRequest_hasMoreStripesThanTheManagerTakes() {
    askFirst();
    ask(1, 41);
    ask(41, 81);
    assertThat(asked).containsExactly(stripes(0, 1), stripes(1, 41));
    advance(100);
    assertThat(asked.get(2)).isEqualTo(stripes(41, 81));
    ask(0, ManagerApi.STRIPES_PER_REQUEST_MAX);
    advance(100);
    assertThat(asked).hasSize(4);
  }

  @Test
  void answer_isForAllWhoAsked_thoughOneOfThemFails() {
    askFirst();
    ask(1, 2);
    requests.ask(
        stripes(2, 3),
        new Completion<>() {
          @Override
          public void done(TicketAnswer answer) {
            throw new IllegalStateException("not for me");
          }

          @Override
          public void failed(Throwable cause) {
            throw new IllegalStateException("not for me");
          }
        });
    ask(3, 4);
    requests.hurry();
    open.get(0).failed(new IOException("no manager"));
    open.get(1).done(new TicketAnswer(List.of(), List.of(), List.of()));
    assertThat(told).containsExactly("0 failed", "1 done", "3 done");
  }
}
