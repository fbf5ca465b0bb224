package io.evenkeel.manager;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * The parity that is to be made. A reader may make it in passing; what no reader has reserved room
 * for after a delay is given out as an order, what a straggler touches first ({@link Fill.Kind}),
 * the oldest or likeliest first, at a limited rate. An order that lapses is given out again, a few
 * times. What fails rests, twice as long each time, up to a limit.
 */
final class Fills {
  /** The most contents that wait or are ordered. */
  static final int MAX_OPEN = 10_000;

  private static final int MAX_LAPSES = 3;
  private static final int MAX_DOUBLINGS = 6;

  private final long delayNanos;
  private final long leaseNanos;
  private final TokenBucket bucket;
  private final Map<Fill.Kind, Set<KnownStripe>> queues = new EnumMap<>(Fill.Kind.class);
  private final Set<KnownStripe> orders = new LinkedHashSet<>();
  private final Map<Fill.Place, KnownStripe> places = new HashMap<>();
  private long takenNanos = Long.MIN_VALUE;

  Fills(ManagerSettings settings) {
    delayNanos = settings.fillDelay().toNanos();
    leaseNanos = settings.lease().toNanos();
    bucket = new TokenBucket(settings.fillBytesPerSecond());
    for (Fill.Kind kind : Fill.Kind.values()) {
      queues.put(kind, new LinkedHashSet<>());
    }
  }

  boolean isFull() {
    return queuedCount() + orders.size() >= MAX_OPEN;
  }

  /** Whether its parity is to be made, and nobody holds room for it yet. */
  static boolean isOpen(KnownStripe stripe) {
    return stripe.fill != null && stripe.fill.isOpen();
  }

  static boolean isPrefetch(KnownStripe stripe) {
    return isOpen(stripe) && stripe.fill.kind == Fill.Kind.PREFETCH;
  }

  static boolean isAskedFor(KnownStripe stripe) {
    return isOpen(stripe) && stripe.fill.kind != Fill.Kind.PREFETCH;
  }

  /** Whether it failed and is not to be tried yet. */
  static boolean isResting(long nowNanos, KnownStripe stripe) {
    Fill fill = stripe.fill;
    return fill != null
        && fill.state == Fill.State.RESTING
        && fill.failures > 0
        && fill.nanos - nowNanos > 0;
  }

  /** Its parity is wanted. What is queued goes on waiting; an order of another kind stays one. */
  void want(long nowNanos, KnownStripe stripe, Fill.Kind kind) {
    Fill fill = stripe.fill == null ? new Fill() : stripe.fill;
    stripe.fill = fill;
    if (fill.state == Fill.State.ORDERED) {
      fill.kind = kind;
      return;
    }
    boolean waits = fill.state == Fill.State.QUEUED;
    close(stripe);
    fill.kind = kind;
    fill.state = Fill.State.QUEUED;
    fill.nanos = waits ? fill.nanos : nowNanos;
    fill.lapses = waits ? fill.lapses : 0;
    queueOf(stripe).add(stripe);
    fill.place = new Fill.Place(stripe.path, stripe.number);
    places.put(fill.place, stripe);
  }

  private Set<KnownStripe> queueOf(KnownStripe stripe) {
    return queues.get(stripe.fill.kind);
  }

  /** Which content is to be read at that place for an open fill; null when there is none. */
  KnownStripe at(String path, int number) {
    KnownStripe there = places.isEmpty() ? null : places.get(new Fill.Place(path, number));
    return there != null && there.number == number && there.path.equals(path) ? there : null;
  }

  /** What is to be prefetched and not reserved for yet. A copy, the likeliest first. */
  Set<KnownStripe> openPrefetches() {
    Set<KnownStripe> open = new LinkedHashSet<>(queues.get(Fill.Kind.PREFETCH));
    orders.stream().filter(Fills::isPrefetch).forEach(open::add);
    return open;
  }

  /** Room for it is held now. */
  void leased(KnownStripe stripe) {
    close(stripe);
    stripe.fill.state = Fill.State.LEASED;
  }

