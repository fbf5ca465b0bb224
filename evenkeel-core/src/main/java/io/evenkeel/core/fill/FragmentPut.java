package io.evenkeel.core.fill;

import io.evenkeel.core.model.FragmentKey;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.StoredFragment;
import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.Pending;
import java.nio.ByteBuffer;

/** Stores one fragment: waits for its turn, tries, tries again. Lives in its file's context. */
final class FragmentPut implements Completion<Void>, Pending {
  private final StripeUpload stripe;
  private final FileUpload file;
  private final StripeAccumulator.Finished substripe;
  private final int parity;
  private final Runnable turn = this::turn;
  private Phase phase = Phase.IDLE;
  private int tries;
  private Pending current = DONE;

  private enum Phase {
    IDLE,
    QUEUED,
    SENDING,
    OVER
  }

  FragmentPut(
      StripeUpload stripe, FileUpload file, StripeAccumulator.Finished substripe, int parity) {
    this.stripe = stripe;
    this.file = file;
    this.substripe = substripe;
    this.parity = parity;
  }

  FragmentKey key() {
    int index = file.code().dataCount() + parity;
    return new FragmentKey(stripe.id(), substripe.substripe(), index);
  }

  int parity() {
    return parity;
  }

  int substripe() {
    return substripe.substripe();
  }

  /** Whether a node may hold the fragment. */
  boolean wasTried() {
    return tries > 0;
  }

  void start() {
    if (phase == Phase.IDLE) {
      phase = Phase.QUEUED;
      file.gate().enter(turn);
    }
  }

  /** Called on any thread; the turn is ours from here on and must be given back. */
  private void turn() {
    try {
      file.post(this::send);
    } catch (RuntimeException e) {
      file.gate().leave();
    }
  }

  private void send() {
    ByteBuffer payload = phase == Phase.OVER ? null : stripe.payload(substripe, parity);
    if (payload == null) {
      phase = Phase.OVER;
      file.gate().leave();
      return;
    }
    phase = Phase.SENDING;
    tries++;
    NodeId node = stripe.node(parity);
    StoredFragment fragment =
        new StoredFragment(
            key(), file.code(), substripe.dataLengthBytes(), substripe.checksums(), payload);
    current =
        file.<Void>call(
            file.limits().timeouts().put(),
            then -> file.ports().store().put(node, fragment, stripe.timeToLive(), then),
            this);
  }

  @Override
  public void done(Void nothing) {
    phase = Phase.OVER;
    file.gate().leave();
    stripe.stored(this);
  }

  @Override
  public void failed(Throwable cause) {
    phase = Phase.IDLE;
    file.gate().leave();
    if (tries > file.limits().retryCount()) {
      phase = Phase.OVER;
      stripe.drop("cache node " + stripe.node(parity) + " did not store a fragment: " + cause);
      return;
    }
    long delay = file.limits().retryDelay().toNanos();
    current = file.ports().scheduler().schedule(delay, () -> file.post(this::start));
  }

  @Override
  public void cancel() {
    Phase was = phase;
    phase = Phase.OVER;
    current.cancel();
    if (was == Phase.SENDING) {
      file.gate().leave();
    } else if (was == Phase.QUEUED) {
      // Too late to withdraw it, send() gives the turn back.
      file.gate().withdraw(turn);
    }
  }
}
