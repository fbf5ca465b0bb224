package io.evenkeel.redis;

import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.CorruptFragmentException;
import io.evenkeel.core.port.Pending;
import io.evenkeel.core.store.CircuitBreaker.Permit;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One operation under way: ends once, by its last reply, its first error, its timeout, its caller
 * or the store's end, and gives back then whatever it took. One that is given up while a connection
 * is at it leaves that connection until the request's time is over, which cuts it.
 */
final class RedisCall<T> implements Pending {
  private final RedisNode node;
  private final Wire<T> wire;
  private final Permit permit;
  private final Completion<T> then;
  private final AtomicBoolean ended = new AtomicBoolean();

  /** Closes the connection that is at it; null while none is. */
  private Runnable cut;

  private volatile boolean timedOut;
  private volatile Future<?> timer;

  RedisCall(RedisNode node, Wire<T> wire, Permit permit, Completion<T> then) {
    this.node = node;
    this.wire = wire;
    this.permit = permit;
    this.then = then;
  }

  void timer(Future<?> newTimer) {
    timer = newTimer;
    if (ended.get()) {
      disarm();
    }
  }

  /**
   * A connection is at it from now on; false when it has ended and is not to be sent any more.
   *
   * @param cuts closes the connection
   */
  boolean begin(Runnable cuts) {
    synchronized (this) {
      cut = cuts;
    }
    if (ended.get()) {
      left();
      return false;
    }
    return true;
  }

  List<Command> commands() {
    return wire.commands();
  }

  /** The connection is not at it any more, and will not look at its payload or buffers. */
  void left() {
    synchronized (this) {
      cut = null;
    }
    if (ended.get()) {
      disarm();
    }
  }

  /** Whether its time was over before its end. */
  boolean hasTimedOut() {
    return timedOut;
  }

  /** All commands were answered. */
  void answered() {
    T value = null;
    IOException trouble = null;
    try {
      value = wire.result();
    } catch (IOException e) {
      trouble = e;
    } catch (RuntimeException e) {
      // Whatever a server says, its connection and the calls behind this one go on.
      trouble = new IOException("cache node " + node.id() + " answered what is not understood", e);
    }
    T result = value;
    if (!end(() -> node.answered(permit), result, trouble) && result != null) {
      wire.unwanted(result);
    }
  }

  /** The server answered with an error. */
  void refused(RefusedException refusal) {
    if (wire.isOptional() && Remedy.isWantOfRights(refusal)) {
      end(() -> node.answered(permit), null, node.refusesCatalogue(wire.asked(), refusal));
      return;
    }
    if (wire.isWrite() && Remedy.isWantOfRights(refusal)) {
      // It answers, and what may only be read is read on.
      node.refusesWrites(refusal);
      end(() -> node.answered(permit), null, node.writesRefused(wire.asked(), refusal));
      return;
    }
    if (Remedy.isDenial(refusal)) {
      failed("does not let us in", refusal);
      return;
    }
    end(
        () -> node.answered(permit),
        null,
        new IOException(
            "cache node " + node.id() + " refused " + wire.asked() + ": " + refusal.getMessage(),
            refusal));
  }

  void timedOut() {
    timedOut = true;
    failed("did not answer within " + node.requestTimeout().toMillis() + " ms", null);
    synchronized (this) {
      // Not a connection that is at another call by now.
      if (cut != null) {
        cut.run();
      }
    }
  }

  /** There was no answer. */
  void failed(String what, Throwable cause) {
    String said =
        cause == null ? "" : cause.getMessage() == null ? cause.toString() : cause.getMessage();
    String detail = cause == null ? "" : " (" + said + ")" + Remedy.of(cause);
    end(
        () -> node.failed(permit, what + detail),
        null,
        cause instanceof CorruptFragmentException
            ? cause
            : new IOException(
                "cache node " + node.id() + " " + what + detail + ": " + wire.asked(), cause));
  }

  /** The store is closing. */
  void closed() {
    end(
        () -> node.withdrawn(permit),
        null,
        new IOException("the store was closed before cache node " + node.id() + " answered"));
  }

  @Override
  public void cancel() {
    if (ended.compareAndSet(false, true)) {
      node.withdrawn(permit);
      giveBack();
    }
  }

  private boolean end(Runnable report, T value, Throwable trouble) {
    if (!ended.compareAndSet(false, true)) {
      return false;
    }
    report.run();
    giveBack();
    if (trouble != null) {
      then.failed(trouble);
    } else {
      then.done(value);
    }
    return true;
  }

  private void giveBack() {
    synchronized (this) {
      if (cut == null) {
        disarm();
      }
    }
    wire.release();
    node.ended(this, wire.putBytes());
  }

  private void disarm() {
    Future<?> armed = timer;
    if (armed != null) {
      armed.cancel(false);
    }
  }
}
