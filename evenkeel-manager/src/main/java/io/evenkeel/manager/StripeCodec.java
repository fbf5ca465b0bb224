package io.evenkeel.manager;

import io.evenkeel.core.model.BlockVersion;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.Stripe;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.model.StripeVersion;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Packs contents and replicas: blocks as differences to the block before, for a file's blocks are
 * mostly alike, pools and nodes as numbers. Equal contents give equal bytes.
 */
final class StripeCodec {
  private final Names<String> pools = new Names<>();
  private final Names<NodeId> nodes = new Names<>();
  private final Names<Shape> shapes = new Names<>();
  private final Packed scratch = new Packed();

  byte[] pack(StripeVersion version) {
    scratch.clear();
    BlockVersion before = null;
    for (BlockVersion block : version.blocks()) {
      scratch.write(pools.number(block.poolId()));
      scratch.write(block.blockId() - (before == null ? 0 : before.blockId()));
      scratch.write(block.generationStamp() - (before == null ? 0 : before.generationStamp()));
      scratch.write(block.lengthBytes() - (before == null ? 0 : before.lengthBytes()));
      before = block;
    }
    return scratch.toBytes();
  }

  StripeVersion version(KnownStripe stripe) {
    Packed content = new Packed(stripe.content);
    List<BlockVersion> blocks = new ArrayList<>();
    long id = 0;
    long stamp = 0;
    long length = 0;
    while (content.hasMore()) {
      String pool = pools.value((int) content.read());
      id += content.read();
      stamp += content.read();
      length += content.read();
      blocks.add(new BlockVersion(pool, id, stamp, length));
    }
    return new StripeVersion(blocks);
  }

  StripeGeometry geometry(KnownStripe stripe) {
    List<Long> lengths = version(stripe).blockLengthBytes();
    return new StripeGeometry(stripe.shape.code(), stripe.shape.subblockBytes(), lengths);
  }

  /** Notes where a content is now, and, as long as nothing depends on it, its shape. */
  void place(KnownStripe stripe, PlacedStripe placed, boolean withShape) {
    Stripe now = placed.stripe();
    if (!placed.path().equals(stripe.path)) {
      stripe.path = placed.path();
    }
    stripe.number = now.number();
    stripe.fileOffset = now.fileOffset();
    byte[] replicas = pack(now.replicas());
    if (!Arrays.equals(replicas, stripe.replicas)) {
      stripe.replicas = replicas;
    }
    if (withShape) {
      stripe.shape = shapes.same(Shape.of(now.geometry()));
    }
  }

  private byte[] pack(List<List<NodeId>> replicas) {
    scratch.clear();
    for (List<NodeId> holders : replicas) {
      scratch.write(holders.size());
      for (NodeId node : holders) {
        scratch.write(nodes.number(node));
      }
    }
    return scratch.toBytes();
  }

  /** The numbers of these nodes. */
  BitSet numbers(Iterable<NodeId> some) {
    BitSet numbers = new BitSet();
    some.forEach(n -> numbers.set(nodes.number(n)));
    return numbers;
  }

  /**
   * Which of these nodes hold all replicas of some block between them: whoever reads the block
   * needs one of them. A block without any replica needs none.
   */
  List<NodeId> needed(KnownStripe stripe, BitSet among) {
    Packed replicas = new Packed(stripe.replicas);
    BitSet needed = new BitSet();
    while (replicas.hasMore()) {
      BitSet holders = new BitSet();
      for (long left = replicas.read(); left > 0; left--) {
        holders.set((int) replicas.read());
      }
      BitSet others = (BitSet) holders.clone();
      others.andNot(among);
      if (others.isEmpty()) {
        needed.or(holders);
      }
    }
    return needed.stream().mapToObj(nodes::value).sorted().toList();
  }

  /** Whether some block has replicas, and none outside these nodes. */
  boolean needsAny(KnownStripe stripe, BitSet among) {
    if (among.isEmpty()) {
      return false;
    }
    Packed replicas = new Packed(stripe.replicas);
    while (replicas.hasMore()) {
      long holders = replicas.read();
      boolean needs = holders > 0;
      for (long left = holders; left > 0; left--) {
        needs &= among.get((int) replicas.read());
      }
      if (needs) {
        return true;
      }
    }
    return false;
  }
}
