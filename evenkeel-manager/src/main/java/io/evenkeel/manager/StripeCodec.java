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
import java.util.Collection;
import java.util.List;
import java.util.Set;

/**
 * Packs contents and replicas: spaces and nodes as numbers, lengths as differences to the block
 * before, for a file's blocks are mostly alike. Equal contents give equal bytes, and so do equal
 * sets of holders: a NameNode tells them in another order each time, so that theirs is not kept.
 * What a known stripe names is in use until it is forgotten.
 */
final class StripeCodec {
  /**
   * So many storage nodes have numbers; blocks on others are taken for such that can always be had.
   * A name has at most {@link EventLimits#NODE_CHARS_MAX} characters.
   */
  static final int NODES_MAX = 1 << 16;

  /** A block with more replicas than that is taken for one that can always be had. */
  static final int HOLDERS_MAX = 16;

  private final Names<String> spaces = new Names<>();
  private final Names<NodeId> nodes = new Names<>();
  private final Names<Shape> shapes = new Names<>();
  private final Packed scratch = new Packed();
  private final SecretHash hash;

  /** Which storage nodes there are; empty while nobody has said. */
  private Set<NodeId> listed = Set.of();

  private byte[] latestLengths = {};
  private String latestPath = "";

  StripeCodec(SecretHash hash) {
    this.hash = hash;
  }

  /** A content as a stripe that is not known yet; its space is in use. */
  KnownStripe known(ContentVersion version) {
    return stripe(spaces.use(version.space()), version.id());
  }

  /** What equals the known stripe of a content; null when none is known of its space. */
  KnownStripe like(ContentVersion version) {
    int space = spaces.find(version.space());
    return space == Names.NONE ? null : stripe(space, version.id());
  }

  private KnownStripe stripe(int space, String id) {
    byte[] content = pack(space, id);
    return new KnownStripe(content, hash.of(content));
  }

