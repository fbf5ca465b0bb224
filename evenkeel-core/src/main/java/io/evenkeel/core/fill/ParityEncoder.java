package io.evenkeel.core.fill;

import io.evenkeel.coding.ErasureCode;
import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.StripeGeometry;

/**
 * Encodes one file while it is written: feed it every byte once, in order, after the file system
 * has taken it. Nothing here waits for anything or throws, whatever happens: what cannot be encoded
 * stays unprotected. Thread-safe, though bytes have to come in order.
 *
 * <p>Life: {@link #write} any number of times; then {@link #closed}, and if it wants them {@link
 * #finish} with the file's blocks; {@link #abandon} instead of any of these when the file is not,
 * or will not be, what was written here.
 */
public final class ParityEncoder {
  /** Writes shorter than this are gathered: encoding has a cost per call. */
  private static final int GATHER_BYTES = 4096;

  private final WriteBudget budget;
  private final Cut cut;
  private final FileUpload upload;
  private byte[] gathered = new byte[0];
  private int gatheredBytes;
  private long encodedBytes;
  private boolean begun;
  private StripeAccumulator parity;
  private StripeUpload stripe;

  /** How many substripes of the present stripe are finished. */
  private int handedOver;

  private boolean over;
  private boolean abandoned;

  ParityEncoder(WriteBudget budget, Cut cut, FileUpload upload) {
    this.budget = budget;
    this.cut = cut;
    this.upload = upload;
  }

  /** The next bytes of the file. They are the caller's again when this returns. */
  public synchronized void write(byte[] bytes, int offset, int length) {
    if (over) {
      return;
    }
    try {
      if (length >= GATHER_BYTES) {
        encodeGathered();
        encode(bytes, offset, length);
      } else {
        gather(bytes, offset, length);
      }
    } catch (Throwable e) {
      abandon("encoding failed: " + e);
    }
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
    encode(gathered, 0, length);
  }

  private void encode(byte[] bytes, int offset, int length) {
    long stripeBytes = cut.stripeBytes();
    int done = 0;
    while (done < length) {
      long inStripe = encodedBytes % stripeBytes;
      if (inStripe == 0) {
        begin(upload.purpose().firstStripe() + (int) (encodedBytes / stripeBytes));
      }
      int step = (int) Math.min(length - done, stripeBytes - inStripe);
      if (parity != null) {
        step = encodeSome(inStripe, bytes, offset + done, step);
      }
      encodedBytes += step;
      done += step;
    }
  }

  private void begin(int number) {
    begun = true;
    int substripes = (int) (cut.blockBytes() / cut.subblockBytes());
    if (!budget.tryReserve(cut.blockBytes() * cut.code().parityCount())) {
      upload.hand(() -> upload.skipped("the process's limit for parity being written is reached"));
      return;
    }
    handedOver = 0;
    ErasureCode code = ErasureCode.of(cut.code());
    parity = new StripeAccumulator(budget, code, cut.subblockBytes(), substripes);
    stripe = upload.begin(number, parity);
  }

  /** Encodes up to the end of the current subblock. */
  private int encodeSome(long inStripe, byte[] bytes, int offset, int length) {
    Cut.Place at = cut.at(inStripe);
    int step = Math.min(length, cut.subblockBytes() - at.offset());
    if (!parity.add(at.index(), at.substripe(), at.offset(), bytes, offset, step)) {
      forgetStripe();
      return length;
    }
    boolean isLast = at.index() == cut.code().dataCount() - 1;
    if (isLast && at.offset() + step == cut.subblockBytes()) {
      handOver(at.substripe());
      if (inStripe + step == cut.stripeBytes()) {
        seal(cut.geometry(cut.stripeBytes()));
      }
    }
    return step;
  }

  private void handOver(int substripe) {
    handedOver++;
    StripeUpload to = stripe;
    StripeAccumulator.Finished finished = parity.finish(substripe);
    if (finished != null) {
      upload.hand(() -> to.ready(finished));
    }
  }

  private void seal(StripeGeometry whole) {
    StripeUpload to = stripe;
    upload.hand(() -> to.sealed(whole));
    forgetStripe();
  }

  private void forgetStripe() {
    parity = null;
    stripe = null;
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
      encodeGathered();
      if (parity != null) {
        sealShort();
      }
      over = true;
      upload.leaving();
      upload.hand(upload::closed);
    } catch (Throwable e) {
      abandon("encoding failed: " + e);
    }
    return upload.alive() > 0;
  }

  /** No more bytes will come, though they are not all encoded yet. */
  void leaving() {
    upload.leaving();
  }

  /** The file ends within a stripe: hands over the subblocks that no further block will pass. */
  private void sealShort() {
    StripeGeometry whole = cut.geometry(encodedBytes % cut.stripeBytes());
    parity.end(whole.substripeCount());
    while (handedOver < whole.substripeCount()) {
      handOver(handedOver);
    }
    seal(whole);
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
    } catch (RuntimeException e) {
      abandon("publishing failed: " + e);
    }
  }

  /** After {@link #closed}: the one stripe that was encoded, as it is in its file. */
  void finish(PlacedStripe content) {
    try {
      upload.hand(() -> upload.finish(content));
    } catch (RuntimeException e) {
      abandon("publishing failed: " + e);
    }
  }

  /** Whether bytes still to come in the present stripe can lead to its publication. */
  synchronized boolean isEncoding() {
    return !over && (!begun || (parity != null && !parity.isDropped()));
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
    if (!begun) {
      // Nobody in the background has heard of it.
      upload.leaving();
      upload.lost();
      return;
    }
    try {
      upload.leaving();
      if (parity != null) {
        parity.drop();
        forgetStripe();
      }
      upload.hand(() -> upload.abandon(reason));
    } catch (RuntimeException e) {
      abandonHere(reason);
    }
  }

  private void abandonHere(String reason) {
    try {
      upload.post(() -> upload.abandon(reason));
    } catch (RuntimeException e) {
      upload.lost();
    }
  }
}
