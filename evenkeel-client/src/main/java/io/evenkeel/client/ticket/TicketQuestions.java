package io.evenkeel.client.ticket;

import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.TicketAnswer;
import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.ManagerApi;
import io.evenkeel.core.port.Scheduler;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The questions of all reads of a process for tickets. The first goes to the manager at once, but
 * not by the thread that asks; what is asked shortly after goes with others, for while nothing is
 * late no read waits for a ticket, and a request costs the client and the manager more than the
 * stripes in it. Thread-safe; never waits.
 */
public final class TicketQuestions {
  private static final Logger LOG = LoggerFactory.getLogger(TicketQuestions.class);
  private static final long GATHER_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final Supplier<ManagerApi> manager;
  private final Scheduler scheduler;
  private final Executor background;
  private final TicketMemory memory;
  private final Deque<Question> waiting = new ArrayDeque<>();
  private int stripes;
  private boolean sent;
  private long sentNanos;

  private record Question(List<PlacedStripe> stripes, Completion<TicketAnswer> then) {}

  /**
   * @param manager called with the first question
   * @param background where questions are sent that nobody is in a hurry for: whoever asked may be
   *     told at once that the manager is not there, the first to ask would wait for what takes to
   *     ask, and the timer has waits to look at; may reject
   */
  public TicketQuestions(Supplier<ManagerApi> manager, Scheduler scheduler, Executor background) {
    this.manager = manager;
    this.scheduler = scheduler;
    this.background = background;
    this.memory = new TicketMemory(scheduler);
  }

  /** What was answered lately. */
  TicketMemory memory() {
    return memory;
  }

  /**
   * Asks, now or with others within a tenth of a second.
   *
   * @param asked at most {@link ManagerApi#STRIPES_PER_REQUEST_MAX}
   * @param then told of an answer that may be about other stripes, too
   */
  void ask(List<PlacedStripe> asked, Completion<TicketAnswer> then) {
    List<Question> full = List.of();
    long delayNanos;
    boolean first;
    boolean due;
    synchronized (this) {
      if (stripes + asked.size() > ManagerApi.STRIPES_PER_REQUEST_MAX) {
        full = takeAll();
      }
      first = waiting.isEmpty();
      waiting.add(new Question(asked, then));
      stripes += asked.size();
      delayNanos = sent ? sentNanos + GATHER_NANOS - scheduler.nanoTime() : 0;
      due = delayNanos <= 0 && (first || sent);
    }
    send(full);
    if (due) {
      timeIsOver();
    } else if (first) {
      later(delayNanos);
    }
  }

  private void later(long delayNanos) {
    try {
      scheduler.schedule(delayNanos, this::timeIsOver);
    } catch (Throwable e) {
      // No thread or no memory to wait by.
      timeIsOver();
    }
  }

  private void timeIsOver() {
    try {
      background.execute(this::hurry);
    } catch (RejectedExecutionException | OutOfMemoryError e) {
      hurry();
    }
  }

  /** Somebody needs an answer: asks whatever has not been asked yet. */
  public void hurry() {
    List<Question> all;
    synchronized (this) {
      all = takeAll();
    }
    send(all);
  }

  private List<Question> takeAll() {
    List<Question> all = List.copyOf(waiting);
    waiting.clear();
    stripes = 0;
    if (!all.isEmpty()) {
      sent = true;
      sentNanos = scheduler.nanoTime();
    }
    return all;
  }

  private void send(List<Question> questions) {
    if (questions.isEmpty()) {
      return;
    }
    List<PlacedStripe> all = new ArrayList<>();
    for (Question question : questions) {
      all.addAll(question.stripes());
    }
    Completion<TicketAnswer> each = new Each(questions);
    try {
      manager.get().tickets(all, each);
    } catch (Throwable e) {
      // Whoever asked must not wait for what cannot be made or asked, nor fail by it.
      each.failed(e);
    }
  }

  /** Tells all of some questions, once. */
  private static final class Each implements Completion<TicketAnswer> {
    private final List<Question> questions;
    private final AtomicBoolean told = new AtomicBoolean();

    Each(List<Question> questions) {
      this.questions = questions;
    }

    @Override
    public void done(TicketAnswer answer) {
      if (told.compareAndSet(false, true)) {
        tell(questions, then -> then.done(answer));
      }
    }

    @Override
    public void failed(Throwable cause) {
      if (told.compareAndSet(false, true)) {
        tell(questions, then -> then.failed(cause));
      }
    }
  }

  private static void tell(List<Question> questions, Consumer<Completion<TicketAnswer>> what) {
    for (Question question : questions) {
      try {
        what.accept(question.then());
      } catch (RuntimeException | Error e) {
        // The other reads have nothing to do with it.
        LOG.warn("An answer of the manager could not be taken in", e);
      }
    }
  }
}
