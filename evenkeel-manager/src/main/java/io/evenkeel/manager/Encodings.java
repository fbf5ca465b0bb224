package io.evenkeel.manager;

import io.evenkeel.core.model.FragmentKey;
import io.evenkeel.core.model.FragmentTicket;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.model.StripeTicket;
import io.evenkeel.core.port.ManagerApi;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * The room that is held on cache nodes: leased to writes and to fills, by which is meant whoever
 * makes the parity of existing content, and of what is published. Keeps the accounts, and the keys
 * alive.
 */
final class Encodings {
  /** What is behind is renewed bit by bit: all that is published in a quarter of its life. */
  private static final int BEHIND_PART = 4;

  /** But so many at once at least. */
  static final int BEHIND_AT_ONCE_MIN = 100;

  /** For so long what is doubted is not given up for others, unless it is over sooner. */
  static final long DOUBTED_NANOS = Duration.ofSeconds(15).toNanos();

  private final FragmentSizes sizes;
  private final CacheAccounts accounts;
  private final StripeCodec codec;
  private final Duration timeToLive;
  private final long renewEveryNanos;
  private final SecretHash hash;
  private final Names<List<NodeId>> nodeLists = new Names<>();
  private final CompactSet<Encoding> byId = new CompactSet<>();
  // Within a chain all wait equally long, so that the first is due first.
  private final Chain<Encoding> writes = new Chain<>();
  private final Chain<Encoding> fills = new Chain<>();
  private final Chain<Encoding> published = new Chain<>();

  /**
   * Published too, and to be renewed as soon as may be: adopted, missed by a reader, or not renewed
   * in turn.
   */
  private final Chain<Encoding> behind = new Chain<>();

  /** Published too, of content that is said to be gone: not renewed, the longest doubted first. */
  private final Chain<Encoding> doubted = new Chain<>();

  private long doubtedBytes;
  private long behindNanos;
  private int claimedCount;

  Encodings(
      FragmentSizes sizes,
      CacheAccounts accounts,
      StripeCodec codec,
      Duration timeToLive,
      SecretHash hash) {
    this.hash = hash;
    this.sizes = sizes;
    this.accounts = accounts;
    this.codec = codec;
    this.timeToLive = timeToLive;
    this.renewEveryNanos = timeToLive.toNanos() / ManagerApi.RENEWALS_PER_LIFE;
  }

  /** What equals the encoding of an id. */
  Encoding named(StripeId id) {
    return new Encoding(id, hash);
  }

  /** The encoding of an id; null when there is none. */
  Encoding find(StripeId id) {
    return byId.find(named(id));
  }

  /** Sets room aside for what is being written, or is claimed to be there. */
  Encoding holdForWrite(StripeId id, StripeGeometry most, List<NodeId> nodes, long expiresNanos) {
    Encoding encoding = named(id);
    encoding.reserved = most;
    return hold(encoding, nodes, writes, expiresNanos);
  }

  /** Leases room to whoever makes the parity of a content. */
  Encoding holdForFill(StripeId id, KnownStripe content, List<NodeId> nodes, long expiresNanos) {
    Encoding encoding = named(id);
    encoding.content = content;
    hold(encoding, nodes, fills, expiresNanos);
    content.encoding = encoding;
    return encoding;
  }

  private Encoding hold(
      Encoding encoding, List<NodeId> nodes, Chain<Encoding> kind, long expiresNanos) {
    accounts.reserved(nodes, indexBytes(encoding));
    encoding.nodes = nodeLists.share(nodes);
    byId.add(encoding);
    kind.append(encoding);
    encoding.dueNanos = expiresNanos;
    encoding.aliveUntil(expiresNanos);
    return encoding;
  }

  /** What is being written gets to be longer than was thought; there has to be room for it. */
  void grow(Encoding write, StripeGeometry most) {
    long before = indexBytes(write);
    accounts.reserved(write.nodes, sizes.ofIndex(most) - before);
    write.reserved = most;
  }

  /** Unpublished room is needed longer. */
  void extend(Encoding encoding, long expiresNanos) {
    encoding.dueNanos = expiresNanos;
    encoding.aliveUntil(expiresNanos);
    encoding.chain.append(encoding);
  }