  /** It is made, or no longer wanted. */
  void ended(KnownStripe stripe, boolean made) {
    if (stripe.fill != null) {
      close(stripe);
      stripe.fill.state = Fill.State.RESTING;
      if (made || stripe.fill.failures == 0) {
        stripe.fill = null;
      }
    }
  }

  /** It was begun and came to nothing. */
  void failed(long nowNanos, KnownStripe stripe) {
    close(stripe);
    Fill fill = stripe.fill;
    fill.state = Fill.State.RESTING;
    fill.nanos = nowNanos + (leaseNanos << Math.min(fill.failures, MAX_DOUBLINGS));
    fill.failures++;
  }

  private void close(KnownStripe stripe) {
    if (stripe.fill.isOpen()) {
      queueOf(stripe).remove(stripe);
      orders.remove(stripe);
      places.remove(stripe.fill.place, stripe);
      stripe.fill.place = null;
    }
  }

  /**
   * Gives out orders; each lapses after a lease unless room is reserved for it.
   *
   * @param stillWanted asked of each before it is ordered
   * @param dropped takes those that are not, which are open still
   */
  List<KnownStripe> take(
      long nowNanos,
      int most,
      StripeCodec codec,
      Predicate<KnownStripe> stillWanted,
      Consumer<KnownStripe> dropped) {
    takenNanos = nowNanos;
    List<KnownStripe> taken = new ArrayList<>();
    List<KnownStripe> unwanted = new ArrayList<>();
    for (Fill.Kind kind : Fill.Kind.values()) {
      long delay = kind == Fill.Kind.PREFETCH ? 0 : delayNanos;
      Iterator<KnownStripe> next = queues.get(kind).iterator();
      while (taken.size() < most && next.hasNext() && bucket.hasSome(nowNanos)) {
        KnownStripe stripe = next.next();
        if (stripe.fill.lapses == 0 && nowNanos - stripe.fill.nanos < delay) {
          break;
        }
        if (stillWanted.test(stripe)) {
          next.remove();
          order(nowNanos, stripe, codec.geometry(stripe).lengthBytes());
          taken.add(stripe);
        } else {
          unwanted.add(stripe);
        }
      }
    }
    unwanted.forEach(dropped);
    return taken;
  }

  private void order(long nowNanos, KnownStripe stripe, long dataBytes) {
    bucket.spend(dataBytes);
    stripe.fill.state = Fill.State.ORDERED;
    stripe.fill.nanos = nowNanos + leaseNanos;
    orders.add(stripe);
  }

  /**
   * Queues lapsed orders again. Gives those that lapsed too often, and what nobody wants to make:
   * no reader reserved, and nobody has asked for orders in a while.
   */
  List<KnownStripe> over(long nowNanos) {
    List<KnownStripe> over = new ArrayList<>();
    List<KnownStripe> again = new ArrayList<>();
    for (KnownStripe stripe : orders) {
      if (stripe.fill.nanos - nowNanos > 0) {
        break;
      }
      (++stripe.fill.lapses < MAX_LAPSES ? again : over).add(stripe);
    }
    for (KnownStripe stripe : again) {
      orders.remove(stripe);
      stripe.fill.state = Fill.State.QUEUED;
      stripe.fill.nanos = nowNanos;
      queueOf(stripe).add(stripe);
    }
    queues.values().forEach(queue -> addUnclaimed(queue, nowNanos, over));
    return over;
  }

  private void addUnclaimed(Set<KnownStripe> queue, long nowNanos, List<KnownStripe> over) {
    boolean anybodyTakes =
        takenNanos != Long.MIN_VALUE && nowNanos - takenNanos <= delayNanos + leaseNanos;
    if (anybodyTakes) {
      return;
    }
    for (KnownStripe stripe : queue) {
      if (nowNanos - stripe.fill.nanos <= delayNanos + leaseNanos) {
        return;
      }
      over.add(stripe);
    }
  }

  /** What the open fills take together, by what each takes. */
  long openBytes(ToLongFunction<KnownStripe> bytes) {
    return Stream.concat(queues.values().stream().flatMap(Set::stream), orders.stream())
        .mapToLong(bytes)
        .sum();
  }

  int queuedCount() {
    return queues.values().stream().mapToInt(Set::size).sum();
  }

  int orderedCount() {
    return orders.size();
  }
}
