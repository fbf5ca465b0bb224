package io.evenkeel.command;

import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.Pending;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Answers by callback, waited for. */
public final class Answers {
  private Answers() {}

  /** Something whose answer comes later. */
  @FunctionalInterface
  public interface Call<T> {
    Pending start(Completion<T> then);
  }

  /**
   * Its answer.
   *
   * @throws IOException with the message of what failed, or where none came in time
   */
  public static <T> T await(Call<T> call, Duration limit) throws IOException {
    CompletableFuture<T> answer = new CompletableFuture<>();
    call.start(Completion.to(answer));
    try {
      return answer.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw new IOException(e.getCause().getMessage(), e.getCause());
    } catch (TimeoutException e) {
      throw new IOException("no answer came within " + limit.toSeconds() + " s", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException) new InterruptedIOException("interrupted").initCause(e);
    }
  }
}
