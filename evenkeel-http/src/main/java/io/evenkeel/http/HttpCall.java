package io.evenkeel.http;

import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.Pending;
import io.evenkeel.core.store.CircuitBreaker.Permit;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One request under way; ends once, by its answer, its timeout, its caller or the client's end. One
 * that ends without its answer cuts its connection.
 *
 * @param <B> the answer's body
 * @param <T> what the caller gets of it
 */
final class HttpCall<B, T> implements Pending {
  /** What the caller gets of a body. */
  interface Reader<B, T> {
    T read(B body);
  }

  private static final int OK = 200;
  private static final int UNAVAILABLE = 503;
  private static final int SHOWN_CHARACTERS = 500;
  private final HttpManagerClient client;
  private final Permit permit;
  private final String path;
  private final Object request;
  private final Class<B> type;
  private final Reader<B, T> reader;
  private final Completion<T> then;
  private final AtomicBoolean ended = new AtomicBoolean();
  private final CompletableFuture<Void> timer = new CompletableFuture<>();

  /** Closes the connection that is at it; null while none is. */
  private Runnable cut;

  /**
   * @param request null for a GET
   */
  HttpCall(
      HttpManagerClient client,
      Permit permit,
      String path,
      Object request,
      Class<B> type,
      Reader<B, T> reader,
      Completion<T> then) {
    this.client = client;
    this.permit = permit;
    this.path = path;
    this.request = request;
    this.type = type;
    this.reader = reader;
    this.then = then;
  }

  /** Fails a future in so long, unless it is over by then. */
  @FunctionalInterface
  interface Limiter {
    void limit(CompletableFuture<Void> timer, Duration timeout);
  }

  /** Its time runs from now on. */
  void limit(Limiter limiter, Duration timeout) {
    limiter.limit(timer, timeout);
    var unused =
        timer.whenComplete(
            (done, late) -> {
              if (late != null) {
                failed("did not answer within " + timeout.toMillis() + " ms", late);
              }
            });
  }

  String path() {
    return path;
  }

  /** What is sent; null for a GET. */
  byte[] body() {
    return request == null ? null : WireCodec.write(request);
  }

  /**
   * A connection is at it from now on; false when it has ended and is not to be sent any more.
   *
   * @param cuts closes the connection
   */
  synchronized boolean begin(Runnable cuts) {
    cut = ended.get() ? null : cuts;
    return cut != null;
  }

  /** The connection is not at it any more, and not cut from here on. */
  synchronized void left() {
    cut = null;
  }

  boolean hasEnded() {
    return ended.get();
  }

  /** The manager could not be asked, or did not answer. */
  void unanswered(Throwable cause) {
    failed("cannot be asked: " + cause, cause);
  }

  private void failed(String what, Throwable cause) {
    if (end()) {
      IOException trouble = new IOException("manager " + uri() + " " + what, cause);
      client.failed(permit, trouble);
      then.failed(trouble);
    }
  }

  private URI uri() {
    return client.uri(path);
  }

  void answered(HttpLink.Answer answer) {
    if (!end()) {
      return;
    }
    if (answer.status() == UNAVAILABLE) {
      IOException trouble = new IOException("manager " + uri() + " answered " + said(answer));
      client.told(answer, false);
      client.failed(permit, trouble);
      then.failed(trouble);
      return;
    }
    T value;
    try {
      if (answer.status() != OK) {
        throw new IOException(said(answer));
      }
      value = reader.read(WireCodec.read(answer.body(), type));
    } catch (IOException | RuntimeException | Error e) {
      client.told(answer, false);
      client.answered(permit);
      then.failed(new IOException("manager " + uri() + " answered " + e.getMessage(), e));
      return;
    }
    client.told(answer, true);
    client.answered(permit);
    then.done(value);
  }

  private static String said(HttpLink.Answer answer) {
    return "status " + answer.status() + ": " + shown(answer.body());
  }

  private static String shown(byte[] body) {
    String text = new String(body, StandardCharsets.UTF_8);
    return text.length() > SHOWN_CHARACTERS ? text.substring(0, SHOWN_CHARACTERS) + "..." : text;
  }

  void closed() {
    if (end()) {
      client.withdrawn(permit);
      then.failed(new IOException("the client was closed before manager " + uri() + " answered"));
    }
  }

  @Override
  public void cancel() {
    if (end()) {
      client.withdrawn(permit);
    }
  }

  private boolean end() {
    if (!ended.compareAndSet(false, true)) {
      return false;
    }
    timer.complete(null);
    client.ended(this);
    synchronized (this) {
      if (cut != null) {
        cut.run();
      }
    }
    return true;
  }
}
