package io.evenkeel.manager;

import io.evenkeel.core.log.ByteText;
import io.evenkeel.core.model.ContentVersion;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.port.ManagerApi.Reservation;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writers and makers of parity ask for room. */
final class Reservations {
  /**
   * Of stripes that are being written at once. Each holds room in the cache for all of its parity,
   * so that long before a busy cluster has as many there is no room for more.
   */
  static final int WRITES_MAX = 1 << 16;

  private final ParityCache cache;
  private final FillPlacement placement;

  Reservations(ParityCache cache, FillPlacement placement) {
    this.cache = cache;
    this.placement = placement;
  }

  /**
   * For a stripe that is being written: out of what is free, displacing nothing but what is
   * doubted. For a lease, which its writer, as long as it lives, has made longer: of one that was
   * killed nobody would say so.
   */
  Reservation write(long nowNanos, StripeId id, StripeGeometry geometry, List<Effect> effects) {
    Encoding old = cache.encodings.find(id);
    long expires = nowNanos + cache.settings.lease().toNanos();
    if (old != null) {
      return again(nowNanos, old, geometry, expires, effects);
    }
    if (geometry.code().parityCount() == 0) {
      return refused("stripe " + id + " of " + geometry.code() + " has no parity");
    }
    int held = cache.encodings.publishedCount() + cache.encodings.reservedCount();
    if (held >= cache.settings.maxStripes()) {
      return refused("the manager holds " + held + " stripes, as many as it may");
    }
    if (cache.encodings.writeCount() >= WRITES_MAX) {
      return refused("the manager holds room for " + WRITES_MAX + " writes, as many as it may");
    }
    Encoding write = cache.encodings.named(id);
    long bytes = cache.units.moreFor(write, geometry);
    if (bytes == CacheUnits.NEVER) {
      return refused(tooLong(id));
    }
    int count = geometry.code().parityCount();
    long each = cache.sizes.ofIndex(geometry);
    ParityCache.Need need =
        (free, policyBytes) ->
            policyBytes >= bytes && !Placement.place(count, each, free).isEmpty();
    boolean hasRoom = cache.makeRoom(nowNanos, need, effects);
    List<NodeId> nodes = Placement.place(count, each, cache.accounts.freeBytes());
    if (nodes.isEmpty()) {
      return refused(noRoom(id, geometry));
    }
    if (!hasRoom || !cache.units.reserve(write, geometry)) {
      return refused(full(id, bytes));
    }
    return granted(cache.encodings.holdForWrite(id, geometry, nodes, expires).nodes);
  }

  /** What is being written needs its room for longer, and perhaps more of it. */
  private Reservation again(
      long nowNanos,
      Encoding old,
      StripeGeometry geometry,
      long expiresNanos,
      List<Effect> effects) {
    if (old.reserved == null) {
      String state = old.published ? "published" : "leased for a fill";
      return refused("stripe " + old + " is " + state);
    }
    if (!Shape.of(geometry).equals(Shape.of(old.reserved))) {
      return refused("stripe %s is reserved as %s".formatted(old, text(old.reserved)));
    }
    if (cache.units.moreFor(old, geometry) == CacheUnits.NEVER) {
      return refused(tooLong(old.id()));
    }
    if (cache.sizes.ofIndex(geometry) > cache.sizes.ofIndex(old.reserved)
        && !cache.grow(nowNanos, old, geometry, effects)) {
      return refused(
          noRoom(old.id(), geometry) + "; it has " + ByteText.of(cache.sizes.of(old.reserved)));
    }
    cache.encodings.extend(old, expiresNanos);
    return granted(old.nodes);
  }

