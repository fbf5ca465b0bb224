package io.evenkeel.core.fill;

import io.evenkeel.core.model.FragmentKey;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.StoredFragment;
import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.Pending;
import java.nio.ByteBuffer;

/**
 * Stores one fragment: waits for its turn, tries, tries again. Lives in its file's context.
 *
 * <p>Given up, it is not tried again; but what a node is being sent is not withdrawn, for a
 * deletion would overtake it then, and leave the key behind. Its payload may be somebody else's by
 * the time: what is stored so does not verify.
 */
final class FragmentPut implements Completion<Void> {
  private final StripeUpload stripe;
  private final FileUpload file;
  private final StripeAccumulator.Finished substripe;
  private final int parity;
  private final Runnable turn = this::turn;
  private Phase phase = Phase.IDLE;
  private int tries;
  private Pending retry = Pending.DONE;
  private Runnable afterAnswer = () -> {};

  private enum Phase {
    IDLE,
    QUEUED,
    SENDING,
    GIVEN_UP,
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
    } catch (Throwable e) {
      // The context takes no more tasks; others are not to lack the room.
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
    try {
      put(payload);
    } catch (Throwable e) {
      // Nothing is under way, so nothing else would ever end it.
      failed(e);
    }
  }

  private void put(ByteBuffer payload) {
    NodeId node = stripe.node(parity);
    StoredFragment fragment = substripe.fragment(key(), file.code(), payload);
    file.<Void>call(
        file.limits().timeouts().put(),
        then -> file.ports().store().put(node, fragment, stripe.timeToLive(), then),
        this);
  }

  @Override
  public void done(Void nothing) {
    if (answeredTooLate()) {
      return;
    }
    phase = Phase.OVER;
    file.gate().leave();
    stripe.stored(this);
  }

  @Override
  public void failed(Throwable cause) {
    if (answeredTooLate()) {
      return;
    }
    phase = Phase.IDLE;
    file.gate().leave();
    if (tries > file.limits().retryCount()) {
      phase = Phase.OVER;
      stripe.drop("cache node " + stripe.node(parity) + " did not store a fragment: " + cause);
      return;
    }
    long delay = file.limits().retryDelay().toNanos();
    retry = file.ports().scheduler().schedule(delay, () -> file.post(this::start));
  }

  private boolean answeredTooLate() {
    if (phase != Phase.GIVEN_UP) {
      return false;
    }
    phase = Phase.OVER;
    file.gate().leave();
    afterAnswer.run();
    return true;
  }

  /** It is not wanted any more. */
  void giveUp() {
    Phase was = phase;
    phase = was == Phase.SENDING ? Phase.GIVEN_UP : Phase.OVER;
    retry.cancel();
    if (was == Phase.QUEUED) {
      // Too late to withdraw it, send() gives the turn back.
      file.gate().withdraw(turn);
    }
  }

  /** Runs a task when no node is being sent it any more, which a timeout bounds. */
  void onceAnswered(Runnable task) {
    if (phase == Phase.GIVEN_UP) {
      afterAnswer = task;
    } else {
      task.run();
    }
  }
}
