package io.evenkeel.client.file;

import io.evenkeel.core.model.ByteRange;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The replicated file behind a stream, found out when it is first asked for. Thread-safe. */
public final class LazyFile implements LaneFile {
  private static final Logger LOG = LoggerFactory.getLogger(LazyFile.class);

  /** Finds out how to read a file; empty when it is one to read the stock way. */
  @FunctionalInterface
  public interface Opener {
    Optional<ContiguousFile> open() throws IOException;
  }

  private final Opener opener;
  private final Losses losses;
  private final Executor background;
  private volatile Optional<ContiguousFile> known;
  private volatile boolean preparing;
  private volatile boolean closed;

  /**
   * @param losses the file's
   * @param background where {@link #prepare} looks; may reject
   */
  public LazyFile(Opener opener, Losses losses, Executor background) {
    this.opener = opener;
    this.losses = losses;
    this.background = background;
  }

  /** The file, or empty for a plain one; whatever goes wrong here is no reason to fail a read. */
  public Optional<ContiguousFile> file() {
    Optional<ContiguousFile> now = known;
    return now != null ? now : find();
  }

  private synchronized Optional<ContiguousFile> find() {
    if (known == null) {
      try {
        known = opener.open();
      } catch (IOException | RuntimeException | LinkageError e) {
        LOG.warn("A file is read the stock way, for its blocks are not known", e);
        known = Optional.empty();
      }
      if (closed) {
        known.ifPresent(ContiguousFile::close);
      }
    }
    return known;
  }

  /** The file as far as it has been asked for; never waits. */
  public Optional<ContiguousFile> now() {
    Optional<ContiguousFile> now = known;
    return now != null ? now : Optional.empty();
  }

  /** How long its blocks are, as far as that has been asked for. */
  public OptionalLong blockBytes() {
    Optional<ContiguousFile> now = now();
    return now.isPresent() ? OptionalLong.of(now.get().blockBytes()) : OptionalLong.empty();
  }

  /** Does something with the file in the background, once for all callers of the moment. */
  public void prepare(Consumer<ContiguousFile> then) {
    if (preparing) {
      return;
    }
    preparing = true;
    try {
      background.execute(
          () -> {
            try {
              file().ifPresent(then);
            } finally {
              preparing = false;
            }
          });
    } catch (RejectedExecutionException | OutOfMemoryError e) {
      // No thread for it now: asked again while the wait lasts.
      preparing = false;
    }
  }

  /** Whether a range holds bytes that the stock read is known not to have. */
  public boolean hasLost(ByteRange range) {
    Optional<ContiguousFile> now = known;
    return now != null && now.isPresent() && now.get().lost().touch(range);
  }

  /**
   * The stock stream has failed. Returns when that tells of a block without a good replica, whose
   * bytes lanes may have: whoever found it first. Throws the failure otherwise.
   */
  public void stockFailed(long at, IOException failure) throws IOException {
    if (losses.lostAt(failure, at).isEmpty() || file().isEmpty()) {
      throw failure;
    }
    file().get().lost().add(at, failure);
  }

  /**
   * A read by lanes has failed. Returns when that tells of a lost block that was not known as such:
   * then lanes try it once more. Throws the failure otherwise.
   */
  public void lanesFailed(long at, IOException failure) throws IOException {
    if (losses.lostAt(failure, at).isEmpty()
        || file().isEmpty()
        || !file().get().lost().add(at, failure)) {
      throw failure;
    }
  }

  @Override
  public void whenQuiet(Runnable task) {
    now().ifPresentOrElse(file -> file.whenQuiet(task), task);
  }

  /** Also what is found out later is closed then. */
  @Override
  public void close() {
    closed = true;
    now().ifPresent(ContiguousFile::close);
  }
}
