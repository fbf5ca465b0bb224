package io.evenkeel.hadoop.read;

import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.Stripe;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.hdfs.BlockMissingException;

/**
 * The blocks of one open file of which the plain read found no good replica. Their bytes can only
 * come of parity, and nobody waits for the plain read of them again. Thread-safe.
 */
final class LostBlocks {
  private final List<Stripe> stripes;
  private final Map<ByteRange, IOException> causes = new ConcurrentHashMap<>();

  LostBlocks(List<Stripe> stripes) {
    this.stripes = stripes;
  }

  /** Whether a failure of the plain read says that a block has no good replica. */
  static boolean isLoss(IOException failure) {
    return failure instanceof BlockMissingException || failure instanceof ChecksumException;
  }

  /**
   * Takes note of such a failure.
   *
   * @param at where the plain read was reading
   * @return whether the block was not known to be lost before
   */
  boolean add(long at, IOException failure) {
    long where = failure instanceof BlockMissingException missing ? missing.getOffset() : at;
    return causes.putIfAbsent(blockAt(where), failure) == null;
  }

  /** Whether a range holds bytes of a lost block. */
  boolean touch(ByteRange range) {
    return causes.keySet().stream().anyMatch(block -> !block.intersect(range).isEmpty());
  }

  /** Reads up to the end of a block; of a lost one, fails at once as it did before. */
  int read(PlainReader plain, long at, byte[] target, int offset, int length) throws IOException {
    ByteRange block = blockAt(at);
    IOException cause = causes.get(block);
    if (cause != null) {
      throw cause;
    }
    return plain.read(at, target, offset, (int) Math.min(length, block.end() - at));
  }

  private ByteRange blockAt(long at) {
    // All blocks but the last are of the same length.
    long blockBytes = stripes.get(0).geometry().blockLengthBytes().get(0);
    Stripe last = stripes.get(stripes.size() - 1);
    long start = at / blockBytes * blockBytes;
    return new ByteRange(start, Math.min(start + blockBytes, last.range().end()));
  }
}
