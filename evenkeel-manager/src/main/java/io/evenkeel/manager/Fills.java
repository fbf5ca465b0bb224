package io.evenkeel.manager;

import io.evenkeel.core.model.Witness;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/**
 * The parity that is to be made. A reader may make it in passing; what no reader has reserved room
 * for after a delay is given out as an order, at a limited rate: what a straggler touches first
 * ({@link Fill.Kind}); of that, machines and folders take turns, the oldest of each first, and what
 * is prefetched comes likeliest first. An order that lapses is given out again, a few times, but
 * not where another content is said to be. What fails rests, twice as long each time, up to a
 * limit.
 */
final class Fills {
  /** The most contents that wait or are ordered. */
  static final int OPEN_MAX = 10_000;

  /** One machine may have so many times as much waiting as there is room for besides. */
  private static final int MACHINE_SHARES = 3;

  /** Of what nobody has asked for. */
  private static final FairQueue.Turn PREFETCHES = new FairQueue.Turn(Witness.THIS_MACHINE, "");

  private static final int LAPSES_MAX = 3;

  /** What there is no room for is looked at so often, and so many of it each time. */
  static final long LATER_NANOS = TimeUnit.SECONDS.toNanos(10);

  private static final int LATER_MAX = 512;
  private static final int LATER_OF_MACHINE_MAX = 16;
  private static final int DOUBLINGS_MAX = 6;

  private final long delayNanos;
  private final long leaseNanos;
  private final TokenBucket bucket;
  private final Map<Fill.Kind, FairQueue> queues = new EnumMap<>(Fill.Kind.class);
  private final Set<KnownStripe> orders = new LinkedHashSet<>();

  /** What was wanted last at each place. */
  private final Map<Fill.StripePath, KnownStripe> places = new HashMap<>();

  private long takenNanos = Long.MIN_VALUE;

  Fills(ManagerSettings settings) {
    delayNanos = settings.fillDelay().toNanos();
    leaseNanos = settings.lease().toNanos();
    bucket = new TokenBucket(settings.fillBytesPerSecond());
    for (Fill.Kind kind : Fill.Kind.values()) {
      queues.put(kind, new FairQueue());
    }
  }

  /** Whether one more that nobody has asked for may wait: others have as many places. */
  boolean hasRoomForPrefetch() {
    return queues.get(Fill.Kind.PREFETCH).size() < free();
  }

  private int free() {
    return OPEN_MAX - queuedCount() - orders.size();
  }

  /**
   * Whether one more that is asked for may wait: of one folder no more than there is room for
   * besides, and of one machine three times as much. So one that has nothing waiting has the first
   * room that there is.
   */
  boolean hasRoomFor(KnownStripe stripe, Witness by) {
    String folder = folder(stripe.path);
    int ofFolder = 0;
    int ofMachine = 0;
    for (Fill.Kind kind : List.of(Fill.Kind.TOUCHED, Fill.Kind.ASKED, Fill.Kind.SUPERSEDED)) {
      ofFolder += queues.get(kind).waiting(folder);
      ofMachine += queues.get(kind).waiting(by);
    }
    return ofFolder < free() && ofMachine < MACHINE_SHARES * free();
  }

  private static String folder(String path) {
    return path.substring(0, Math.max(0, path.lastIndexOf('/')));
  }

  /** Whether its parity is to be made, and nobody holds room for it yet. */
  static boolean isOpen(KnownStripe stripe) {
    return stripe.fill != null && stripe.fill.isOpen();
  }

  static boolean isPrefetch(KnownStripe stripe) {
    return isOpen(stripe) && stripe.fill.kind == Fill.Kind.PREFETCH;
  }

  /** Whether it is asked for, and nobody says since that another content is there. */
  static boolean isAskedFor(KnownStripe stripe) {
    return isOpen(stripe)
        && (stripe.fill.kind == Fill.Kind.TOUCHED || stripe.fill.kind == Fill.Kind.ASKED);
  }

