package io.evenkeel.http;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * A few connections to one manager, each with a daemon thread that takes one request after the
 * other: made when there is a request and all others are busy, gone when there has been none for a
 * while.
 */
final class HttpLines {
  private static final int LINES_MAX = 8;

  /** Well below the server's own limit, so that a connection is hardly ever closed under us. */
  private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final URI uri;
  private final Deque<HttpCall<?, ?>> waiting = new ArrayDeque<>();
  private final Set<Line> lines = new HashSet<>();
  private final Set<Line> free = new HashSet<>();
  private boolean closed;

  HttpLines(URI uri) {
    this.uri = uri;
  }

  /** Never waits. */
  void hand(HttpCall<?, ?> call) {
    Line another = null;
    synchronized (this) {
      waiting.addLast(call);
      if (waiting.size() > free.size() && lines.size() < LINES_MAX) {
        another = new Line();
        lines.add(another);
      }
      notifyAll();
    }
    if (another == null) {
      return;
    }
    try {
      Daemons.thread(another, "evenkeel-http-client").start();
    } catch (Throwable e) {
      ended(another);
      call.unanswered(e);
    }
  }

  synchronized void withdraw(HttpCall<?, ?> call) {
    waiting.remove(call);
  }

  /** The line is about to take a request: none is made beside it for the next one. */
  private synchronized void free(Line line) {
    free.add(line);
  }

  private synchronized HttpCall<?, ?> next(Line line) {
    long idleSince = System.nanoTime();
    try {
      while (waiting.isEmpty()) {
        long left = IDLE_NANOS - (System.nanoTime() - idleSince);
        if (closed || left <= 0) {
          return null;
        }
        wait(TimeUnit.NANOSECONDS.toMillis(left) + 1);
      }
      return waiting.removeFirst();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    } finally {
      free.remove(line);
    }
  }

  private synchronized void ended(Line line) {
    lines.remove(line);
    free.remove(line);
  }

  /** Lets the threads end; whoever has requests under way ends those. */
  synchronized void close() {
    closed = true;
    notifyAll();
  }

  private final class Line implements Runnable {
    private volatile HttpLink link;

    @Override
    public void run() {
      try {
        free(this);
        for (HttpCall<?, ?> call = next(this); call != null; call = next(this)) {
          serve(call);
        }
      } finally {
        cut();
        ended(this);
      }
    }

    private void serve(HttpCall<?, ?> call) {
      if (!call.begin(this::cut)) {
        free(this);
        return;
      }
      HttpLink.Answer answer = null;
      Throwable trouble = null;
      try {
        answer = ask(call, call.body());
      } catch (Throwable e) {
        trouble = e;
      }
      call.left();
      HttpLink used = link;
      if (answer == null || used == null || !used.isReusable()) {
        cut();
      }
      // Whoever is answered may ask again at once.
      free(this);
      if (answer == null) {
        call.unanswered(trouble);
      } else {
        call.answered(answer);
      }
    }

    private HttpLink.Answer ask(HttpCall<?, ?> call, byte[] body) throws IOException {
      HttpLink kept = link;
      if (kept != null) {
        try {
          return kept.ask(call.path(), body);
        } catch (IOException e) {
          // A server may close a connection that idled; what was cut by us, or has brought a part
          // of an answer, was not closed for that.
          if (link != kept || kept.isAnswering()) {
            throw e;
          }
          kept.cut();
        }
      }
      HttpLink fresh = new HttpLink(uri);
      link = fresh;
      // Whoever wanted to cut it before it was here has found nothing.
      if (call.hasEnded()) {
        throw new IOException("nobody waits for it any more");
      }
      fresh.open();
      return fresh.ask(call.path(), body);
    }

    private void cut() {
      HttpLink now = link;
      link = null;
      if (now != null) {
        now.cut();
      }
    }
  }
}
