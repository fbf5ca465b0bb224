package io.evenkeel.core.port;

import java.util.concurrent.CompletableFuture;

/**
 * What becomes of an operation: exactly one of the two is called, once, on any thread (also the one
 * that started the operation). It must not block and must not throw.
 */
public interface Completion<T> {
  void done(T value);

  void failed(Throwable cause);

  /** A completion that completes a future likewise. */
  static <T> Completion<T> to(CompletableFuture<T> future) {
    return new Completion<>() {
      @Override
      public void done(T value) {
        future.complete(value);
      }

      @Override
      public void failed(Throwable cause) {
        future.completeExceptionally(cause);
      }
    };
  }

  /** A completion that does not care. */
  static <T> Completion<T> ignore() {
    return new Completion<>() {
      @Override
      public void done(T value) {}

      @Override
      public void failed(Throwable cause) {}
    };
  }
}