  /** Nobody could say for so long that unpublished room is needed still. */
  void stoodStill(long nanos) {
    for (Chain<Encoding> chain : List.of(writes, fills)) {
      for (Encoding each = chain.first(); each != null; each = each.after) {
        each.dueNanos += nanos;
        each.aliveUntil(each.dueNanos);
      }
    }
  }

  /** Its parity is said to be stored; asks its nodes for it. */
  void verify(Encoding fill, List<Effect> effects) {
    fill.awaitConfirmation();
    renew(fill, effects);
  }

  /** The parity is stored and is that of this content; asks for its first renewal. */
  void publish(Encoding encoding, KnownStripe content, long nowNanos, List<Effect> effects) {
    bind(encoding, content, nowNanos);
    published.append(encoding);
    renew(encoding, effects);
  }

  /** A manager before this one has published it so; whether that is true its first renewal says. */
  void adopt(Encoding encoding, KnownStripe content, long nowNanos) {
    bind(encoding, content, nowNanos);
    behind.append(encoding);
    encoding.awaitConfirmation();
    claimedCount++;
    accounts.noLongerForeign(encoding.nodes, indexBytes(encoding));
  }

  /** A renewal of it could not even wait for its turn, or is wanted: it is to have one soon. */
  void renewSoon(Encoding encoding) {
    // Whoever waits there already keeps its turn.
    if (encoding.chain == published) {
      behind.append(encoding);
    }
  }

  /** All that a node has is to be renewed soon: it may have lost it. */
  void renewSoon(NodeId node) {
    List<Encoding> there = new ArrayList<>();
    forEachPublished(
        encoding -> {
          if (encoding.nodes.contains(node)) {
            there.add(encoding);
          }
        });
    there.forEach(this::renewSoon);
  }

  /**
   * The content of what is published is said to be gone: unless somebody asks, it is over soon. It
   * is not written down any more until its next renewal: nobody would tell the next manager so.
   */
  void doubt(Encoding encoding, long nowNanos, List<Effect> effects) {
    if (encoding.chain != doubted) {
      effects.add(new Effect.Delete(encoding.id(), encoding.nodes.get(0), List.of(), 0));
      encoding.dueNanos = nowNanos + renewEveryNanos;
      doubted.append(encoding);
      doubtedBytes += allBytes(encoding);
    }
  }

  boolean isDoubted(Encoding encoding) {
    return encoding.chain == doubted;
  }

  /** Somebody reads the content of what is published, or is to be: it is there. */
  void asked(Encoding encoding) {
    encoding.goneMeanwhile = false;
    if (encoding.chain == doubted) {
      doubtedBytes -= allBytes(encoding);
      behind.append(encoding);
    }
  }

  /**
   * What has been doubted for so long that nobody asks any more, the longest first: whoever has a
   * file open and needs its parity asks again each ten seconds. What is only claimed to be there
   * frees nothing yet, and is none of it.
   */
  List<Encoding> longDoubted(long nowNanos, int most) {
    long waitNanos = Math.min(DOUBTED_NANOS, renewEveryNanos / 2);
    List<Encoding> found = new ArrayList<>();
    int looked = 0;
    for (Encoding each = doubted.first(); each != null && looked < most; each = each.after) {
      looked++;
      if (nowNanos - (each.dueNanos - renewEveryNanos) < waitNanos) {
        break;
      }
      if (!each.isClaimed()) {
        found.add(each);
      }
    }
    return found;
  }

  private void bind(Encoding encoding, KnownStripe content, long nowNanos) {
    accounts.published(
        encoding.nodes, indexBytes(encoding), sizes.ofIndex(codec.geometry(content)));
    encoding.published = true;
    encoding.confirm();
    encoding.content = content;
    encoding.reserved = null;
    content.encoding = encoding;
    encoding.dueNanos = nowNanos + renewEveryNanos;
    encoding.aliveUntil(nowNanos + timeToLive.toNanos());
  }

