package io.evenkeel.sim.cluster;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.BlockContents;
import io.evenkeel.core.model.BlockReplica;
import io.evenkeel.core.model.BlockVersion;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.Source;
import io.evenkeel.core.model.Stripe;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.port.Slice;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A replicated file, its blocks in stripes; readers know it as {@link ToldReplicas}. */
public final class ReplicatedData extends StoredData {
  private final CodeSpec code;
  private final int subblockBytes;
  private final long blockBytes;
  private final List<Stripe> stripes = new ArrayList<>();

  /**
   * @param code of its stripes, whether or not there is parity
   * @param blockBytes the length of every block but the last
   * @param placement where the replicas of each block are
   */
  public ReplicatedData(
      int number,
      long seed,
      long lengthBytes,
      CodeSpec code,
      int subblockBytes,
      long blockBytes,
      int replication,
      Placement placement) {
    super(number, seed, lengthBytes);
    this.code = code;
    this.subblockBytes = subblockBytes;
    this.blockBytes = blockBytes;
    for (long at = 0; at < lengthBytes; at += stripeBytes()) {
      List<BlockVersion> blocks = new ArrayList<>();
      List<List<NodeId>> replicas = new ArrayList<>();
      long end = Math.min(lengthBytes, at + stripeBytes());
      for (long block = at; block < end; block += blockBytes) {
        long length = Math.min(blockBytes, end - block);
        blocks.add(new BlockVersion(POOL, blockId((int) (block / blockBytes)), 1, length));
        replicas.add(placement.next(replication));
      }
      StripeGeometry geometry =
          new StripeGeometry(code, subblockBytes, BlockContents.lengthBytes(blocks));
      stripes.add(new Stripe(stripes.size(), at, geometry, BlockContents.of(blocks), replicas));
    }
  }

  public CodeSpec code() {
    return code;
  }

  public int subblockBytes() {
    return subblockBytes;
  }

  /** The length of every block but the last. */
  long blockBytes() {
    return blockBytes;
  }

  /** The length of every stripe but the last. */
  long stripeBytes() {
    return blockBytes * code.dataCount();
  }

  /** One stripe by its number; empty where there is none. */
  public Optional<Stripe> of(int number) {
    return number < stripes.size() ? Optional.of(stripes.get(number)) : Optional.empty();
  }

  @Override
  public void read(Source source, Slice slice, ByteBuffer into) {
    long start = blockOf(((BlockReplica) source).block().blockId()) * blockBytes;
    put(start + slice.offset(), slice.lengthBytes(), into);
  }
}
