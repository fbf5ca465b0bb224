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
  private final ParityEncoder encoder;
  private final FillRoom room;
  private final WritePorts ports;
  private final long decisionNanos;
  private long missingBytes;

  /** Where the first bytes wait to be wanted; null once they go to the encoder. */
  private HeldBytes held;

  private Pending expiry = Pending.DONE;
  private volatile boolean wanted;

  private StripeFiller(
      PlacedStripe content,
      ParityEncoder encoder,
      FillRoom room,
      WritePorts ports,
      HeldBytes held,
      long decisionNanos) {
    this.content = content;
    this.encoder = encoder;
    this.room = room;
    this.held = held;
    this.ports = ports;
    this.decisionNanos = decisionNanos;
    this.missingBytes = content.stripe().range().lengthBytes();
  }

  /**
   * Puts a filler in front of an encoder, which {@code open} makes for the filler's purpose.
   *
   * @param held where bytes wait that are not wanted yet
   * @param decisionNanos they do not wait longer
   */
  static StripeFiller of(
      PlacedStripe content,
      WritePorts ports,
      HeldBytes held,
      long decisionNanos,
      Consumer<String> ended,
      Opener open) {
    FillRoom room = new FillRoom(content, ports.manager(), ended);
    return new StripeFiller(content, open.open(room), room, ports, held, decisionNanos);
  }

  /** Makes the encoder of a purpose. */
  @FunctionalInterface
  interface Opener {
    ParityEncoder open(Purpose purpose);
  }

  /** The next bytes of the stripe, none beyond its end. They are the caller's again on return. */
  public synchronized void write(byte[] bytes, int offset, int length) {
    if (length > missingBytes) {
      abandon("%d bytes came where %d were missing".formatted(length, missingBytes));
      return;
    }
    missingBytes -= length;
    if (!holds(bytes, offset, length)) {
      encoder.write(bytes, offset, length);
    }
    if (missingBytes > 0) {
      return;
    }
    if (held == null || wanted) {
      finish();
    } else {
      // Who waits for what is under way waits for the decision, too.
      encoder.leaving();
    }
  }

  /** All bytes have come. */
  private synchronized void finish() {
    encodeHeld();
    if (encoder.closed()) {
      encoder.finish(content);
    }
  }

  /** Whether these bytes wait; if not, nothing does any more. */
  private boolean holds(byte[] bytes, int offset, int length) {
    if (held == null) {
      return false;
    }
    if (!wanted && held.add(bytes, offset, length)) {
      if (expiry == Pending.DONE) {
        expiry = ports.scheduler().schedule(decisionNanos, this::expire);
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

  private void expire() {
    boolean waits;
    synchronized (this) {
      waits = held != null && !wanted;
    }
    if (waits) {
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
        ports.background().execute(this::finish);
      } catch (RuntimeException e) {
        abandon("its bytes could not be handed on: " + e);
      }
    }
  }

  /** Whether more bytes can still lead to a publication; once false for ever false. */
  public boolean isEncoding() {
    return encoder.isEncoding();
  }

  /** Gives up what is not published. Idempotent. */
  public void abandon(String reason) {
    synchronized (this) {
      if (held != null) {
        held.drop();
        stopHolding();
      }
    }
    room.close(reason);
    encoder.abandon(reason);
  }
}
