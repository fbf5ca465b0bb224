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
public final class StripeFiller {
  private final PlacedStripe content;
  private final ParityWriters writers;
  private final FillRoom room;
  private final ParityEncoder encoder;
  private long missingBytes;

  /** Where the first bytes wait to be wanted; null once they go to the encoder. */
  private HeldBytes held;

  private Pending expiry = Pending.DONE;
  private volatile boolean wanted;
  private boolean abandoned;

  private StripeFiller(
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
    this.missingBytes = content.stripe().range().lengthBytes();
  }

  /**
   * Puts a filler in front of an encoder, which {@code open} makes for the filler's purpose.
   *
   * @param held where bytes wait that are not wanted yet
   */
  static StripeFiller of(
      PlacedStripe content,
      ParityWriters writers,
      HeldBytes held,
      Consumer<String> ended,
      Opener open) {
    FillRoom room = new FillRoom(content, writers.ports().manager(), ended);
    return new StripeFiller(content, writers, room, held, open.open(room));
  }

  /** Makes the encoder of a purpose. */
  @FunctionalInterface
  interface Opener {
    ParityEncoder open(Purpose purpose);
  }

  /** The next bytes of the stripe, none beyond its end. They are the caller's again on return. */
  public synchronized void write(byte[] bytes, int offset, int length) {
    if (abandoned) {
      return;
    }
    if (length > missingBytes) {
      abandon("%d bytes came where %d were missing".formatted(length, missingBytes));
      return;
    }
    missingBytes -= length;
    try {
      if (!holds(bytes, offset, length)) {
        encoder.write(bytes, offset, length);
      }
      if (missingBytes == 0) {
        complete();
      }
    } catch (Throwable e) {
      abandon("encoding failed: " + e);
    }
  }

  private void complete() {
    if (held == null || wanted) {
      finish();
    } else {
      // Who waits for what is under way waits for the decision, too.
      encoder.leaving();
    }
  }

  /** All bytes have come, and they are wanted. */
  private synchronized void finish() {
    if (abandoned) {
      return;
    }
    try {
      encodeHeld();
      if (encoder.closed()) {
        encoder.finish(content);
      }
    } catch (Throwable e) {
      abandon("encoding failed: " + e);
    }
  }

  /** Whether these bytes wait; if not, nothing does any more. */
  private boolean holds(byte[] bytes, int offset, int length) {
    if (held == null) {
      return false;
    }
    if (!wanted && held.add(bytes, offset, length)) {
      if (expiry == Pending.DONE) {
        long nanos = writers.limits().timeouts().reserve().toNanos();
        expiry = writers.ports().scheduler().schedule(nanos, this::expire);
      }
      return true;
    }
    encodeHeld();
    return false;
  }

  private void encodeHeld() {
    if (held != null) {
      held.drainTo(encoder);
      stopHolding();
    }
  }

  private void stopHolding() {
    held = null;
    expiry.cancel();
  }

  private synchronized void expire() {
    if (held != null && !wanted) {
      abandon("it was not decided in time whether its parity is wanted");
    }
  }

  /** How many bytes of the stripe have not come yet. */
  public synchronized long missingBytes() {
    return missingBytes;
  }

  /** The manager wants this parity: asks it for room, now or with the first byte. Idempotent. */
  public void wanted() {
    wanted = true;
    room.wanted();
    boolean complete;
    synchronized (this) {
      complete = held != null && missingBytes == 0;
    }
    if (complete) {
      try {
        writers.ports().background().execute(this::finish);
      } catch (RuntimeException e) {
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
        held.drop();
        stopHolding();
      }
    }
    room.close(reason);
    encoder.abandon(reason);
  }
}
