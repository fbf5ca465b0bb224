package io.evenkeel.client;

import io.evenkeel.core.fill.ParityWriters;
import java.util.Objects;
import java.util.concurrent.Executor;

/**
 * What encoding written files needs of the process.
 *
 * @param background runs the one blocking call after a file's close; bounded: a file whose task it
 *     rejects stays unprotected
 * @param changes told of files that are not any more what was written
 * @param firstUse run when a file begins that may get parity, so that the process can say so
 */
public record WriteServices(
    ParityWriters writers, Executor background, ChangedFiles changes, Runnable firstUse) {
  public WriteServices {
    Objects.requireNonNull(writers, "writers is null");
    Objects.requireNonNull(background, "background is null");
    Objects.requireNonNull(changes, "changes is null");
    Objects.requireNonNull(firstUse, "firstUse is null");
  }
}
