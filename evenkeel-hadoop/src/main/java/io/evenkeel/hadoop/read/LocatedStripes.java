package io.evenkeel.hadoop.read;

import io.evenkeel.client.file.LocateBackOff;
import io.evenkeel.client.file.Stripes;
import io.evenkeel.client.read.ReadLayout;
import io.evenkeel.core.model.Stripe;
import io.evenkeel.hadoop.lane.LocatedFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;

/**
 * The stripes of one opened file, located one by one as they are needed, by its stock stream.
 * Thread-safe.
 */
final class LocatedStripes implements Stripes {
  private final HdfsStream stock;
  private final LocatedFile located;
  private final ReadLayout layout;
  private final LocateBackOff backOff;
  private final long lengthBytes;
  private final long blockBytes;
  private final long locatedAtOpenBytes;

  /** By number; empty for one that is not of equal blocks. */
  private final Map<Integer, Optional<Stripe>> known = new ConcurrentHashMap<>();

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
    this.backOff = new LocateBackOff(located.src(), nanoTime);
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
    long end = Math.min((number(position) + 1) * stripeBytes(), lengthBytes);
    if (!isLocatedSinceOpen(end - 1) && backOff.isOn()) {
      return Optional.empty();
    }
    try {
      return of(number(position));
    } catch (IOException e) {
      backOff.failed(position, e);
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