  /** Whether it failed, or found no room for long, and is not to be tried yet. */
  static boolean isResting(long nowNanos, KnownStripe stripe) {
    Fill fill = stripe.fill;
    return fill != null && fill.state == Fill.State.RESTING && fill.nanos - nowNanos > 0;
  }

  /**
   * Its parity is wanted. What is queued goes on waiting; an order of another kind stays one.
   *
   * @param by who has asked for it, null when nobody has
   */
  void want(long nowNanos, KnownStripe stripe, Fill.Kind kind, Witness by) {
    Fill fill = stripe.fill == null ? new Fill() : stripe.fill;
    stripe.fill = fill;
    if (fill.state == Fill.State.ORDERED) {
      fill.kind = kind;
      fill.by = by;
      return;
    }
    boolean waits = fill.state == Fill.State.QUEUED;
    close(stripe);
    fill.kind = kind;
    fill.by = by;
    fill.state = Fill.State.QUEUED;
    fill.nanos = waits ? fill.nanos : nowNanos;
    fill.laterNanos = waits ? fill.laterNanos : nowNanos;
    fill.lapses = waits ? fill.lapses : 0;
    fill.place = new Fill.StripePath(stripe.path, stripe.number);
    places.put(fill.place, stripe);
    queue(stripe);
  }

  /** The same, for whomever it was. */
  void want(long nowNanos, KnownStripe stripe, Fill.Kind kind) {
    want(nowNanos, stripe, kind, stripe.fill == null ? null : stripe.fill.by);
  }

  private void queue(KnownStripe stripe) {
    queues.get(stripe.fill.kind).add(turnOf(stripe.fill), stripe);
  }

  private void unqueue(KnownStripe stripe) {
    queues.get(stripe.fill.kind).remove(turnOf(stripe.fill), stripe);
  }

  /** By the path that it was queued with. */
  private static FairQueue.Turn turnOf(Fill fill) {
    return fill.kind == Fill.Kind.PREFETCH
        ? PREFETCHES
        : new FairQueue.Turn(fill.by, folder(fill.place.path()));
  }

  /** What was wanted last there and is not reserved for yet; null when there is nothing. */
  KnownStripe at(String path, int number) {
    KnownStripe there = places.isEmpty() ? null : places.get(new Fill.StripePath(path, number));
    return there != null && there.number == number && there.path.equals(path) ? there : null;
  }

