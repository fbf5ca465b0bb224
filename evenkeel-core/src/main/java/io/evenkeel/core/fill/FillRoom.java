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
 * bytes come, at a pace at which it would be whole in time: a reader that rests in mid-stripe would
 * keep others from making what is wanted.
 */
final class FillRoom implements Purpose {
  /**
   * Of a stripe between two askings. Room is asked for again each third of a lease, 20 s by
   * default, and a stripe that takes longer than ten minutes is given up.
   */
  private static final int PARTS = 30;

  private final PlacedStripe content;
  private final ManagerApi manager;
  private final Consumer<String> ended;
  private boolean wanted;
  private String abandoned = "";
  private volatile boolean hasAsked;
  private volatile long missingBytes;

  /** As it was when room was asked for that was granted last. */
  private volatile long missingBytesThen;

  private Question waiting;

  FillRoom(PlacedStripe content, ManagerApi manager, Consumer<String> ended) {
    this.content = content;
    this.manager = manager;
    this.ended = ended;
    missingBytes = content.stripe().range().lengthBytes();
    missingBytesThen = missingBytes;
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
    if (hasAsked && missingBytes > 0 && cameBytes() < leastBytes()) {
      String came = "%d bytes of the stripe have come since it was granted last, of %d at least";
      then.failed(new IOException(came.formatted(cameBytes(), leastBytes())));
      return Pending.DONE;
    }
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

  /** So many bytes of the stripe have come. */
  synchronized void took(int bytes) {
    missingBytes -= bytes;
  }

  /** How many bytes of the stripe have not come yet. */
  long missingBytes() {
    return missingBytes;
  }

  private long cameBytes() {
    return missingBytesThen - missingBytes;
  }

  private long leastBytes() {
    return Math.max(1, content.stripe().range().lengthBytes() / PARTS);
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
        now = manager.reserveFill(id, content.version(), content.geometry(), granted(then));
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

    private Completion<Reservation> granted(Completion<Reservation> then) {
      long missing = missingBytes;
      return new Completion<>() {
        @Override
        public void done(Reservation reservation) {
          if (reservation.granted()) {
            missingBytesThen = missing;
          }
          then.done(reservation);
        }

        @Override
        public void failed(Throwable cause) {
          then.failed(cause);
        }
      };
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
