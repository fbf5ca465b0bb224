package io.evenkeel.core.fill;

import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.port.ManagerApi;
import java.util.function.Consumer;

/**
 * Encodes one stripe of existing content while it is read: feed it the stripe's verified bytes
 * once, in order. With the last of them, and once it is {@link #wanted}, the parity is stored and
 * published for exactly that content; until it is wanted nothing leaves the process, so that a
 * reader may start before it knows. Nothing here waits for anything or throws, as in {@link
 * ParityEncoder}. Thread-safe, though bytes have to come in order.
 */
public final class StripeFiller {
  private final PlacedStripe content;
  private final ParityEncoder encoder;
  private final FillRoom room;
  private long missingBytes;

  private StripeFiller(PlacedStripe content, ParityEncoder encoder, FillRoom room) {
    this.content = content;
    this.encoder = encoder;
    this.room = room;
    this.missingBytes = content.stripe().range().lengthBytes();
  }

  /** Puts a filler in front of an encoder, which {@code open} makes for the abandoned purpose. */
  static StripeFiller of(
      PlacedStripe content, ManagerApi manager, Consumer<String> ended, Opener open) {
    FillRoom room = new FillRoom(content, manager, ended);
    return new StripeFiller(content, open.open(room), room);
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
    encoder.write(bytes, offset, length);
    missingBytes -= length;
    if (missingBytes == 0 && encoder.closed()) {
      encoder.finish(content);
    }
  }

  /** How many bytes of the stripe have not come yet. */
  public synchronized long missingBytes() {
    return missingBytes;
  }

  /** The manager wants this parity: asks it for room, now or with the first byte. Idempotent. */
  public void wanted() {
    room.wanted();
  }

  /** Whether more bytes can still lead to a publication; once false for ever false. */
  public boolean isEncoding() {
    return encoder.isEncoding();
  }

  /** Gives up what is not published. Idempotent. */
  public void abandon(String reason) {
    room.close(reason);
    encoder.abandon(reason);
  }
}
