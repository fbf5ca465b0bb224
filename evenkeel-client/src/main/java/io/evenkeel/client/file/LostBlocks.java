package io.evenkeel.client.file;

import io.evenkeel.client.read.PlainReader;
import io.evenkeel.core.model.ByteRange;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * The blocks of one open replicated file of which the stock read has lately found no good replica.
 * Their bytes can only come of parity, and nobody waits for the stock read of them again; after a
 * while it is trusted again, for DataNodes come back. Thread-safe.
 */
public final class LostBlocks {
  /** Longer than any one read takes, which therefore tries a lost block by lanes once. */
  static final Duration MEMORY = Duration.ofMinutes(10);

  /** Who finds a block lost turns to lanes, and comes back within this if they lack it, too. */
  static final Duration JUST_NOW = Duration.ofSeconds(5);

  private final long blockBytes;
  private final long fileLength;
  private final Losses losses;
  private final LongSupplier nanoTime;
  private final Map<ByteRange, Loss> lost = new ConcurrentHashMap<>();

  private record Loss(IOException cause, long sinceNanos) {}

  /**
   * @param blockBytes the length of every block but the last
   */
  LostBlocks(long blockBytes, long fileLength, Losses losses, LongSupplier nanoTime) {
    this.blockBytes = blockBytes;
    this.fileLength = fileLength;
    this.losses = losses;
    this.nanoTime = nanoTime;
  }

  /**
   * Takes note of a failure of the stock read that tells of a lost block, if it does.
   *
   * @param at where the stock read was reading
   * @return whether it tells of one that was not known to be lost before
   */
  boolean add(long at, IOException failure) {
    OptionalLong where = losses.lostAt(failure, at);
    if (where.isEmpty()) {
      return false;
    }
    forget();
    Loss loss = new Loss(failure, nanoTime.getAsLong());
    return lost.putIfAbsent(blockAt(where.getAsLong()), loss) == null;
  }

  /** Whether a range holds bytes of a lost block. */
  boolean touch(ByteRange range) {
    if (lost.isEmpty()) {
      // As a rule; and a first stream costs a new process more than all else here.
      return false;
    }
    forget();
    return lost.keySet().stream().anyMatch(block -> !block.intersect(range).isEmpty());
  }

  /**
   * Reads up to the end of a block. One that was just found lost fails at once as it did then; one
   * of which that is longer ago may be back.
   */
  int read(PlainReader plain, long at, byte[] target, int offset, int length) throws IOException {
    ByteRange block = blockAt(at);
    forget();
    Loss loss = lost.get(block);
    if (loss != null && nanoTime.getAsLong() - loss.sinceNanos() < JUST_NOW.toNanos()) {
      throw loss.cause();
    }
    try {
      int count = plain.read(at, target, offset, (int) Math.min(length, block.end() - at));
      if (loss != null) {
        lost.remove(block, loss);
      }
      return count;
    } catch (IOException e) {
      if (loss != null && losses.lostAt(e, at).isPresent()) {
        lost.replace(block, loss, new Loss(e, nanoTime.getAsLong()));
      }
      throw e;
    }
  }

  private void forget() {
    if (!lost.isEmpty()) {
      long now = nanoTime.getAsLong();
      lost.values().removeIf(loss -> now - loss.sinceNanos() >= MEMORY.toNanos());
    }
  }

  private ByteRange blockAt(long at) {
    long start = at / blockBytes * blockBytes;
    return new ByteRange(start, Math.min(start + blockBytes, fileLength));
  }
}
