package io.evenkeel.hadoop.read;

import io.evenkeel.core.fill.StripeFiller;
import io.evenkeel.core.model.Stripe;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * Encodes in passing: a stripe whose parity the manager wants, and which a caller reads from its
 * first to its last byte anyway. One stripe at a time; whatever is not the next byte gives it up,
 * and leaves the stripe to the filler daemon. Thread-safe.
 */
final class PassingFill implements AutoCloseable {
  private final IntFunction<Optional<Stripe>> stripes;
  private final long stripeBytes;
  private final long end;
  private final Function<Stripe, Optional<StripeFiller>> opener;
  private Optional<StripeFiller> filler = Optional.empty();
  private long next = -1;
  private boolean closed;

  /**
   * @param stripes by number, as far as they are known
   * @param stripeBytes the length of every stripe but the last
   * @param end where the caller stops reading as far as is known: a stripe that goes on beyond it
   *     is not begun
   * @param opener starts a stripe; empty when its parity is not to be made
   */
  PassingFill(
      IntFunction<Optional<Stripe>> stripes,
      long stripeBytes,
      long end,
      Function<Stripe, Optional<StripeFiller>> opener) {
    this.stripes = stripes;
    this.stripeBytes = stripeBytes;
    this.end = end;
    this.opener = opener;
  }

  /** These bytes of the file were read and verified; they are the caller's again on return. */
  synchronized void read(long position, byte[] bytes, int offset, int length) {
    if (position != next) {
      giveUp();
    }
    next = position + length;
    int done = 0;
    while (done < length && !closed) {
      long at = position + done;
      if (at % stripeBytes == 0) {
        filler = stripes.apply((int) (at / stripeBytes)).filter(this::isReadWhole).flatMap(opener);
      }
      int step = (int) Math.min(length - done, stripeBytes - at % stripeBytes);
      if (filler.isPresent()) {
        filler.get().write(bytes, offset + done, step);
        if (filler.get().missingBytes() == 0) {
          // It has all it needs, and ends by itself.
          filler = Optional.empty();
        }
      }
      done += step;
    }
  }

  private boolean isReadWhole(Stripe stripe) {
    return stripe.range().end() <= end;
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