  /** The room is free again; the keys are to go. */
  void remove(Encoding encoding, List<Effect> effects) {
    long bytes = indexBytes(encoding);
    if (encoding.published) {
      accounts.published(encoding.nodes, -bytes);
    } else {
      accounts.reserved(encoding.nodes, -bytes);
    }
    // Whatever else there is on the nodes may have been taken for what is only claimed to be there.
    boolean isForeign = encoding.isClaimed();
    for (NodeId node : encoding.distinctNodes()) {
      long there = bytes * encoding.nodes.stream().filter(node::equals).count();
      if (isForeign) {
        accounts.lingering(node, there);
      }
      effects.add(
          new Effect.Delete(encoding.id(), node, keysOn(encoding, node), isForeign ? 0 : there));
    }
    claimedCount -= isForeign ? 1 : 0;
    doubtedBytes -= isDoubted(encoding) ? allBytes(encoding) : 0;
    nodeLists.unshare(encoding.nodes);
    byId.remove(encoding);
    encoding.chain.remove(encoding);
    if (encoding.content != null) {
      encoding.content.encoding = null;
    }
  }

  /** The keys of an encoding that nothing is held for are to go. */
  void removeForeign(Claim claim, List<Effect> effects) {
    for (NodeId node : new LinkedHashSet<>(claim.nodes())) {
      if (accounts.nodes().contains(node)) {
        removeForeign(claim, node, node, effects);
      }
    }
  }

  /** Those that a node has, of which a claim says that they are on another, as it was called. */
  void removeForeign(Claim claim, NodeId called, NodeId node, List<Effect> effects) {
    List<FragmentKey> keys = keysOn(claim.id(), claim.content().geometry(), claim.nodes(), called);
    effects.add(new Effect.Delete(claim.id(), node, keys, 0));
  }

  /** Goes through what is being made of existing content; none of it may come or go meanwhile. */
  void forEachFill(Consumer<Encoding> look) {
    for (Encoding each = fills.first(); each != null; each = each.after) {
      look.accept(each);
    }
  }

  /** Goes through what is published; none of it may come or go meanwhile. */
  void forEachPublished(Consumer<Encoding> look) {
    for (Chain<Encoding> chain : List.of(published, behind, doubted)) {
      for (Encoding each = chain.first(); each != null; each = each.after) {
        look.accept(each);
      }
    }
  }

  /**
   * Renews what is due. Gives what is over: unpublished room, keys that were not renewed, and what
   * was doubted for long enough.
   */
  List<Encoding> due(long nowNanos, List<Effect> effects) {
    List<Encoding> over = new ArrayList<>();
    int left = mayCatchUp(nowNanos);
    addDue(writes, nowNanos, Integer.MAX_VALUE, over);
    addDue(fills, nowNanos, Integer.MAX_VALUE, over);
    // Whoever tells of a folder has all that is in it end at once.
    addDue(doubted, nowNanos, left, over);
    for (Encoding encoding = published.first();
        encoding != null && encoding.dueNanos - nowNanos <= 0;
        encoding = published.first()) {
      renewOrEnd(encoding, nowNanos, effects, over);
    }
    for (Encoding encoding = behind.first();
        encoding != null && left > 0;
        encoding = behind.first()) {
      renewOrEnd(encoding, nowNanos, effects, over);
      left--;
    }
    return over;
  }

  /** How many of those that are behind may be renewed now. */
  private int mayCatchUp(long nowNanos) {
    double part = (double) (nowNanos - behindNanos) * BEHIND_PART / timeToLive.toNanos();
    behindNanos = nowNanos;
    return (int) Math.max(BEHIND_AT_ONCE_MIN, Math.min(1, part) * publishedCount());
  }

  private void renewOrEnd(
      Encoding encoding, long nowNanos, List<Effect> effects, List<Encoding> over) {
    encoding.dueNanos = nowNanos + renewEveryNanos;
    published.append(encoding);
    if (encoding.isExpired(nowNanos)) {
      over.add(encoding);
    } else {
      renew(encoding, effects);
    }
  }

  private static void addDue(Chain<Encoding> chain, long nowNanos, int most, List<Encoding> over) {
    int left = most;
    for (Encoding encoding = chain.first();
        encoding != null && encoding.dueNanos - nowNanos <= 0 && left > 0;
        encoding = encoding.after) {
      over.add(encoding);
      left--;
    }
  }

