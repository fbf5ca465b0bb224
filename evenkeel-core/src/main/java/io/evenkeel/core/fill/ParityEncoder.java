package io.evenkeel.core.fill;

import io.evenkeel.coding.ErasureCode;
import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.port.Pending;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Encodes one file while it is written: feed it every byte once, in order, after the file system
 * has taken it. Nothing here waits for anything or throws, whatever happens: what cannot be encoded
 * stays unprotected. Thread-safe, though bytes have to come in order.
 *
 * <p>A stripe is encoded from its first byte on and begun, which is when others hear of it, once
 * the {@link WritePolicy} wants it: then its blocks are long enough to know how much room it takes.
 *
 * <p>Life: {@link #write} any number of times; then {@link #closed}, and if it wants them {@link
 * #finish} with the file's blocks; {@link #abandon} instead of any of these when the file is not,
 * or will not be, what was written here.
 */
public final class ParityEncoder {
  /** Of each piece of so many bytes the file system may have computed the CRC32C: HDFS's chunks. */
  public static final int SUMMED_BYTES = 512;

  /** Writes shorter than this are gathered: encoding has a cost per call. */
  private static final int GATHER_BYTES = 4096;

  private static final String NO_MEMORY =
      "the process's limit for parity being written is reached (evenkeel.write.process.bytes)";

  private final WriteBudget budget;
  private final Cut cut;
  private final WritePolicy policy;
  private final FileUpload upload;
  private byte[] gathered = new byte[0];
  private int gatheredBytes;
  private long encodedBytes;

  /** Null outside a stripe, and for the rest of one that was given up. */
  private StripeAccumulator parity;

  /** Null while the present stripe is not begun. */
  private StripeUpload stripe;

  private int number;

  /** Whether the present stripe was begun, or was to be and cannot. */
  private boolean decided;

  /** Why the present stripe was given up before it was begun. */
  private String givenUpBecause = "";

  /** Finished substripes of the present stripe that are not handed over. */
  private final List<StripeAccumulator.Finished> gatheredParity = new ArrayList<>();

  private long gatheredParityBytes;

  /** Ends a stripe that is written too slowly to be held. */
  private Pending patience = Pending.DONE;

  /** From how many bytes on the present stripe, which is begun, needs more room. */
  private long growsAtBytes;

  /** How many substripes of the present stripe are finished, handed over or not. */
  private int finishedCount;

  /** Whether anything was encoded. */
  private boolean encoding;

  /** Whether the background has heard of it. */
  private boolean told;

  private boolean over;
  private boolean abandoned;

  ParityEncoder(WriteBudget budget, Cut cut, WritePolicy policy, FileUpload upload) {
    this.budget = budget;
    this.cut = cut;
    this.policy = policy;
    this.upload = upload;
  }

  /** The next bytes of the file. They are the caller's again when this returns. */
  public void write(byte[] bytes, int offset, int length) {
    write(bytes, offset, length, null);
  }

  /**
   * The same of whole pieces of 512 bytes, whose CRC32Cs the file system has computed.
   *
   * @param sums one for each piece; null for none
   */
  public synchronized void write(byte[] bytes, int offset, int length, int[] sums) {
    if (over) {
      return;
    }
    try {
      if (length >= GATHER_BYTES) {
        encodeGathered();
        WrittenBytes given = new WrittenBytes(bytes, offset, length, sums, 0);
        encode(isWhole(length) ? given : given.withoutSums());
      } else {
        gather(bytes, offset, length);
      }
    } catch (Throwable e) {
      abandon("encoding failed: " + e);
    }
  }

  /** Whether checksums of the next so many bytes are of pieces that no subblock cuts. */
  private boolean isWhole(int length) {
    int piece = SUMMED_BYTES;
    return encodedBytes % piece == 0 && length % piece == 0 && cut.subblockBytes() % piece == 0;
  }

  private void gather(byte[] bytes, int offset, int length) {
    if (gathered.length == 0) {
      gathered = new byte[2 * GATHER_BYTES];
    }
    System.arraycopy(bytes, offset, gathered, gatheredBytes, length);
    gatheredBytes += length;
    if (gatheredBytes > GATHER_BYTES) {
      encodeGathered();
    }
  }

  private void encodeGathered() {
    int length = gatheredBytes;
    gatheredBytes = 0;
    encode(WrittenBytes.of(gathered, 0, length));
  }

  private void encode(WrittenBytes given) {
    int length = given.length();
    long stripeBytes = cut.stripeBytes();
    int done = 0;
    while (done < length) {
      long inStripe = encodedBytes % stripeBytes;
      if (inStripe == 0) {
        start(upload.purpose().firstStripe() + (int) (encodedBytes / stripeBytes));
      }
      int step = (int) Math.min(length - done, stripeBytes - inStripe);
      if (parity != null) {
        step = add(inStripe, given.part(done, step));
      }
      encodedBytes += step;
      done += step;
      decide(inStripe + step);
      if (parity != null) {
        grow(inStripe + step);
        pass(inStripe, step);
      }
    }
  }

  /** Says so each time that the present stripe has got twice as long. */
  private void grow(long bytes) {
    StripeUpload to = stripe;
    if (to != null && bytes > growsAtBytes && !upload.purpose().isOfKnownLength()) {
      growsAtBytes = 2 * bytes;
      hand(() -> to.grown(bytes, false));
    }
  }

  private void start(int next) {
    encoding = true;
    number = next;
    decided = false;
    givenUpBecause = "";
    finishedCount = 0;
    forgetGathered();
    int substripes = (int) (cut.blockBytes() / cut.subblockBytes());
    parity =
        new StripeAccumulator(budget, ErasureCode.of(cut.code()), cut.subblockBytes(), substripes);
    if (upload.purpose().isOfKnownLength() && !parity.reserveAll()) {
      giveUp(NO_MEMORY);
    }
    Duration limit = upload.limits().timeouts().stripe();
    patience =
        policy.wants(cut, encodedBytes + 1, 1)
            ? Pending.DONE
            : upload.ports().scheduler().schedule(limit.toNanos(), () -> tooSlow(next, limit));
  }

  private synchronized void tooSlow(int which, Duration limit) {
    if (!over && !decided && number == which && parity != null) {
      giveUp("the stripe was not written within " + limit.toMillis() + " ms");
    }
  }

  /** Encodes up to the end of the current subblock. */
  private int add(long inStripe, WrittenBytes given) {
    Cut.Place at = cut.at(inStripe);
    int step = Math.min(given.length(), cut.subblockBytes() - at.offset());
    if (parity.add(at.index(), at.substripe(), at.offset(), given.part(0, step))) {
      return step;
    }
    giveUp(parity.isStarved() ? NO_MEMORY : "");
    return given.length();
  }

  /**
   * The present stripe gets no parity.
   *
   * @param reason empty where its upload knows
   */
  private void giveUp(String reason) {
    StripeUpload begun = stripe;
    givenUpBecause = reason;
    patience.cancel();
    parity.drop();
    forgetStripe();
    if (begun != null && !reason.isEmpty()) {
      hand(() -> begun.drop(reason));
    }
  }

  /** Begins the present stripe when it is wanted. */
  private void decide(long inStripe) {
    if (decided || !policy.wants(cut, encodedBytes, inStripe)) {
      return;
    }
    decided = true;
    patience.cancel();
    if (parity == null) {
      String reason = givenUpBecause;
      hand(() -> upload.skipped(reason));
      return;
    }
    told = true;
    stripe = upload.begin(number, parity, inStripe);
    growsAtBytes = 2 * inStripe;
    handOver(inStripe);
  }

  /** Bytes of the present stripe are encoded: finishes what they complete. */
  private void pass(long inStripe, int step) {
    Cut.Place at = cut.at(inStripe);
    boolean isLast = at.index() == cut.code().dataCount() - 1;
    if (!isLast || at.offset() + step < cut.subblockBytes()) {
      return;
    }
    finish(at.substripe(), inStripe + step);
    if (inStripe + step == cut.stripeBytes()) {
      end(cut.stripeBytes());
    }
  }

  /**
   * @param bytes that the present stripe has
   */
  private void finish(int substripe, long bytes) {
    finishedCount++;
    StripeAccumulator.Finished done = parity.finish(substripe);
    if (done == null) {
      return;
    }
    gatheredParity.add(done);
    gatheredParityBytes += (long) cut.code().parityCount() * done.parityLengthBytes();
    boolean isEnough =
        gatheredParityBytes >= upload.limits().handOverBytes()
            || 2 * gatheredParityBytes >= parity.heldBytes();
    if (stripe != null && isEnough) {
      handOver(bytes);
    }
  }

  private void handOver(long bytes) {
    StripeUpload to = stripe;
    List<StripeAccumulator.Finished> all = List.copyOf(gatheredParity);
    forgetGathered();
    if (!all.isEmpty()) {
      hand(() -> to.ready(all, bytes));
    }
  }

  private void forgetGathered() {
    gatheredParity.clear();
    gatheredParityBytes = 0;
  }

  /** No more bytes of the present stripe will come. */
  private void end(long bytes) {
    StripeUpload to = stripe;
    if (to == null) {
      giveUp("");
    } else {
      StripeGeometry whole = cut.geometry(bytes);
      handOver(bytes);
      parity.end();
      hand(() -> to.sealed(whole));
      forgetStripe();
    }
  }

  private void hand(Runnable event) {
    told = true;
    upload.hand(event);
  }

  private void forgetStripe() {
    parity = null;
    stripe = null;
    forgetGathered();
  }

  /**
   * The file system has taken and kept everything that was written, and the file is closed.
   *
   * @return whether {@link #finish} is wanted; false when there is nothing to publish
   */
  public synchronized boolean closed() {
    if (over) {
      return false;
    }
    try {
      long bytes = encodedBytes + gatheredBytes;
      if (encoding || policy.wants(cut, bytes, bytes)) {
        encodeGathered();
      }
      if (parity != null) {
        endShort();
      }
      over = true;
      upload.leaving();
      if (told) {
        upload.hand(upload::closed);
      } else {
        // There is nobody to wait for.
        upload.endNow();
      }
    } catch (Throwable e) {
      abandon("encoding failed: " + e);
    }
    return upload.alive() > 0;
  }

  /** The file ends within a stripe: finishes the subblocks that no further block will pass. */
  private void endShort() {
    long bytes = encodedBytes % cut.stripeBytes();
    StripeGeometry whole = cut.geometry(bytes);
    StripeUpload to = stripe;
    if (to != null) {
      hand(() -> to.grown(bytes, true));
    }
    while (stripe != null && finishedCount < whole.substripeCount()) {
      finish(finishedCount, bytes);
    }
    end(bytes);
  }

  /** No more bytes will come, though they are not all encoded yet. */
  void leaving() {
    upload.leaving();
  }

  /**
   * After {@link #closed}: the blocks of the closed file. They are published where they are those
   * that were written here.
   */
  public void finish(FileVersion version) {
    long written;
    synchronized (this) {
      written = encodedBytes;
    }
    try {
      upload.hand(() -> upload.finish(version, written));
    } catch (Throwable e) {
      abandon("publishing failed: " + e);
    }
  }

  /** After {@link #closed}: the one stripe that was encoded, as it is in its file. */
  void finish(PlacedStripe content) {
    try {
      upload.hand(() -> upload.finish(content));
    } catch (Throwable e) {
      abandon("publishing failed: " + e);
    }
  }

  /** Whether bytes still to come in the present stripe can lead to its publication. */
  synchronized boolean isEncoding() {
    return !over && (!encoding || (parity != null && !parity.isDropped()));
  }

  /** Gives up what is not published: a failed write, a file that is not what it should be. */
  public synchronized void abandon(String reason) {
    if (abandoned) {
      return;
    }
    over = true;
    abandoned = true;
    gathered = new byte[0];
    gatheredBytes = 0;
    try {
      upload.leaving();
      patience.cancel();
      if (parity != null) {
        parity.drop();
        forgetStripe();
      }
      if (!told) {
        // Nobody in the background has heard of it.
        upload.endNow();
        return;
      }
      upload.hand(() -> upload.abandon(reason));
    } catch (Throwable e) {
      abandonHere(reason);
    }
  }

  private void abandonHere(String reason) {
    try {
      upload.post(() -> upload.abandon(reason));
    } catch (Throwable e) {
      upload.endNow();
    }
  }
}
