package io.evenkeel.manager;

import io.evenkeel.core.model.ContentVersion;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.Packed;
import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.Stripe;
import io.evenkeel.core.model.StripeGeometry;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Packs contents and replicas: spaces and nodes as numbers, lengths as differences to the block
 * before, for a file's blocks are mostly alike. Equal contents give equal bytes.
 */
final class StripeCodec {
  private final Names<String> spaces = new Names<>();
  private final Names<NodeId> nodes = new Names<>();
  private final Names<Shape> shapes = new Names<>();
  private final Packed scratch = new Packed();
  private byte[] latestLengths = {};

  byte[] pack(ContentVersion version) {
    byte[] space = scratch.clear().write(spaces.number(version.space())).toBytes();
    byte[] id = version.id().getBytes(StandardCharsets.ISO_8859_1);
    byte[] content = Arrays.copyOf(space, space.length + id.length);
    System.arraycopy(id, 0, content, space.length, id.length);
    return content;
  }

  ContentVersion version(KnownStripe stripe) {
    Packed content = new Packed(stripe.content);
    String space = spaces.value((int) content.read());
    int from = content.position();
    String id =
        new String(stripe.content, from, stripe.content.length - from, StandardCharsets.ISO_8859_1);
    return new ContentVersion(space, id);
  }

  StripeGeometry geometry(KnownStripe stripe) {
    List<Long> lengths = new ArrayList<>();
    Packed packed = new Packed(stripe.lengths);
    for (long length = 0; packed.hasMore(); ) {
      length += packed.read();
      lengths.add(length);
    }
    return new StripeGeometry(stripe.shape.code(), stripe.shape.subblockBytes(), lengths);
  }

  /** The lengths of a stripe's blocks; most stripes are as long as the one before. */
  private byte[] pack(StripeGeometry geometry) {
    scratch.clear();
    long before = 0;
    for (long length : geometry.blockLengthBytes()) {
      scratch.write(length - before);
      before = length;
    }
    byte[] lengths = scratch.toBytes();
    latestLengths = Arrays.equals(lengths, latestLengths) ? latestLengths : lengths;
    return latestLengths;
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
      stripe.lengths = pack(now.geometry());
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
