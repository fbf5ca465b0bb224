package io.evenkeel.hadoop.read;

import io.evenkeel.client.file.Stripes;
import io.evenkeel.client.process.Interrupts;
import io.evenkeel.client.read.ReadLayout;
import io.evenkeel.core.model.Stripe;
import io.evenkeel.hadoop.lane.LocatedFile;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The stripes of one opened file, located one by one as they are needed, by its stock stream.
 * Thread-safe.
 */
final class LocatedStripes implements Stripes {
  /** For so long the stock stream is left alone with a NameNode that does not answer. */
  private static final Duration LOCATE_AGAIN = Duration.ofSeconds(10);

  private static final Logger LOG = LoggerFactory.getLogger(LocatedStripes.class);

  private final HdfsStream stock;
  private final LocatedFile located;
  private final ReadLayout layout;
  private final LongSupplier nanoTime;
  private final long lengthBytes;
  private final long blockBytes;
  private final long locatedAtOpenBytes;

  /** By number; empty for one that is not of equal blocks. */
  private final Map<Integer, Optional<Stripe>> known = new ConcurrentHashMap<>();

  /** When the NameNode could not say where blocks are. */
  private volatile OptionalLong unlocatedSince = OptionalLong.empty();

  /**
   * @param file what the open has told of the file
   * @param located told of the blocks of each stripe
   */
  LocatedStripes(
      HdfsStream stock,
      LocatedBlocks file,
      ReadLayout layout,
      LocatedFile located,
      LongSupplier nanoTime) {
    this.stock = stock;
    this.located = located;
    this.layout = layout;
    this.nanoTime = nanoTime;
    this.lengthBytes = file.getFileLength();
    this.blockBytes = file.get(0).getBlockSize();
    this.locatedAtOpenBytes = FileStripes.locatedBytes(file);
  }

  @Override
  public long lengthBytes() {
    return lengthBytes;
  }

  @Override
  public long blockBytes() {
    return blockBytes;
  }

  @Override
  public long stripeBytes() {
    return blockBytes * layout.code().dataCount();
  }

  @Override
  public boolean isLocatedSinceOpen(long position) {
    return position < locatedAtOpenBytes;
  }

  @Override
  public Optional<Stripe> known(long position) {
    return known.getOrDefault(number(position), Optional.empty());
  }

  @Override
  public Optional<Stripe> at(long position) {
    Optional<Stripe> stripe = known.get(number(position));
    if (stripe != null) {
      return stripe;
    }
    long now = nanoTime.getAsLong();
    long end = Math.min((number(position) + 1) * stripeBytes(), lengthBytes);
    if (!isLocatedSinceOpen(end - 1)
        && unlocatedSince.isPresent()
        && now - unlocatedSince.getAsLong() < LOCATE_AGAIN.toNanos()) {
      return Optional.empty();
    }
    try {
      return of(number(position));
    } catch (IOException e) {
      if (!Interrupts.kept(e)) {
        unlocatedSince = OptionalLong.of(now);
      }
      LOG.debug("{} of {} and on is left to the stock stream", position, located.src(), e);
      return Optional.empty();
    }
  }

  @Override
  public Optional<Stripe> of(int number) throws IOException {
    Optional<Stripe> stripe = known.get(number);
    if (stripe == null) {
      stripe = locate(number);
      known.put(number, stripe);
    }
    return stripe;
  }

  private Optional<Stripe> locate(int number) throws IOException {
    long start = number * stripeBytes();
    long end = Math.min(start + stripeBytes(), lengthBytes);
    if (start >= end) {
      return Optional.empty();
    }
    List<LocatedBlock> blocks = new ArrayList<>();
    for (long at = start; at < end; at += blockBytes) {
      blocks.add(stock.locatedAt(at));
    }
    located.add(blocks);
    return FileStripes.stripe(
        number, blocks, blockBytes, lengthBytes, layout.code(), layout.subblockBytes());
  }

  private int number(long position) {
    return (int) (position / stripeBytes());
  }
}
