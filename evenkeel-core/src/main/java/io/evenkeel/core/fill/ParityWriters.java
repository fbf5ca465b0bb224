package io.evenkeel.core.fill;

import io.evenkeel.core.log.RareLine;
import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.port.Pending;
import io.evenkeel.core.port.RunOnce;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * All files that a process writes with parity, and the stripes that it fills: what they share, and
 * what became of them. Thread-safe.
 */
public final class ParityWriters {
  private static final long LOG_PERIOD_NANOS = TimeUnit.MINUTES.toNanos(1);

  /** A writer's next file comes soon or not at all: fresh buffers cost it a zeroing and a GC. */
  private static final long BUFFERS_KEPT_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final RareLine lines = new RareLine(LOG_PERIOD_NANOS);
  private final WritePorts ports;
  private final WriteLimits limits;
  private final WriteBudget budget;
  private final PutGate gate;
  private final List<Runnable> whenQuiet = new ArrayList<>();
  private Pending trimming = Pending.DONE;
  private int inFlight;
  private int leaving;
  private long files;
  private long published;
  private long unprotected;
  private final Silence silence;

  public ParityWriters(WritePorts ports, WriteLimits limits, WriteBudget budget) {
    this.ports = ports;
    this.silence = new Silence(ports.scheduler()::nanoTime);
    this.limits = limits;
    this.budget = budget;
    this.gate = new PutGate(limits.fragmentsInFlight());
  }

  WritePorts ports() {
    return ports;
  }

  public WriteLimits limits() {
    return limits;
  }

  PutGate gate() {
    return gate;
  }

  /**
   * Starts encoding a new file of the contiguous layout, unless it cannot be encoded or too many
   * are already.
   *
   * @param path of the file
   * @param blockBytes where the file system cuts it into blocks
   */
  public Optional<ParityEncoder> encoder(String path, long blockBytes) {
    if (blockBytes <= 0 || blockBytes % limits.subblockBytes() != 0) {
      tell(
          path
              + ": no parity, its blocks of "
              + blockBytes
              + " bytes are no multiple of the subblock of "
              + limits.subblockBytes()
              + " (evenkeel.subblock.bytes)");
      return Optional.empty();
    }
    return encoder(path, new BlockCut(limits.code(), limits.subblockBytes(), blockBytes));
  }

  /** The same for a file that is cut in some way, into blocks of whole subblocks. */
  public Optional<ParityEncoder> encoder(String path, Cut cut) {
    return open(path, cut, () -> encoder(new WrittenFile(this, path), cut, limits.policy()));
  }

  /**
   * Starts encoding one stripe of existing content of the contiguous layout while it is read,
   * unless it is cut or coded otherwise than here, the policy does not cover its path, or too many
   * files are being encoded already.
   *
   * @param ended told once when all is over, on any thread, and never when there is no encoder:
   *     empty when the parity is published, else why it is not
   */
  public Optional<StripeEncoder> stripeEncoder(PlacedStripe content, Consumer<String> ended) {
    StripeGeometry geometry = content.geometry();
    boolean sameCut =
        geometry.code().equals(limits.code()) && geometry.subblockBytes() == limits.subblockBytes();
    if (!sameCut) {
      tell(
          "%s: no parity of stripe %d, it is to be %s in subblocks of %d and here it is %s of %d"
              .formatted(
                  content.path(),
                  content.stripe().number(),
                  geometry.code(),
                  geometry.subblockBytes(),
                  limits.code(),
                  limits.subblockBytes()));
      return Optional.empty();
    }
    return stripeEncoder(content, BlockCut.of(geometry), ended);
  }

  /** The same for content that is cut in some way. */
  public Optional<StripeEncoder> stripeEncoder(
      PlacedStripe content, Cut cut, Consumer<String> ended) {
    if (!limits.policy().covers(content.path())) {
      return Optional.empty();
    }
    return open(
        content.path(),
        cut,
        () ->
            StripeEncoder.of(
                content,
                this,
                new HeldBytes(budget, cut.blockBytes(), cut.code().parityCount()),
                ended,
                purpose -> encoder(purpose, cut, WritePolicy.ALL)));
  }

