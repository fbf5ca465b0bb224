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
  private int idle;
  private boolean closed;

  HttpLines(URI uri) {
    this.uri = uri;
  }

  /** Never waits. */
  void hand(HttpCall<?, ?> call) {
    Line another;
    synchronized (this) {
      waiting.addLast(call);
      another = waiting.size() > free() && lines.size() < LINES_MAX ? newLine() : null;
      notifyAll();
    }
    if (another != null) {
      start(another);
    }
  }

  /** How many lines will take a call without being waited for. */
  private int free() {
    for (Line line : lines) {
      if (line.answersOn == Thread.currentThread()) {
        // Whoever is answered asks again at once: the line takes that when the answer is taken in.
        return idle + 1;
      }
    }
    return idle;
  }

  private Line newLine() {
    Line line = new Line();
    lines.add(line);
    return line;
  }

  private void start(Line line) {
    try {
      Daemons.thread(line, "evenkeel-http-client").start();
    } catch (Throwable e) {
      synchronized (this) {
        lines.remove(line);
      }
      for (HttpCall<?, ?> call = pollUnserved(); call != null; call = pollUnserved()) {
        call.unanswered(e);
      }
    }
  }

  /** What waits, when there is no line to take it. */
  private synchronized HttpCall<?, ?> pollUnserved() {
    return lines.isEmpty() ? waiting.pollFirst() : null;
  }

  synchronized void withdraw(HttpCall<?, ?> call) {
    waiting.remove(call);
  }

  private synchronized HttpCall<?, ?> next() {
    long idleSince = System.nanoTime();
    idle++;
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
      idle--;
    }
  }

  private void ended(Line line) {
    Line next = null;
    synchronized (this) {
      lines.remove(line);
      if (!waiting.isEmpty() && idle == 0 && !closed) {
        // What it would have taken next, had it not ended by an Error.
        next = newLine();
      }
    }
    if (next != null) {
      start(next);
    }
  }

  /** Lets the threads end; whoever has requests under way ends those. */
  synchronized void close() {
    closed = true;
    notifyAll();
  }

  private final class Line implements Runnable {
    private volatile HttpLink link;

    /** The thread that is telling an answer; null while none is told. */
    private volatile Thread answersOn;

    @Override
    public void run() {
      try {
        for (HttpCall<?, ?> call = next(); call != null; call = next()) {
          serve(call);
        }
      } finally {
        cut();
        ended(this);
      }
    }

    private void serve(HttpCall<?, ?> call) {
      if (!call.begin(this::cut)) {
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
      answersOn = Thread.currentThread();
      try {
        if (answer == null) {
          call.unanswered(trouble);
        } else {
          call.answered(answer);
        }
      } finally {
        answersOn = null;
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