  private byte[] pack(int spaceNumber, String id) {
    byte[] space = scratch.clear().write(spaceNumber).toBytes();
    byte[] text = id.getBytes(StandardCharsets.ISO_8859_1);
    byte[] content = Arrays.copyOf(space, space.length + text.length);
    System.arraycopy(text, 0, content, space.length, text.length);
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

  /** A stripe is not known any more; nothing that it names is in use for it. */
  void forget(KnownStripe stripe) {
    spaces.leave((int) new Packed(stripe.content).read());
    leaveHolders(stripe.replicas);
    if (stripe.shape != null) {
      shapes.unshare(stripe.shape);
    }
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

  /**
   * What was seen of a stripe last; blocks with very many replicas have none, and those of the
   * others are in an order that says nothing.
   */
  PlacedStripe placed(KnownStripe stripe) {
    List<List<NodeId>> replicas = new ArrayList<>();
    Packed packed = new Packed(stripe.replicas);
    while (packed.hasMore()) {
      List<NodeId> holders = new ArrayList<>();
      for (long left = packed.read(); left > 0; left--) {
        holders.add(nodes.value((int) packed.read()));
      }
      replicas.add(holders);
    }
    StripeGeometry geometry = geometry(stripe);
    // Its replicas may have been seen of another shape than the one that its parity has.
    while (replicas.size() < geometry.blockCount()) {
      replicas.add(List.of());
    }
    List<List<NodeId>> holders = replicas.subList(0, geometry.blockCount());
    return new PlacedStripe(
        stripe.path,
        new Stripe(stripe.number, stripe.fileOffset, geometry, version(stripe), holders));
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
      // The stripes of a file are asked for one after the other, and share it.
      latestPath = placed.path().equals(latestPath) ? latestPath : placed.path();
      stripe.path = latestPath;
    }
    stripe.number = now.number();
    stripe.fileOffset = now.fileOffset();
    byte[] known = packIfKnown(now.replicas());
    if (!Arrays.equals(known, stripe.replicas)) {
      byte[] before = stripe.replicas;
      stripe.replicas = pack(now.replicas());
      leaveHolders(before);
    }
    if (withShape) {
      Shape before = stripe.shape;
      stripe.shape = shapes.share(Shape.of(now.geometry()));
      if (before != null) {
        shapes.unshare(before);
      }
      stripe.lengths = pack(now.geometry());
    }
  }

  /** The numbers of the nodes that hold each block; every one of them is used once more. */
  private byte[] pack(List<List<NodeId>> replicas) {
    scratch.clear();
    for (List<NodeId> holders : replicas) {
      write(kept(holders).stream().mapToInt(nodes::use).toArray());
    }
    return scratch.toBytes();
  }

  /** The same when all of them are known, without a use more; else null. */
  private byte[] packIfKnown(List<List<NodeId>> replicas) {
    scratch.clear();
    for (List<NodeId> holders : replicas) {
      int[] numbers = kept(holders).stream().mapToInt(nodes::find).toArray();
      for (int number : numbers) {
        if (number == Names.NONE) {
          return null;
        }
      }
      write(numbers);
    }
    return scratch.toBytes();
  }

  /** The holders of one block, the smallest number first. */
  private void write(int[] numbers) {
    Arrays.sort(numbers);
    scratch.write(numbers.length);
    for (int number : numbers) {
      scratch.write(number);
    }
  }

  /**
   * Which storage nodes there are. From now on no other gets a number, for none is judged: blocks
   * on others are taken for such that can always be had.
   */
  void list(Set<NodeId> all) {
    listed = all;
  }

  private List<NodeId> kept(List<NodeId> holders) {
    boolean fit =
        holders.size() <= HOLDERS_MAX
            && (listed.isEmpty() || listed.containsAll(holders))
            && (nodes.size() + holders.size() <= NODES_MAX
                || holders.stream().allMatch(node -> nodes.find(node) != Names.NONE));
    return fit ? holders : List.of();
  }

  private void leaveHolders(byte[] replicas) {
    Packed packed = new Packed(replicas);
    while (packed.hasMore()) {
      for (long left = packed.read(); left > 0; left--) {
        nodes.leave((int) packed.read());
      }
    }
  }

  /** Of the nodes that hold each block the smallest number, by a stripe's replicas. */
  static BitSet firstHolders(byte[] replicas) {
    BitSet firsts = new BitSet();
    Packed packed = new Packed(replicas);
    while (packed.hasMore()) {
      long count = packed.read();
      for (long at = 0; at < count; at++) {
        int number = (int) packed.read();
        if (at == 0) {
          firsts.set(number);
        }
      }
    }
    return firsts;
  }

  /** The numbers of these nodes, which stay theirs until they are left. */
  BitSet use(Iterable<NodeId> some) {
    BitSet numbers = new BitSet();
    some.forEach(n -> numbers.set(nodes.use(n)));
    return numbers;
  }

  /** Leaves numbers of different nodes that were used. */
  void leave(BitSet numbers) {
    numbers.stream().forEach(nodes::leave);
  }

  /**
   * Throws unless names are used exactly by these stripes, all that are known.
   *
   * @param others how many other uses of nodes there are
   */
  void check(Collection<KnownStripe> stripes, int others) {
    long holders = others;
    for (KnownStripe stripe : stripes) {
      Packed packed = new Packed(stripe.replicas);
      while (packed.hasMore()) {
        long count = packed.read();
        holders += count;
        for (long left = count; left > 0; left--) {
          // Throws when the number is nobody's.
          nodes.value((int) packed.read());
        }
      }
    }
    if (spaces.uses() != stripes.size()
        || shapes.uses() != stripes.size()
        || nodes.uses() != holders) {
      throw new IllegalStateException(
          "%d stripes with %d replicas use %d spaces, %d shapes and %d nodes"
              .formatted(stripes.size(), holders, spaces.uses(), shapes.uses(), nodes.uses()));
    }
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
