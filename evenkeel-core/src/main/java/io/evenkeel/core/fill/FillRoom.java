package io.evenkeel.core.fill;

import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.ManagerApi;
import io.evenkeel.core.port.ManagerApi.Reservation;
import io.evenkeel.core.port.Pending;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/**
 * Asks for room only when the parity is known to be wanted, and to keep it only while the stripe's
 * bytes come: a reader that rests in mid-stripe would keep others from making what is wanted.
 */
final class FillRoom implements Purpose {
  private final PlacedStripe content;
  private final ManagerApi manager;
  private final Consumer<String> ended;
  private boolean wanted;
  private String abandoned = "";
  private volatile boolean hasAsked;
  private volatile boolean hasMoved;
  private volatile boolean isWhole;
  private Question waiting;

  FillRoom(PlacedStripe content, ManagerApi manager, Consumer<String> ended) {
    this.content = content;
    this.manager = manager;
    this.ended = ended;
  }

  @Override
  public int firstStripe() {
    return content.stripe().number();
  }

  @Override
  public boolean isOfKnownLength() {
    return true;
  }

  @Override
  public Pending reserve(StripeId id, StripeGeometry room, Completion<Reservation> then) {
    Question question = new Question(id, then);
    synchronized (this) {
      if (!abandoned.isEmpty()) {
        return question;
      }
      if (!wanted) {
        waiting = question;
        return question;
      }
    }
    if (hasAsked && !hasMoved && !isWhole) {
      then.failed(new IOException("no byte of the stripe has come since it was asked for last"));
      return Pending.DONE;
    }
    hasMoved = false;
    question.ask();
    return question;
  }

  void wanted() {
    Question question;
    synchronized (this) {
      wanted = true;
      question = waiting;
      waiting = null;
    }
    if (question != null) {
      question.ask();
    }
  }

  /**
   * Bytes of the stripe have come.
   *
   * @param all whether they were the last, and nobody waits for its reader any more
   */
  void moved(boolean all) {
    hasMoved = true;
    isWhole |= all;
  }

  /** Asks no more from here on. */
  synchronized void close(String reason) {
    if (abandoned.isEmpty()) {
      abandoned = reason;
    }
    waiting = null;
  }

  @Override
  public boolean hasAsked() {
    return hasAsked;
  }

  @Override
  public void ended(int published, int unprotected, List<String> reasons) {
    String why = reasons.isEmpty() ? reasonToEnd() : String.join("; ", reasons);
    ended.accept(published > 0 ? "" : why);
  }

  private synchronized String reasonToEnd() {
    return abandoned.isEmpty() ? "its encoding was lost" : abandoned;
  }

  /** A reservation that is asked for later than its answer is waited for. */
  private final class Question implements Pending {
    private final StripeId id;
    private final Completion<Reservation> then;
    private Pending asked = DONE;
    private boolean cancelled;

    Question(StripeId id, Completion<Reservation> then) {
      this.id = id;
      this.then = then;
    }

    void ask() {
      synchronized (this) {
        if (cancelled) {
          return;
        }
        hasAsked = true;
      }
      Pending now;
      try {
        now = manager.reserveFill(id, content.version(), content.geometry(), then);
      } catch (RuntimeException e) {
        then.failed(e);
        return;
      }
      boolean late;
      synchronized (this) {
        asked = now;
        late = cancelled;
      }
      if (late) {
        now.cancel();
      }
    }

    @Override
    public void cancel() {
      Pending now;
      synchronized (this) {
        cancelled = true;
        now = asked;
      }
      now.cancel();
    }
  }
}
