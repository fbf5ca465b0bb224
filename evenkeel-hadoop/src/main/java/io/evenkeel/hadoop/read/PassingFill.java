package io.evenkeel.hadoop.read;

import io.evenkeel.core.fill.StripeFiller;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.Stripe;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Encodes in passing: a stripe whose parity the manager wants, and which a caller reads from its
 * first to its last byte anyway. One stripe at a time; whatever is not the next byte gives it up,
 * and leaves the stripe to the filler daemon. Thread-safe.
 */
final class PassingFill implements AutoCloseable {
  private final List<Stripe> stripes;
  private final long end;
  private final Function<Stripe, Optional<StripeFiller>> opener;
  private Optional<StripeFiller> filler = Optional.empty();
  private long next = -1;
  private boolean closed;

  /**
   * @param stripes all of the file, in order
   * @param end where the caller stops reading as far as is known: a stripe that goes on beyond it
   *     is not begun
   * @param opener starts a stripe; empty when its parity is not to be made
   */
  PassingFill(List<Stripe> stripes, long end, Function<Stripe, Optional<StripeFiller>> opener) {
    this.stripes = stripes;
    this.end = end;
    this.opener = opener;
  }

  /** These bytes of the file were read from a session, verified or not. */
  void passed(ReadSession from, long position, byte[] bytes, int offset, int length) {
    if (from.lastWasPlain()) {
      giveUp();
    } else {
      read(position, bytes, offset, length);
    }
  }

  /** These bytes of the file were read and verified; they are the caller's again on return. */
  synchronized void read(long position, byte[] bytes, int offset, int length) {
    if (position != next) {
      giveUp();
    }
    next = position + length;
    int done = 0;
    while (done < length && !closed) {
      Stripe stripe = stripeAt(position + done);
      ByteRange range = stripe.range();
      if (position + done == range.start() && range.end() <= end) {
        filler = opener.apply(stripe);
      }
      int step = (int) Math.min(length - done, range.end() - position - done);
      if (filler.isPresent()) {
        filler.get().write(bytes, offset + done, step);
      }
      done += step;
      if (position + done == range.end()) {
        // It has all it needs, and ends by itself.
        filler = Optional.empty();
      }
    }
  }

  private Stripe stripeAt(long position) {
    // All stripes but the last are of the same length.
    return stripes.get((int) (position / stripes.get(0).range().lengthBytes()));
  }

  /** The caller went elsewhere, or read bytes that are not known to be verified. */
  synchronized void giveUp() {
    next = -1;
    filler.ifPresent(f -> f.abandon("its reader did not read all of it in order"));
    filler = Optional.empty();
  }

  /** No more bytes will come. Idempotent. */
  @Override
  public synchronized void close() {
    closed = true;
    giveUp();
  }
}
