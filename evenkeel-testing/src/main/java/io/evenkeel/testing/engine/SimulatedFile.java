package io.evenkeel.testing.engine;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.coding.ErasureCode;
import io.evenkeel.core.model.BlockContents;
import io.evenkeel.core.model.BlockReplica;
import io.evenkeel.core.model.BlockVersion;
import io.evenkeel.core.model.CachedFragments;
import io.evenkeel.core.model.ContentVersion;
import io.evenkeel.core.model.Epoch;
import io.evenkeel.core.model.FileTicket;
import io.evenkeel.core.model.FragmentTicket;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.Source;
import io.evenkeel.core.model.Stripe;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.model.StripeTicket;
import io.evenkeel.core.model.SubblockChecksums;
import io.evenkeel.core.port.Slice;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * A file of the contiguous layout with made-up bytes, and what its storage nodes and cache nodes
 * hold of it: block {@code b}'s replica {@code r} is on {@code data((b + r) mod dataNodes)}, parity
 * {@code p} of stripe {@code s} on {@code cache((s + p) mod cacheNodes)}.
 */
public final class SimulatedFile implements SimulatedContent {
  private static final String POOL = "pool";
  private static final int CACHE_NODES = 3;

  private final byte[] bytes;
  private final ErasureCode code;
  private final List<Stripe> stripes;
  private final Map<Long, ByteBuffer[]> encoded = new HashMap<>();
  private final Map<Long, SubblockChecksums> proofs = new HashMap<>();

  /**
   * @param blockBytes the length of every block but the last
   * @param replication how many replicas each block has, on distinct nodes
   */
  public SimulatedFile(
      long seed,
      CodeSpec code,
      int lengthBytes,
      int blockBytes,
      int subblockBytes,
      int dataNodes,
      int replication) {
    this.code = ErasureCode.of(code);
    this.bytes = new byte[lengthBytes];
    new SplittableRandom(seed).nextBytes(bytes);
    this.stripes = stripes(code, lengthBytes, blockBytes, subblockBytes, dataNodes, replication);
  }

  /** The stripes of a file of any length. */
  public static List<Stripe> stripes(
      CodeSpec code,
      long lengthBytes,
      long blockBytes,
      int subblockBytes,
      int dataNodes,
      int replication) {
    List<Stripe> stripes = new ArrayList<>();
    int k = code.dataCount();
    int blocks = (int) ((lengthBytes + blockBytes - 1) / blockBytes);
    for (int first = 0; first < blocks; first += k) {
      List<BlockVersion> versions = new ArrayList<>();
      List<List<NodeId>> replicas = new ArrayList<>();
      for (int b = first; b < Math.min(blocks, first + k); b++) {
        long length = Math.min(blockBytes, lengthBytes - b * blockBytes);
        versions.add(new BlockVersion(POOL, b, 1, length));
        List<NodeId> nodes = new ArrayList<>();
        for (int r = 0; r < replication; r++) {
          nodes.add(dataNode((b + r) % dataNodes));
        }
        replicas.add(nodes);
      }
      ContentVersion version = BlockContents.of(versions);
      StripeGeometry geometry =
          new StripeGeometry(code, subblockBytes, BlockContents.lengthBytes(versions));
      stripes.add(new Stripe(stripes.size(), first * blockBytes, geometry, version, replicas));
    }
    return stripes;
  }

  public static NodeId dataNode(int number) {
    return new NodeId("data" + number + ":9866");
  }

  public static NodeId cacheNode(int number) {
    return new NodeId("cache" + number + ":6379");
  }

  @Override
  public byte[] bytes() {
    return bytes;
  }

  public List<Stripe> stripes() {
    return List.copyOf(stripes);
  }

  public ErasureCode code() {
    return code;
  }

  /** The encoding of a stripe, by its number. */
  public static StripeId stripeId(int stripe) {
    return new StripeId(new Epoch("0123456789abcdef0123456789abcdef"), stripe);
  }

