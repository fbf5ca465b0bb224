package io.evenkeel.core.fill;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.BlockContents;
import io.evenkeel.core.model.BlockVersion;
import io.evenkeel.core.model.Epoch;
import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.Stripe;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.Pending;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * The background half of one file's encoding: everything after a subblock's parity is final. The
 * writer only posts events to it; they are worked off in a serial context, which needs no locks.
 */
final class FileUpload {
  private final ParityWriters writers;
  private final Purpose purpose;
  private final Cut cut;
  private final Epoch epoch;
  private final Executor serial;
  private final Queue<Runnable> handed = new ConcurrentLinkedQueue<>();
  private final AtomicInteger undone = new AtomicInteger();
  private final Map<Integer, StripeUpload> stripes = new LinkedHashMap<>();
  private final Map<String, Integer> reasons = new LinkedHashMap<>();
  private final AtomicInteger alive = new AtomicInteger();
  private final AtomicBoolean leaving = new AtomicBoolean();
  private final AtomicBoolean ended = new AtomicBoolean();
  private volatile boolean rejected;
  private int published;
  private int unprotected;
  private boolean complete;
  private Pending deadline = Pending.DONE;

  FileUpload(ParityWriters writers, Purpose purpose, Cut cut) {
    this.writers = writers;
    this.purpose = purpose;
    this.cut = cut;
    this.epoch = Epoch.next(writers.ports().random());
    this.serial = writers.ports().scheduler().serial();
  }

  WritePorts ports() {
    return writers.ports();
  }

  WriteLimits limits() {
    return writers.limits();
  }

  PutGate gate() {
    return writers.gate();
  }

  CodeSpec code() {
    return cut.code();
  }

  Purpose purpose() {
    return purpose;
  }

  /** Runs a task in the file's context; what it throws ends the file's encoding, nothing more. */
  void post(Runnable task) {
    serial.execute(
        () -> {
          try {
            task.run();
          } catch (Throwable e) {
            dropAll("internal error: " + e);
          }
        });
  }

  /**
   * Any thread: has a background thread post an event, in the order in which they are handed on, so
   * that the writer does no work for them.
   *
   * @throws RejectedExecutionException when the background is too busy or has no thread, then and
   *     ever after
   */
  void hand(Runnable event) {
    if (rejected) {
      throw new RejectedExecutionException("too busy in the background");
    }
    writers.silence().stirred();
    handed.add(event);
    if (undone.getAndIncrement() == 0) {
      try {
        ports().background().execute(this::takeOver);
      } catch (RejectedExecutionException e) {
        rejected = true;
        throw e;
      } catch (Throwable e) {
        rejected = true;
        throw new RejectedExecutionException("no thread in the background", e);
      }
    }
  }

  private void takeOver() {
    do {
      Runnable event = handed.remove();
      try {
        post(event);
      } catch (Throwable e) {
        rejected = true;
        missed("its context takes no more: " + e);
      }
    } while (undone.decrementAndGet() > 0);
  }

  /** An event has not happened, so what is known of the file is not what it is. */
  private void missed(String reason) {
    try {
      post(() -> abandon(reason));
    } catch (Throwable e) {
      endNow();
    }
  }

  <T> Pending call(
      Duration timeout, Function<Completion<T>, Pending> operation, Completion<T> then) {
    Silence.Question question = writers.silence().asked();
    Pending call =
        TimedCall.start(
            ports().scheduler(),
            this::post,
            timeout,
            answer -> operation.apply(before(question::answered, answer)),
            before(question::givenUp, then));
    return () -> {
      question.givenUp();
      call.cancel();
    };
  }

  private static <T> Completion<T> before(Runnable first, Completion<T> then) {
    return new Completion<>() {
      @Override
      public void done(T value) {
        first.run();
        then.done(value);
      }

      @Override
      public void failed(Throwable cause) {
        first.run();
        then.failed(cause);
      }
    };
  }

  Pending after(Duration delay, Runnable task) {
    return ports().scheduler().schedule(delay.toNanos(), () -> post(task));
  }

  /** Any thread. How many stripes may still be published. */
  int alive() {
    return alive.get();
  }

