package io.evenkeel.core.fill;

import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.port.Pending;
import java.util.function.Consumer;

/**
 * Encodes one stripe of existing content while it is read: feed it the stripe's verified bytes
 * once, in order. With the last of them, and once it is {@link #wanted}, the parity is stored and
 * published for exactly that content; until it is wanted nothing leaves the process, so that a
 * reader may start before it knows, and the first bytes are held as they are. Nothing here waits
 * for anything or throws, as in {@link ParityEncoder}. Thread-safe, though bytes have to come in
 * order.
 */
public final class StripeEncoder {
  private final PlacedStripe content;
  private final ParityWriters writers;
  private final FillRoom room;
  private final ParityEncoder encoder;

  /** Where the first bytes wait to be wanted; null once they go to the encoder. */
  private HeldBytes held;

  private Pending expiry = Pending.DONE;
  private volatile boolean wanted;
  private boolean abandoned;

  private StripeEncoder(
      PlacedStripe content,
      ParityWriters writers,
      FillRoom room,
      HeldBytes held,
      ParityEncoder encoder) {
    this.content = content;
    this.writers = writers;
    this.room = room;
    this.held = held;
    this.encoder = encoder;
  }

  /**
   * One in front of a file's encoder, which {@code open} makes for its purpose.
   *
   * @param held where bytes wait that are not wanted yet
   */
  static StripeEncoder of(
      PlacedStripe content,
      ParityWriters writers,
      HeldBytes held,
      Consumer<String> ended,
      Opener open) {
    FillRoom room = new FillRoom(content, writers.ports().manager(), ended);
    return new StripeEncoder(content, writers, room, held, open.open(room));
  }

  /** Makes the encoder of a purpose. */
  @FunctionalInterface
  interface Opener {
    ParityEncoder open(Purpose purpose);
  }

  /** The next bytes of the stripe, none beyond its end. They are the caller's again on return. */
  public void write(byte[] bytes, int offset, int length) {
    try {
      if (!holds(bytes, offset, length)) {
        drain();
        encode(bytes, offset, length);
      }
    } catch (Throwable e) {
      abandon("encoding failed: " + e);
    }
  }

  /** Whether these bytes wait, or are not wanted any more. */
  private synchronized boolean holds(byte[] bytes, int offset, int length) {
    if (abandoned) {
      return true;
    }
    if (length > missingBytes()) {
      abandon("%d bytes came where %d were missing".formatted(length, missingBytes()));
      return true;
    }
    if (held == null || wanted || !held.add(bytes, offset, length)) {
      return false;
    }
    room.took(length);
    if (expiry == Pending.DONE) {
      long nanos = writers.limits().timeouts().reserve().toNanos();
      expiry = writers.ports().scheduler().schedule(nanos, this::expire);
    }
    if (missingBytes() == 0) {
      // Who waits for what is under way waits for the decision, too.
      encoder.leaving();
      writers.silence().stirred();
    }
    return true;
  }

  /** Encodes what waits, a little at a time: others may want the lock meanwhile. */
  private void drain() {
    while (drainSome()) {}
  }

  private synchronized boolean drainSome() {
    if (held == null) {
      return false;
    }
    if (held.isEmpty()) {
      stopHolding();
      return false;
    }
    held.drainSome(encoder);
    return true;
  }

  private void stopHolding() {
    held.drop();
    held = null;
    expiry.cancel();
  }

  private synchronized void encode(byte[] bytes, int offset, int length) {
    if (abandoned) {
      return;
    }
    encoder.write(bytes, offset, length);
    room.took(length);
    finishIfWhole();
  }

  private void finishIfWhole() {
    if (missingBytes() == 0 && encoder.closed()) {
      encoder.finish(content);
    }
  }

  /** What waits is wanted, whether its reader goes on or not. */
  private void encodeHeld() {
    try {
      drain();
      synchronized (this) {
        if (!abandoned) {
          finishIfWhole();
        }
      }
    } catch (Throwable e) {
      abandon("encoding failed: " + e);
    }
  }

  private synchronized void expire() {
    if (held != null && !wanted) {
      abandon("it was not decided in time whether its parity is wanted");
    }
  }

  /** How many bytes of the stripe have not come yet. */
  public long missingBytes() {
    return room.missingBytes();
  }

  /** The manager wants this parity: asks it for room, now or with the first byte. Idempotent. */
  public void wanted() {
    wanted = true;
    room.wanted();
    writers.silence().stirred();
    boolean waits;
    synchronized (this) {
      waits = held != null && !held.isEmpty();
    }
    if (waits) {
      try {
        writers.ports().background().execute(this::encodeHeld);
      } catch (Throwable e) {
        abandon("its bytes could not be handed on: " + e);
      }
    }
  }

  /** Whether more bytes can still lead to a publication; once false for ever false. */
  public synchronized boolean isEncoding() {
    return !abandoned && encoder.isEncoding();
  }

  /** Gives up what is not published. Idempotent. */
  public void abandon(String reason) {
    synchronized (this) {
      abandoned = true;
      if (held != null) {
        stopHolding();
      }
    }
    room.close(reason);
    encoder.abandon(reason);
  }
}