  private ParityEncoder encoder(Purpose purpose, Cut cut, WritePolicy policy) {
    return new ParityEncoder(budget, cut, policy, new FileUpload(this, purpose, cut));
  }

  private <T> Optional<T> open(String name, Cut cut, Supplier<T> made) {
    if (cut.code().parityCount() == 0) {
      return Optional.empty();
    }
    boolean full;
    synchronized (this) {
      if (inFlight == limits.filesInFlight()) {
        full = true;
      } else {
        full = false;
        inFlight++;
      }
    }
    if (full) {
      tell(name + ": no parity, " + limits.filesInFlight() + " files are being encoded already");
      return Optional.empty();
    }
    Optional<T> opened = Optional.empty();
    try {
      opened = Optional.of(made.get());
    } catch (RuntimeException e) {
      tell(name + ": no parity, " + e);
    } finally {
      if (opened.isEmpty()) {
        leaving();
        ended();
      }
    }
    return opened;
  }

  /** A file that was closed or given up has not ended yet. */
  synchronized void leaving() {
    leaving++;
  }

  /** What became of a file that was written. */
  synchronized void wrote(int stripesPublished, int stripesUnprotected) {
    files++;
    published += stripesPublished;
    unprotected += stripesUnprotected;
  }

  void ended() {
    List<Runnable> due = List.of();
    synchronized (this) {
      inFlight--;
      leaving--;
      if (leaving == 0) {
        due = List.copyOf(whenQuiet);
        whenQuiet.clear();
      }
      notifyAll();
      if (inFlight == 0) {
        trimming.cancel();
        trimming = ports.scheduler().schedule(BUFFERS_KEPT_NANOS, this::trimIfIdle);
      }
    }
    due.forEach(Runnable::run);
  }

  private synchronized void trimIfIdle() {
    if (inFlight == 0) {
      budget.trim();
    }
  }

  /** One line for people, but no more than one in a while: a dead manager fails every file. */
  void tell(String text) {
    // What a NameNode refuses comes with its stack trace.
    String line = text.lines().findFirst().orElse("");
    long skipped = lines.unsaidBefore(ports.scheduler().nanoTime());
    if (skipped < 0) {
      return;
    }
    try {
      ports.log().accept(skipped == 0 ? line : line + " (and " + skipped + " more files before)");
    } catch (RuntimeException e) {
      // A log that fails has nowhere to be told.
    }
  }

  public synchronized WriteTotals totals() {
    return new WriteTotals(files, published, unprotected, inFlight);
  }

  /**
   * Runs a task once, when every file that was closed is published or given up, here or on a
   * background thread; after {@code limit} in any case. For closing what the writers use, without
   * anybody waiting for it.
   */
  public void whenQuiet(Duration limit, Runnable task) {
    Runnable once = new RunOnce(task);
    synchronized (this) {
      if (leaving > 0) {
        whenQuiet.add(once);
        ports.scheduler().schedule(limit.toNanos(), once);
        return;
      }
    }
    once.run();
  }

  Silence silence() {
    return silence;
  }

  /**
   * Waits until every file that was closed is published or given up. For the end of a program that
   * wants its parity; no close may call it.
   *
   * @return false when the time was not enough
   */
  public boolean awaitQuiet(Duration timeout) throws InterruptedException {
    return awaitQuiet(timeout, timeout);
  }

  /**
   * The same, but not for who does not answer.
   *
   * @param silent the wait also ends once nobody who was asked has answered for so long; at once
   *     where that is so already
   * @return false when not everything is published or given up
   */
  public synchronized boolean awaitQuiet(Duration timeout, Duration silent)
      throws InterruptedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    while (leaving > 0) {
      long left = Math.min(deadline - System.nanoTime(), silence.leftNanos(silent));
      if (left <= 0) {
        return false;
      }
      wait(TimeUnit.NANOSECONDS.toMillis(left) + 1);
    }
    return true;
  }
}