  /**
   * Any thread: a stripe is wanted, and room is asked for.
   *
   * @param bytes of the file that it has
   */
  StripeUpload begin(int number, StripeAccumulator parity, long bytes) {
    StripeUpload stripe = new StripeUpload(this, new StripeId(epoch, number), parity);
    alive.incrementAndGet();
    try {
      hand(
          () -> {
            stripes.put(number, stripe);
            stripe.start(bytes);
          });
    } catch (Throwable e) {
      alive.decrementAndGet();
      throw e;
    }
    return stripe;
  }

  /**
   * What room a stripe asks for that has so many bytes of the file: for twice as many, so that what
   * grows asks seldom and never holds much more room than it needs; for all where that is known.
   *
   * @param ends whether it gets no more
   */
  StripeGeometry roomFor(long bytes, boolean ends) {
    long grown = ends ? bytes : 2 * bytes;
    long most = purpose.isOfKnownLength() ? cut.stripeBytes() : grown;
    return cut.geometry(Math.min(most, cut.stripeBytes()));
  }

  /** Whether parity of so many bytes of the file's stripe has room where there is room for this. */
  boolean fits(long bytes, StripeGeometry room) {
    return cut.geometry(bytes).blockLengthBytes().get(0) <= room.blockLengthBytes().get(0);
  }

  /** Any thread, any number of times: no more bytes will come. */
  void leaving() {
    if (leaving.compareAndSet(false, true)) {
      writers.leaving();
    }
  }

  /** Any thread: nothing is under way, or can be any more, that the end would wait for. */
  void endNow() {
    if (ended.compareAndSet(false, true)) {
      tellEnd();
    }
  }

  /** One stripe less that may be published. */
  void givenUp() {
    alive.decrementAndGet();
  }

  /** A stripe for which there was no memory. */
  void skipped(String reason) {
    unprotected++;
    reasons.merge(reason, 1, Integer::sum);
  }

  /** All bytes were written; the file's version has to come within the limit, or an abandonment. */
  void closed() {
    complete = true;
    if (!stripes.isEmpty()) {
      Duration limit = limits().timeouts().finish();
      deadline =
          after(
              limit,
              () -> dropAll("the file's blocks were not known after " + limit.toMillis() + " ms"));
    }
    endIfDone();
  }

  /** The content of the closed file. */
  void finish(FileVersion version, long writtenBytes) {
    deadline.cancel();
    if (!version.isCutInto(cut, writtenBytes)) {
      dropAll("the file is not the " + writtenBytes + " bytes that were written here");
      return;
    }
    for (StripeUpload stripe : List.copyOf(stripes.values())) {
      stripe.closedAs(placed(version, stripe.id().stripe()));
    }
  }

  /** The content of the one stripe that was encoded. */
  void finish(PlacedStripe content) {
    deadline.cancel();
    List.copyOf(stripes.values()).forEach(stripe -> stripe.closedAs(content));
  }

  private PlacedStripe placed(FileVersion version, int number) {
    int k = code().dataCount();
    int first = number * k;
    int end = Math.min(first + k, version.blocks().size());
    List<BlockVersion> blocks = version.blocks().subList(first, end);
    StripeGeometry geometry =
        new StripeGeometry(code(), cut.subblockBytes(), BlockContents.lengthBytes(blocks));
    return new PlacedStripe(
        version.path(),
        new Stripe(
            number,
            number * cut.stripeBytes(),
            geometry,
            BlockContents.of(blocks),
            version.replicas().subList(first, end)));
  }

  /** Gives up whatever is not published, and the rest of the file. */
  void abandon(String reason) {
    complete = true;
    dropAll(reason);
    endIfDone();
  }

  private void dropAll(String reason) {
    deadline.cancel();
    List.copyOf(stripes.values()).forEach(stripe -> stripe.drop(reason));
  }

  /**
   * A stripe has come to its end.
   *
   * @param reason why it is unprotected; null when it is published
   */
  void ended(StripeUpload stripe, String reason) {
    stripes.remove(stripe.id().stripe());
    if (reason == null) {
      published++;
    } else {
      skipped(reason);
    }
    endIfDone();
  }

  private void endIfDone() {
    if (!complete || !stripes.isEmpty() || !ended.compareAndSet(false, true)) {
      return;
    }
    deadline.cancel();
    tellEnd();
  }

  private void tellEnd() {
    try {
      purpose.ended(published, unprotected, List.copyOf(reasons.keySet()));
    } finally {
      writers.ended();
    }
  }
}
