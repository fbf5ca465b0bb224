package io.evenkeel.redis;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A connection and the thread that uses it: takes a server's calls one after the other, connects
 * when there is one, and ends when there has been none for a while. What it calls back runs on it.
 */
final class RedisWorker implements Runnable {
  private final RedisNode node;
  private final RedisTls tls;
  private final AtomicReference<RedisLink> link = new AtomicReference<>();

  RedisWorker(RedisNode node, RedisTls tls) {
    this.node = node;
    this.tls = tls;
  }

  @Override
  public void run() {
    try {
      for (RedisCall<?> call = node.next(); call != null; call = node.next()) {
        serve(call);
      }
    } finally {
      cut();
      node.ended(this);
    }
  }

  private void serve(RedisCall<?> call) {
    if (!call.begin(this::cut)) {
      return;
    }
    // Whatever a callback has left: it would close the connection of the next call.
    Thread.interrupted();
    String what = "did not answer";
    Throwable trouble = null;
    try {
      ask(call);
    } catch (ConnectFailure e) {
      what = "cannot be reached";
      trouble = e.getCause();
    } catch (Throwable e) {
      trouble = e;
    }
    call.left();
    if (trouble == null) {
      call.answered();
    } else if (trouble instanceof RefusedException refusal) {
      call.refused(refusal);
    } else {
      cut();
      call.failed(what, trouble);
      if (trouble instanceof OutOfMemoryError end) {
        // The process is to end by it, whoever it hits.
        throw end;
      }
    }
  }

  private void ask(RedisCall<?> call) throws IOException {
    List<Command> commands = call.commands();
    RedisLink kept = link.get();
    if (kept != null) {
      long before = kept.receivedBytes();
      try {
        kept.ask(commands);
        return;
      } catch (RefusedException e) {
        throw e;
      } catch (IOException e) {
        // A server may close a connection that idled; what was cut by us, or has brought a part of
        // an answer, was not closed for that.
        if (link.get() != kept || kept.receivedBytes() > before) {
          throw e;
        }
        kept.cut();
      }
    }
    connect(call).ask(commands);
  }

  /** What stands between us and a connection. */
  private static final class ConnectFailure extends IOException {
    ConnectFailure(Throwable cause) {
      super(cause);
    }
  }

  private RedisLink connect(RedisCall<?> call) throws IOException {
    RedisLink fresh;
    try {
      fresh = new RedisLink(node.address());
    } catch (IOException e) {
      throw new ConnectFailure(e);
    }
    link.set(fresh);
    // Whoever wanted to cut it before it was here has found nothing.
    if (call.hasTimedOut() || node.isClosed()) {
      throw new IOException("nobody waits for it any more");
    }
    try {
      fresh.open(node.connectTimeout(), tls);
    } catch (RefusedException e) {
      cut();
      throw e;
    } catch (IOException | RuntimeException e) {
      throw new ConnectFailure(e);
    }
    return fresh;
  }

  /** Any thread: closes the connection; what is under way on it fails. */
  void cut() {
    RedisLink now = link.getAndSet(null);
    if (now != null) {
      now.cut();
    }
  }
}