  private void renew(Encoding encoding, List<Effect> effects) {
    for (NodeId node : encoding.distinctNodes()) {
      effects.add(new Effect.Renew(encoding.id(), node, keysOn(encoding, node), timeToLive));
    }
  }

  /** A renewal that was asked for then has found all keys of a node. */
  void renewed(Encoding encoding, NodeId node, long askedAtNanos) {
    encoding.aliveUntil(node, askedAtNanos + timeToLive.toNanos());
    if (encoding.isClaimed()) {
      encoding.confirm(node);
      claimedCount -= encoding.isClaimed() ? 0 : 1;
    }
  }

  /** Of how many that are adopted it is not known yet whether they are there. */
  int claimedCount() {
    return claimedCount;
  }

  /** The keys on one node. */
  List<FragmentKey> keysOn(Encoding encoding, NodeId node) {
    return keysOn(encoding.id(), geometry(encoding), encoding.nodes, node);
  }

  private static List<FragmentKey> keysOn(
      StripeId id, StripeGeometry geometry, List<NodeId> nodes, NodeId node) {
    int[] indexes =
        IntStream.range(0, nodes.size())
            .filter(parity -> nodes.get(parity).equals(node))
            .map(parity -> geometry.code().dataCount() + parity)
            .toArray();
    return new StripeKeys(id, geometry.substripeCount(), indexes);
  }

  StripeGeometry geometry(Encoding encoding) {
    return encoding.reserved == null ? codec.geometry(encoding.content) : encoding.reserved;
  }

  /** The allocated bytes of the fragments of one index. */
  long indexBytes(Encoding encoding) {
    return sizes.ofIndex(geometry(encoding));
  }

  StripeTicket ticket(Encoding encoding) {
    return new StripeTicket(
        codec.version(encoding.content),
        FragmentTicket.ofParity(encoding.id(), geometry(encoding), encoding.nodes));
  }

  int writeCount() {
    return writes.size();
  }

  int publishedCount() {
    return published.size() + behind.size() + doubted.size();
  }

  int doubtedCount() {
    return doubted.size();
  }

  /** The allocated bytes of what is doubted. */
  long doubtedBytes() {
    return doubtedBytes;
  }

  /** The allocated bytes of parity that is being made. */
  long fillBytes() {
    return bytes(fills);
  }

  /** The allocated bytes of all its fragments. */
  long allBytes(Encoding encoding) {
    return indexBytes(encoding) * encoding.nodes.size();
  }

  private long bytes(Chain<Encoding> chain) {
    long bytes = 0;
    for (Encoding each = chain.first(); each != null; each = each.after) {
      bytes += allBytes(each);
    }
    return bytes;
  }

  int fillCount() {
    return fills.size();
  }

  int reservedCount() {
    return writes.size() + fills.size();
  }

  /** Throws unless the accounts and the shared lists of nodes are what is held. */
  void check() {
    Map<NodeId, Long> publishedBytes = new HashMap<>();
    Map<NodeId, Long> reservedBytes = new HashMap<>();
    long[] held = {0};
    int[] claimed = {0};
    byId.forEach(
        encoding -> {
          Map<NodeId, Long> bytes = encoding.published ? publishedBytes : reservedBytes;
          encoding.nodes.forEach(n -> bytes.merge(n, indexBytes(encoding), Long::sum));
          held[0]++;
          claimed[0] += encoding.isClaimed() ? 1 : 0;
        });
    accounts.check(publishedBytes, reservedBytes);
    if (bytes(doubted) != doubtedBytes) {
      throw new IllegalStateException(
          "%d bytes are doubted, not %d".formatted(bytes(doubted), doubtedBytes));
    }
    if (held[0] != publishedCount() + reservedCount()
        || held[0] != nodeLists.uses()
        || claimed[0] != claimedCount) {
      throw new IllegalStateException(
          "%d encodings are held, %d are in chains, %d share their nodes; %d are claimed, not %d"
              .formatted(
                  held[0],
                  publishedCount() + reservedCount(),
                  nodeLists.uses(),
                  claimed[0],
                  claimedCount));
    }
  }
}