  /** The ticket of a stripe's cached parity. */
  public static StripeTicket ticket(Stripe stripe) {
    List<NodeId> nodes = new ArrayList<>();
    for (int p = 0; p < stripe.geometry().code().parityCount(); p++) {
      nodes.add(cacheNode((stripe.number() + p) % CACHE_NODES));
    }
    return new StripeTicket(
        stripe.version(),
        FragmentTicket.ofParity(stripeId(stripe.number()), stripe.geometry(), nodes));
  }

  /** The ticket of the whole file. */
  public FileTicket ticket() {
    return code.parityCount() == 0
        ? FileTicket.none()
        : FileTicket.none().with(stripes.stream().map(SimulatedFile::ticket).toList());
  }

  /** A replica of a block of a stripe. */
  public BlockReplica block(int stripe, int index, NodeId node) {
    return new BlockReplica(BlockContents.blocks(stripes.get(stripe).version()).get(index), node);
  }

  /** Any fragment of a stripe, data or parity, on a cache node. */
  public CachedFragments cached(int stripe, int index, NodeId node) {
    return new CachedFragments(stripeId(stripe), index, stripes.get(stripe).geometry(), node);
  }

  @Override
  public void read(Source source, Slice slice, ByteBuffer into) {
    int stripe = stripeOf(source);
    ByteBuffer subblock = fragments(stripe, slice.ordinal())[indexOf(source)].duplicate();
    int subblockBytes = stripes.get(stripe).geometry().subblockBytes();
    subblock.position((int) (slice.offset() - (long) slice.ordinal() * subblockBytes));
    subblock.limit(subblock.position() + slice.lengthBytes());
    into.put(subblock);
  }

  @Override
  public SubblockChecksums proof(Source source, Slice slice) {
    if (indexOf(source) < code.dataCount()) {
      return null;
    }
    int stripe = stripeOf(source);
    return proofs.computeIfAbsent(
        key(stripe, slice.ordinal()),
        k -> {
          ByteBuffer[] all = fragments(stripe, slice.ordinal());
          int[][] crcs = new int[code.dataCount()][];
          for (int i = 0; i < crcs.length; i++) {
            crcs[i] = SubblockChecksums.of(all[i]);
          }
          return new SubblockChecksums(crcs);
        });
  }

  private int stripeOf(Source source) {
    return source instanceof BlockReplica replica
        ? (int) replica.block().blockId() / code.dataCount()
        : ((CachedFragments) source).stripe().stripe();
  }

  private int indexOf(Source source) {
    return source instanceof BlockReplica replica
        ? (int) replica.block().blockId() % code.dataCount()
        : ((CachedFragments) source).index();
  }

  private static long key(int stripe, int substripe) {
    return ((long) stripe << 32) | substripe;
  }

  private ByteBuffer[] fragments(int stripe, int substripe) {
    return encoded.computeIfAbsent(key(stripe, substripe), k -> encode(stripe, substripe));
  }

  private ByteBuffer[] encode(int stripe, int substripe) {
    Stripe s = stripes.get(stripe);
    StripeGeometry geometry = s.geometry();
    int k = code.dataCount();
    ByteBuffer[] all = new ByteBuffer[code.totalCount()];
    for (int i = 0; i < all.length; i++) {
      int length =
          i < k
              ? geometry.subblockLengthBytes(i, substripe)
              : geometry.parityLengthBytes(substripe);
      long start = s.blockOffset(i) + (long) substripe * geometry.subblockBytes();
      all[i] =
          i < k && length > 0
              ? ByteBuffer.wrap(bytes, (int) start, length).slice()
              : ByteBuffer.allocate(length);
    }
    if (code.parityCount() > 0) {
      code.encode(Arrays.copyOf(all, k), Arrays.copyOfRange(all, k, all.length));
    }
    return all;
  }
}
