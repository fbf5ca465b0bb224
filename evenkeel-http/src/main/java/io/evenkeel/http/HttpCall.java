package io.evenkeel.http;

import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.Pending;
import io.evenkeel.core.store.CircuitBreaker.Permit;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One request under way; ends once, by its answer, its timeout, its caller or the client's end.
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
  private static final int SHOWN_CHARACTERS = 500;
  private final HttpManagerClient client;
  private final Permit permit;
  private final HttpRequest request;
  private final Class<B> type;
  private final Reader<B, T> reader;
  private final Completion<T> then;
  private final AtomicBoolean ended = new AtomicBoolean();
  private volatile CompletableFuture<HttpResponse<byte[]>> sent;

  HttpCall(
      HttpManagerClient client,
      Permit permit,
      HttpRequest request,
      Class<B> type,
      Reader<B, T> reader,
      Completion<T> then) {
    this.client = client;
    this.permit = permit;
    this.request = request;
    this.type = type;
    this.reader = reader;
    this.then = then;
  }

  void start(Duration timeout) {
    CompletableFuture<HttpResponse<byte[]>> sending =
        SharedHttp.CLIENT.sendAsync(request, HttpResponse.BodyHandlers.ofByteArray());
    sent = sending;
    if (ended.get()) {
      sending.cancel(true);
    }
    var unused =
        sending
            .copy()
            .orTimeout(timeout.toNanos(), TimeUnit.NANOSECONDS)
            .whenComplete(
                (response, error) -> {
                  if (error != null) {
                    unanswered(error, timeout);
                  } else {
                    answered(response);
                  }
                });
  }

  private void unanswered(Throwable error, Duration timeout) {
    Throwable cause =
        error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
    String what =
        cause instanceof TimeoutException
            ? "did not answer within " + timeout.toMillis() + " ms"
            : "cannot be asked: " + cause;
    IOException trouble = new IOException("manager " + request.uri() + " " + what, cause);
    if (end()) {
      client.failed(permit, trouble);
      then.failed(trouble);
    }
  }

  private void answered(HttpResponse<byte[]> response) {
    if (!end()) {
      return;
    }
    client.answered(permit);
    T value;
    try {
      if (response.statusCode() != OK) {
        throw new IOException("status " + response.statusCode() + ": " + shown(response.body()));
      }
      value = reader.read(WireCodec.read(response.body(), type));
    } catch (IOException e) {
      then.failed(new IOException("manager " + request.uri() + " answered " + e.getMessage(), e));
      return;
    }
    then.done(value);
  }

  private static String shown(byte[] body) {
    String text = new String(body, StandardCharsets.UTF_8);
    return text.length() > SHOWN_CHARACTERS ? text.substring(0, SHOWN_CHARACTERS) + "..." : text;
  }

  void closed() {
    if (end()) {
      client.withdrawn(permit);
      then.failed(
          new IOException("the client was closed before manager " + request.uri() + " answered"));
    }
  }

  @Override
  public void cancel() {
    if (end()) {
      client.withdrawn(permit);
    }
  }

  /** Closes the request's connection unless it has been answered. */
  private boolean end() {
    if (!ended.compareAndSet(false, true)) {
      return false;
    }
    client.ended(this);
    CompletableFuture<HttpResponse<byte[]>> sending = sent;
    if (sending != null) {
      sending.cancel(true);
    }
    return true;
  }
}
