package io.evenkeel.client;

import io.evenkeel.core.fill.ParityWriters;
import java.util.Objects;
import java.util.concurrent.Executor;

/**
 * What encoding written files needs of the process.
 *
 * @param writeThreads run the one blocking call after a file's close; bounded: a file whose task
 *     they reject stays unprotected
 * @param changes told of files that are not any more what was written
 * @param firstUse run when a file begins that may get parity, so that the process can say so
 */
public record WriteServices(
    ParityWriters parityWriters, Executor writeThreads, ChangedFiles changes, Runnable firstUse) {
  public WriteServices {
    Objects.requireNonNull(parityWriters, "parityWriters is null");
    Objects.requireNonNull(writeThreads, "writeThreads is null");
    Objects.requireNonNull(changes, "changes is null");
    Objects.requireNonNull(firstUse, "firstUse is null");
  }
}