  /** What is to be prefetched and not reserved for yet. A copy, the likeliest first. */
  Set<KnownStripe> openPrefetches() {
    Set<KnownStripe> open = new LinkedHashSet<>(queues.get(Fill.Kind.PREFETCH).all());
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

  /** It came to nothing: the longer it rests the oftener, for an order costs rate. */
  void failed(long nowNanos, KnownStripe stripe) {
    rest(stripe, nowNanos + (leaseNanos << Math.min(stripe.fill.failures, DOUBLINGS_MAX)));
    stripe.fill.failures++;
  }

  /** It has waited for long: nobody has failed, and it may be asked for again. */
  void rest(long nowNanos, KnownStripe stripe) {
    rest(stripe, nowNanos + leaseNanos);
  }

  private void rest(KnownStripe stripe, long untilNanos) {
    close(stripe);
    stripe.fill.state = Fill.State.RESTING;
    stripe.fill.nanos = untilNanos;
  }

  private void close(KnownStripe stripe) {
    if (stripe.fill.isOpen()) {
      unqueue(stripe);
      orders.remove(stripe);
      places.remove(stripe.fill.place, stripe);
      stripe.fill.place = null;
    }
  }

  /** What becomes of one that is due. */
  enum Due {
    ORDERED,
    /** There is no room for it now. */
    LATER,
    DROPPED
  }

  /**
   * Gives out orders; each lapses after a lease unless room is reserved for it.
   *
   * @param judge asked of each before it is ordered
   * @param dropped ends those that are
   */
  List<KnownStripe> take(
      long nowNanos,
      int most,
      StripeCodec codec,
      Function<KnownStripe, Due> judge,
      Consumer<KnownStripe> dropped) {
    takenNanos = nowNanos;
    List<KnownStripe> taken = new ArrayList<>();
    for (Fill.Kind kind : Fill.Kind.values()) {
      long delay = kind == Fill.Kind.PREFETCH ? 0 : delayNanos;
      FairQueue queue = queues.get(kind);
      int later = 0;
      Map<Witness, Integer> laterOf = new HashMap<>();
      Predicate<Witness> mayTurn = by -> laterOf.getOrDefault(by, 0) < LATER_OF_MACHINE_MAX;
      Predicate<KnownStripe> ready =
          stripe ->
              (stripe.fill.lapses > 0 || nowNanos - stripe.fill.nanos >= delay)
                  && stripe.fill.laterNanos - nowNanos <= 0;
      while (taken.size() < most && later < LATER_MAX && bucket.hasSome(nowNanos)) {
        KnownStripe stripe = queue.next(mayTurn, ready);
        if (stripe == null) {
          break;
        }
        switch (judge.apply(stripe)) {
          case ORDERED -> {
            order(nowNanos, stripe, codec.geometry(stripe).lengthBytes());
            taken.add(stripe);
          }
          case LATER -> {
            FairQueue.Turn turn = turnOf(stripe.fill);
            queue.toEnd(turn, stripe);
            stripe.fill.laterNanos = nowNanos + LATER_NANOS;
            laterOf.merge(turn.by(), 1, Integer::sum);
            later++;
          }
          case DROPPED -> dropped.accept(stripe);
        }
      }
    }
    return taken;
  }

  private void order(long nowNanos, KnownStripe stripe, long dataBytes) {
    queues.get(stripe.fill.kind).take(turnOf(stripe.fill), stripe, dataBytes);
    bucket.spend(dataBytes);
    stripe.fill.state = Fill.State.ORDERED;
    stripe.fill.nanos = nowNanos + leaseNanos;
    orders.add(stripe);
  }

  /** There is no room for it now: if it is ordered, it waits again. */
  void waitForRoom(long nowNanos, KnownStripe stripe) {
    if (stripe.fill.state == Fill.State.ORDERED) {
      queueAgain(nowNanos, stripe);
    }
    stripe.fill.laterNanos = nowNanos + LATER_NANOS;
  }

  private void queueAgain(long nowNanos, KnownStripe stripe) {
    orders.remove(stripe);
    stripe.fill.state = Fill.State.QUEUED;
    stripe.fill.nanos = nowNanos;
    queue(stripe);
  }

  /** This process was not running for so long: nobody could carry anything out. */
  void stoodStill(long nanos) {
    orders.forEach(stripe -> stripe.fill.nanos += nanos);
    takenNanos += takenNanos == Long.MIN_VALUE ? 0 : nanos;
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
      boolean mayLapse = stripe.fill.kind != Fill.Kind.SUPERSEDED;
      (++stripe.fill.lapses < LAPSES_MAX && mayLapse ? again : over).add(stripe);
    }
    again.forEach(stripe -> queueAgain(nowNanos, stripe));
    queues.values().forEach(queue -> addNotTaken(queue, nowNanos, over));
    return over;
  }

  private void addNotTaken(FairQueue queue, long nowNanos, List<KnownStripe> over) {
    boolean anybodyTakes =
        takenNanos != Long.MIN_VALUE && nowNanos - takenNanos <= delayNanos + leaseNanos;
    if (!anybodyTakes) {
      queue.forEach(
          stripe -> {
            if (nowNanos - stripe.fill.nanos > delayNanos + leaseNanos) {
              over.add(stripe);
            }
          });
    }
  }

  /** What is to be made, and nobody holds room for. A copy. */
  List<KnownStripe> open() {
    List<KnownStripe> open = new ArrayList<>(orders);
    queues.values().forEach(queue -> queue.forEach(open::add));
    return open;
  }

  /** What the open fills take together, by what each takes. */
  long openBytes(ToLongFunction<KnownStripe> bytes) {
    return open().stream().mapToLong(bytes).sum();
  }

  int queuedCount() {
    return queues.values().stream().mapToInt(FairQueue::size).sum();
  }

  int orderedCount() {
    return orders.size();
  }
}
