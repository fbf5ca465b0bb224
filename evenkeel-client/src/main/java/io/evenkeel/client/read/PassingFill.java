package io.evenkeel.client.read;

import io.evenkeel.core.fill.StripeEncoder;
import io.evenkeel.core.model.Stripe;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Encodes in passing: a stripe whose parity the manager wants, and which a caller reads from its
 * first to its last byte anyway. One stripe at a time; whatever is not the next byte gives it up,
 * and leaves the stripe to the filler daemon. Whatever goes wrong with that, as with a class that
 * is missing, ends it and is not the reader's trouble. Thread-safe.
 */
public final class PassingFill implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PassingFill.class);
  private static final int COPY_BYTES = 64 << 10;

  private final LongFunction<Optional<Stripe>> stripes;
  private final long stripeBytes;
  private final long end;
  private final Function<Stripe, Optional<StripeEncoder>> opener;
  private Optional<StripeEncoder> encoder = Optional.empty();
  private long next = -1;
  private boolean closed;

  /** Of bytes that are not in an array; null until there are some. */
  private byte[] copy;

  /**
   * @param stripes by where they begin, as far as they are known
   * @param stripeBytes the length of every stripe but the last
   * @param end where the caller stops reading as far as is known: a stripe that goes on beyond it
   *     is not begun
   * @param opener starts a stripe; empty when its parity is not to be made
   */
  public PassingFill(
      LongFunction<Optional<Stripe>> stripes,
      long stripeBytes,
      long end,
      Function<Stripe, Optional<StripeEncoder>> opener) {
    this.stripes = stripes;
    this.stripeBytes = stripeBytes;
    this.end = end;
    this.opener = opener;
  }

  /**
   * These bytes of the file were read and verified; they are the caller's again on return.
   *
   * @param bytes a view of them, whose position is ours to move
   */
  public synchronized void read(long position, ByteBuffer bytes) {
    try {
      encode(position, bytes);
    } catch (Throwable e) {
      LOG.debug("Nothing more is encoded in passing", e);
      close();
    }
  }

  private void encode(long position, ByteBuffer bytes) {
    if (position != next) {
      giveUp();
    }
    next = position + bytes.remaining();
    while (bytes.hasRemaining() && !closed) {
      long at = next - bytes.remaining();
      if (at % stripeBytes == 0) {
        encoder = stripes.apply(at).filter(this::isReadWhole).flatMap(opener);
      }
      int step = (int) Math.min(bytes.remaining(), stripeBytes - at % stripeBytes);
      if (encoder.isPresent()) {
        step = write(encoder.get(), bytes, step);
        if (encoder.get().missingBytes() == 0 || !encoder.get().isEncoding()) {
          // It has all it needs, and ends by itself; or nobody wants it.
          encoder = Optional.empty();
        }
      }
      bytes.position(bytes.position() + step);
    }
  }

  /** Hands over so many of the next bytes at most; how many it did. */
  private int write(StripeEncoder to, ByteBuffer bytes, int most) {
    if (bytes.hasArray()) {
      to.write(bytes.array(), bytes.arrayOffset() + bytes.position(), most);
      return most;
    }
    if (copy == null) {
      copy = new byte[COPY_BYTES];
    }
    int step = Math.min(most, copy.length);
    bytes.get(bytes.position(), copy, 0, step);
    to.write(copy, 0, step);
    return step;
  }

  private boolean isReadWhole(Stripe stripe) {
    return stripe.range().end() <= end;
  }

  /** The caller went elsewhere, or read bytes that are not known to be verified. */
  public synchronized void giveUp() {
    next = -1;
    Optional<StripeEncoder> begun = encoder;
    encoder = Optional.empty();
    try {
      begun.ifPresent(f -> f.abandon("its reader did not read all of it in order"));
    } catch (Throwable e) {
      LOG.debug("A stripe that is not encoded holds its memory for as long as one may take", e);
    }
  }

  /** No more bytes will come. Idempotent. */
  @Override
  public synchronized void close() {
    closed = true;
    giveUp();
  }
}
