package io.evenkeel.client.fill;

import io.evenkeel.core.fill.ParityWriters;
import io.evenkeel.core.fill.StripeEncoder;
import io.evenkeel.core.model.FillOrder;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Carries out one order: reads the stripe at the allowed rate, and has its parity published. */
public final class FillJob {
  private static final int PIECE_BYTES = 64 << 10;

  /** Longer than all that a stripe waits for one after the other. */
  static final Duration ENDS_WITHIN = Duration.ofMinutes(12);

  private final FillOrder order;
  private final ParityWriters writers;
  private final RateLimit rate;
  private final CountDownLatch ending;
  private final Opener opener;

  /** Opens the stripe of an order. */
  @FunctionalInterface
  public interface Opener {
    VerifiedStripe open(FillOrder order) throws IOException;
  }

  /**
   * @param rate shared by all jobs
   * @param ending opened when the process is to stop
   */
  public FillJob(
      FillOrder order,
      ParityWriters writers,
      RateLimit rate,
      CountDownLatch ending,
      Opener opener) {
    this.order = order;
    this.writers = writers;
    this.rate = rate;
    this.ending = ending;
    this.opener = opener;
  }

  /** Blocks until the order is carried out or given up. Empty when published, else why not. */
  public String run() throws InterruptedException {
    return run(ENDS_WITHIN);
  }

  /**
   * As {@link #run()}.
   *
   * @param endsWithin from when all is read
   */
  String run(Duration endsWithin) throws InterruptedException {
    // Before it is opened: whoever has asked for it may not be allowed what this process is.
    if (!writers.limits().policy().covers(order.path())) {
      return "this process is to make none there (evenkeel.write.include, evenkeel.write.exclude)";
    }
    CompletableFuture<String> result = new CompletableFuture<>();
    try (VerifiedStripe stripe = opener.open(order)) {
      StripeEncoder encoder =
          writers
              .stripeEncoder(stripe.content(), stripe.cut(), result::complete)
              .orElseThrow(() -> new IOException("too many files are being encoded"));
      encoder.wanted();
      feed(stripe, encoder);
    } catch (IOException e) {
      return String.valueOf(e.getMessage());
    }
    try {
      return result.get(endsWithin.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      return "what has become of it was not heard within " + endsWithin.toSeconds() + " s";
    } catch (ExecutionException e) {
      throw new IllegalStateException("a result is never a failure", e);
    }
  }

  private void feed(VerifiedStripe stripe, StripeEncoder encoder) throws InterruptedException {
    byte[] piece = new byte[PIECE_BYTES];
    String trouble = "the process stops";
    boolean whole = false;
    try {
      while (!whole && encoder.isEncoding() && !isEnding(encoder.missingBytes())) {
        encoder.write(piece, 0, stripe.read(piece));
        whole = encoder.missingBytes() == 0;
      }
    } catch (IOException e) {
      trouble = "reading failed: " + e.getMessage();
    } finally {
      if (!whole) {
        encoder.abandon(trouble);
      }
    }
  }

  /** Waits for the turn of the next piece. */
  private boolean isEnding(long missingBytes) throws InterruptedException {
    long wait = rate.take(Math.min(PIECE_BYTES, missingBytes), System.nanoTime());
    return ending.await(wait, TimeUnit.NANOSECONDS);
  }
}