  /** For existing content: as long as its parity is wanted and nobody else makes it. */
  Reservation fill(
      long nowNanos,
      StripeId id,
      ContentVersion version,
      StripeGeometry geometry,
      List<Effect> effects) {
    KnownStripe stripe = cache.stripes.find(version);
    Encoding old = cache.encodings.find(id);
    long expires = nowNanos + cache.settings.lease().toNanos();
    if (old != null && !old.published && old.content != null && old.content.equals(stripe)) {
      cache.encodings.extend(old, expires);
      return granted(old.nodes);
    }
    String obstacle = obstacle(stripe, old, geometry);
    if (!obstacle.isEmpty()) {
      return refused("stripe " + id + " " + obstacle);
    }
    boolean prefetch = Fills.isPrefetch(stripe);
    cache.makePolicyRoom(nowNanos, stripe, effects);
    if (!cache.isStillWanted(stripe)) {
      cache.unwant(stripe, prefetch ? ParityReason.NOT_PREFETCHED : ParityReason.NOT_WORTH_IT);
      return refused("stripe " + id + " is not worth what would be given up for it");
    }
    List<NodeId> nodes = placement.place(nowNanos, stripe, geometry, effects);
    if (nodes.isEmpty()) {
      // It is wanted still, and whoever is to make it is told so again.
      cache.fills.waitForRoom(nowNanos, stripe);
      String why = cache.credit.hasSome(nowNanos) ? "" : ", and more is not given up so fast";
      return refused(noRoom(id, geometry) + why);
    }
    cache.fills.leased(stripe);
    Encoding fill = cache.encodings.holdForFill(id, stripe, nodes, expires);
    fill.prefetched = prefetch;
    fill.askedTold = cache.changes.lastTold();
    return granted(nodes);
  }

  private String obstacle(KnownStripe stripe, Encoding old, StripeGeometry geometry) {
    if (old != null) {
      return "is reserved or published already";
    }
    if (stripe == null) {
      return "is not wanted: nobody has asked for this content lately";
    }
    if (stripe.encoding != null) {
      return stripe.encoding.published
          ? "is protected by " + stripe.encoding + " already"
          : "is being made by another already";
    }
    if (!Fills.isOpen(stripe)) {
      return "is not wanted: " + stripe.verdict.text();
    }
    StripeGeometry wanted = cache.codec.geometry(stripe);
    return geometry.equals(wanted)
        ? ""
        : "is wanted as %s, not as %s".formatted(text(wanted), text(geometry));
  }

  private String full(StripeId id, long bytes) {
    if (cache.settings.largestFileBytes() == 0) {
      long reserved =
          cache.accounts.nodes().stream().mapToLong(cache.accounts::reservedBytes).sum();
      return "no room for %s of stripe %s: the cache is full: of %s, %s are held for what is being written or made"
          .formatted(
              ByteText.of(bytes), id, ByteText.of(cache.units.capacity()), ByteText.of(reserved));
    }
    long free = cache.units.capacity() - cache.units.used();
    return "no room for the file of stripe %s: %s are free of %s, and %s are set aside for one of"
            .formatted(
                id, ByteText.of(free), ByteText.of(cache.units.capacity()), ByteText.of(bytes))
        + " %s (--largest-file-bytes of the manager)"
            .formatted(ByteText.of(cache.settings.largestFileBytes()));
  }

  private String tooLong(StripeId id) {
    return "stripe %s is beyond the first %s of its file, which get parity as they are written"
            .formatted(id, ByteText.of(cache.settings.largestFileBytes()))
        + " (--largest-file-bytes of the manager)";
  }

  private static String text(StripeGeometry geometry) {
    return "%s in subblocks of %d of blocks of %s bytes"
        .formatted(geometry.code(), geometry.subblockBytes(), geometry.blockLengthBytes());
  }

  private String noRoom(StripeId id, StripeGeometry geometry) {
    Map<NodeId, Long> free = cache.accounts.freeBytes();
    if (free.isEmpty()) {
      return "no room for stripe %s: no cache node is reached".formatted(id);
    }
    Map<NodeId, String> texts = new LinkedHashMap<>();
    free.forEach((node, bytes) -> texts.put(node, ByteText.of(Math.max(0, bytes))));
    String each = ByteText.of(cache.sizes.ofIndex(geometry));
    int count = geometry.code().parityCount();
    return "no room for %s of stripe %s: %s free; %d stripes are cached, %d of them of files that are"
            .formatted(
                count == 1 ? each : count + " times " + each,
                id,
                texts,
                cache.encodings.publishedCount(),
                cache.encodings.doubtedCount())
        + " gone, and %d are being made".formatted(cache.encodings.reservedCount());
  }

  /** Whoever lives, and gets on, asks again in time. */
  private Reservation granted(List<NodeId> nodes) {
    Optional<Duration> lease = Optional.of(cache.settings.lease());
    return new Reservation(nodes, cache.settings.timeToLive(), lease, "");
  }

  private Reservation refused(String reason) {
    cache.counters.refusedReservations++;
    Duration timeToLive = cache.settings.timeToLive();
    return new Reservation(List.of(), timeToLive, Optional.empty(), reason);
  }
}
