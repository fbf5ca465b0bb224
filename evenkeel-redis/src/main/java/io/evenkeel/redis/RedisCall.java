package io.evenkeel.redis;

import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.Pending;
import io.evenkeel.core.store.CircuitBreaker.Permit;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.RedisCommand;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One operation under way: ends once, by its last reply, its first error, its timeout, its caller
 * or the store's end, and gives back then whatever it took.
 */
final class RedisCall<T> implements Pending {
  private final RedisNode node;
  private final Wire<T> wire;
  private final Permit permit;
  private final Completion<T> then;
  private final AtomicBoolean ended = new AtomicBoolean();
  private final AtomicInteger unanswered = new AtomicInteger();
  private volatile List<AsyncCommand<String, ByteBuffer, ?>> sent = List.of();
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
      newTimer.cancel(false);
    }
  }

  void connected(StatefulRedisConnection<String, ByteBuffer> connection, Throwable trouble) {
    if (ended.get()) {
      return;
    }
    if (trouble != null) {
      failed("cannot be reached", trouble);
      return;
    }
    List<AsyncCommand<String, ByteBuffer, ?>> commands = wire.commands();
    unanswered.set(commands.size());
    sent = commands;
    for (AsyncCommand<String, ByteBuffer, ?> command : commands) {
      command.whenComplete((value, error) -> replied(error));
    }
    if (ended.get()) {
      withdrawCommands();
      return;
    }
    try {
      connection.dispatch(
          commands.stream().map(c -> (RedisCommand<String, ByteBuffer, ?>) c).toList());
    } catch (RuntimeException e) {
      failed("cannot be asked", e);
    }
  }

  private void replied(Throwable error) {
    if (error instanceof RedisCommandExecutionException refusal && Remedy.isDenial(refusal)) {
      failed("does not let us in", refusal);
    } else if (error instanceof RedisCommandExecutionException refusal) {
      end(() -> node.answered(permit), null, refused(refusal));
    } else if (error != null) {
      failed("did not answer", error);
    } else if (unanswered.decrementAndGet() == 0 && !ended.get()) {
      finish();
    }
  }

  private void finish() {
    T value = null;
    IOException trouble = null;
    try {
      value = wire.result();
    } catch (IOException e) {
      trouble = e;
    }
    T result = value;
    if (!end(() -> node.answered(permit), result, trouble) && result != null) {
      wire.unwanted(result);
    }
  }

  private IOException refused(RedisCommandExecutionException refusal) {
    return new IOException(
        "cache node " + node.id() + " refused " + wire.asked() + ": " + refusal.getMessage(),
        refusal);
  }

  void timedOut() {
    failed("did not answer within " + node.requestTimeout().toMillis() + " ms", null);
  }

  private void failed(String what, Throwable cause) {
    String detail = cause == null ? "" : " (" + cause.getMessage() + ")" + Remedy.of(cause);
    end(
        () -> node.failed(permit, what + detail),
        null,
        new IOException(
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
    Future<?> armed = timer;
    if (armed != null) {
      armed.cancel(false);
    }
    withdrawCommands();
    wire.release();
    node.ended(this, wire.putBytes());
  }

  /** A command that is not written yet will not be; one that is loses its reader. */
  private void withdrawCommands() {
    sent.forEach(c -> c.cancel(false));
  }
}
