package io.evenkeel.core.fill;

import io.evenkeel.core.model.FragmentKey;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.ManagerApi;
import io.evenkeel.core.port.ManagerApi.Answer;
import io.evenkeel.core.port.ManagerApi.Reservation;
import io.evenkeel.core.port.Pending;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * One stripe's way from a reservation to a publication. Every step has a timeout; whatever goes
 * wrong ends in {@link #drop}: memory back, keys deleted, reservation withdrawn. Lives in its
 * file's serial context.
 *
 * <p>Published only when all three hold: every fragment of the whole stripe is confirmed, the
 * manager has granted the room, the file is closed with exactly the blocks that were encoded.
 */
final class StripeUpload {
  private static final Duration RENEWAL_MIN = Duration.ofMillis(100);

  /** A renewal that failed is tried again in a part of the time between two. */
  private static final int SOONER = 8;

  private final FileUpload file;
  private final StripeId id;
  private final StripeAccumulator parity;
  private final List<StripeAccumulator.Finished> held = new ArrayList<>();
  private final Set<FragmentPut> underWay = new LinkedHashSet<>();
  private final List<List<FragmentKey>> stored = new ArrayList<>();
  private Pending asking = Pending.DONE;
  private Pending deadline = Pending.DONE;
  private Pending keyRenewal = Pending.DONE;
  private Pending leaseRenewal = Pending.DONE;
  private List<NodeId> nodes = List.of();
  private Duration timeToLive = Duration.ZERO;

  /** For which the room is kept unless it is asked for again. */
  private Duration lease = Duration.ZERO;

  /** Until when the room is ours whatever the manager hears. */
  private long leasedUntilNanos;

  private boolean reserving;
  private boolean renewingLease;
  private String notRenewed = "it was not asked for";
  private Runnable afterAnswer = () -> {};
  private boolean refused;

  /** For which there is room; null before there is any. */
  private StripeGeometry room;

  /** Whether twice what there is was too much, a moment ago. */
  private boolean exactly;

  /** How many bytes of the file the stripe has, as far as its parity came here. */
  private long bytes;

  private boolean ends;
  private int growTries;

  private StripeGeometry geometry;
  private PlacedStripe content;
  private int publications;
  private boolean over;

  StripeUpload(FileUpload file, StripeId id, StripeAccumulator parity) {
    this.file = file;
    this.id = id;
    this.parity = parity;
    for (int p = 0; p < file.code().parityCount(); p++) {
      stored.add(new ArrayList<>());
    }
  }

  StripeId id() {
    return id;
  }

  NodeId node(int p) {
    return nodes.get(p);
  }

  Duration timeToLive() {
    return timeToLive;
  }

  ByteBuffer payload(StripeAccumulator.Finished substripe, int p) {
    return parity.payload(substripe, p);
  }

  /** The stripe is wanted: room is asked for. */
  void start(long bytesSoFar) {
    bytes = bytesSoFar;
    limit("was not written");
    reserve();
  }

  private void reserve() {
    StripeGeometry asked = file.roomFor(bytes, ends || exactly);
    long askedAtNanos = nanoTime();
    reserving = true;
    asking =
        file.call(
            file.limits().timeouts().reserve(),
            then -> file.purpose().reserve(id, asked, then),
            new Completion<Reservation>() {
              @Override
              public void done(Reservation reservation) {
                answered();
                reserved(reservation, asked, askedAtNanos);
              }

              @Override
              public void failed(Throwable cause) {
                answered();
                notReserved(cause);
              }
            });
  }

  /** Who has room already may well get more of it a moment later. */
  private void notReserved(Throwable cause) {
    if (over) {
      return;
    }
    if (nodes.isEmpty() || growTries >= file.limits().retryCount()) {
      drop("the manager did not answer a reservation: " + cause);
    } else {
      growTries++;
      asking = file.after(file.limits().retryDelay(), this::grow);
    }
  }

  private void grow() {
    if (!over && !reserving) {
      putHeld();
    }
  }

  private void answered() {
    reserving = false;
    goOn();
  }

  private void goOn() {
    if (!reserving && !renewingLease) {
      afterAnswer.run();
      afterAnswer = () -> {};
    }
  }

  /** A withdrawal that overtakes its reservation would leave the room taken. */
  private void onceAnswered(Runnable task) {
    if (reserving || renewingLease) {
      afterAnswer = task;
    } else {
      task.run();
    }
  }

  private void limit(String what) {
    deadline.cancel();
    Duration limit = file.limits().timeouts().stripe();
    deadline =
        file.after(limit, () -> drop("the stripe " + what + " within " + limit.toMillis() + " ms"));
  }

  private void reserved(Reservation reservation, StripeGeometry asked, long askedAtNanos) {
    if (over) {
      return;
    }
    if (!reservation.granted() && !nodes.isEmpty() && !ends && !exactly) {
      exactly = true;
      reserve();
      return;
    }
    if (reservation.nodes().size() != file.code().parityCount()
        || reservation.timeToLive().isNegative()
        || reservation.timeToLive().isZero()) {
      refused = nodes.isEmpty() && !reservation.granted();
      drop("the manager gave no room: " + reservation.reason());
      return;
    }
    if (nodes.isEmpty()) {
      nodes = reservation.nodes();
      timeToLive = reservation.timeToLive();
      lease = reservation.lease().orElse(timeToLive);
      renewKeysLater();
      renewLeaseLater();
    } else if (!reservation.nodes().equals(nodes)) {
      drop(elsewhere(reservation));
      return;
    }
    leasedUntilNanos = askedAtNanos + lease.toNanos();
    room = asked;
    exactly = false;
    growTries = 0;
    putHeld();
  }

  private String elsewhere(Reservation reservation) {
    return "the manager gave room elsewhere: %s after %s; it keeps none that is not asked for in %d s"
        .formatted(reservation.nodes(), nodes, lease.toSeconds());
  }

  /**
   * The parity of some substripes is final; held until there is room for it.
   *
   * @param bytesSoFar of the file that the stripe has
   */
  void ready(List<StripeAccumulator.Finished> substripes, long bytesSoFar) {
    if (over) {
      return;
    }
    bytes = Math.max(bytes, bytesSoFar);
    held.addAll(substripes);
    if (!reserving) {
      putHeld();
    }
  }

  /**
   * The stripe has got longer, though none of its parity may be final yet: better refused now than
   * when all of it is encoded.
   *
   * @param end whether it gets no longer
   */
  void grown(long bytesSoFar, boolean end) {
    bytes = Math.max(bytes, bytesSoFar);
    ends |= end;
    if (!nodes.isEmpty()) {
      grow();
    }
  }

  private void putHeld() {
    if (!file.fits(bytes, room)) {
      reserve();
      return;
    }
    List<StripeAccumulator.Finished> now = List.copyOf(held);
    held.clear();
    now.forEach(this::put);
  }

  private void put(StripeAccumulator.Finished substripe) {
    for (int p = 0; p < nodes.size() && !over; p++) {
      FragmentPut put = new FragmentPut(this, file, substripe, p);
      underWay.add(put);
      put.start();
    }
  }

  void stored(FragmentPut put) {
    if (over) {
      return;
    }
    underWay.remove(put);
    stored.get(put.parity()).add(put.key());
    parity.confirmed(put.substripe(), put.parity());
    step();
  }

  /** All bytes of the stripe were written and all its substripes handed over. */
  void sealed(StripeGeometry whole) {
    if (!over) {
      geometry = whole;
      limit("was not stored");
      step();
    }
  }

  /** The file is closed and holds these blocks here. */
  void closedAs(PlacedStripe its) {
    if (!over) {
      content = its;
      step();
    }
  }

  private void step() {
    if (geometry == null || !held.isEmpty() || !underWay.isEmpty() || nodes.isEmpty()) {
      return;
    }
    deadline.cancel();
    if (content != null && publications == 0) {
      publish();
    }
  }

  private void publish() {
    if (over) {
      return;
    }
    if (!content.geometry().equals(geometry)) {
      drop("the file has " + content.geometry() + " where " + geometry + " was encoded");
      return;
    }
    publications++;
    keyRenewal.cancel();
    leaseRenewal.cancel();
    asking =
        file.call(
            file.limits().timeouts().publish(),
            then -> file.ports().manager().publish(id, content, then),
            new Completion<Answer>() {
              @Override
              public void done(Answer answer) {
                if (answer.accepted()) {
                  over = true;
                  file.ended(StripeUpload.this, null);
                } else {
                  drop("the manager refused the publication: " + answer.reason());
                }
              }

              @Override
              public void failed(Throwable cause) {
                notPublished(cause);
              }
            });
  }

  private void notPublished(Throwable cause) {
    if (publications > file.limits().retryCount()) {
      drop("the manager did not answer a publication: " + cause);
    } else {
      asking = file.after(file.limits().retryDelay(), this::publish);
    }
  }

  private long nanoTime() {
    return file.ports().scheduler().nanoTime();
  }

  /** Keeps what is stored alive until the file is closed, however long it is written. */
  private void renewKeysLater() {
    keyRenewal = file.after(third(timeToLive), this::renewKeys);
  }

  /** Likewise the room. */
  private void renewLeaseLater() {
    leaseRenewal = file.after(third(lease), this::renewLease);
  }

  /** Not in a moment, whatever a manager says. */
  private static Duration third(Duration life) {
    Duration third = life.dividedBy(ManagerApi.RENEWALS_PER_LIFE);
    return third.compareTo(RENEWAL_MIN) < 0 ? RENEWAL_MIN : third;
  }

  private void renewKeys() {
    if (over) {
      return;
    }
    for (int p = 0; p < nodes.size(); p++) {
      NodeId node = nodes.get(p);
      List<FragmentKey> keys = List.copyOf(stored.get(p));
      if (!keys.isEmpty()) {
        file.call(
            file.limits().timeouts().put(),
            then -> file.ports().store().renew(node, keys, timeToLive, then),
            keysRenewed(node, keys.size()));
      }
    }
    renewKeysLater();
  }

  private void renewLease() {
    if (over) {
      return;
    }
    long now = nanoTime();
    if (now - leasedUntilNanos >= 0) {
      drop(
          "its room was not renewed in %d s, for which the manager keeps it: %s"
              .formatted(lease.toSeconds(), notRenewed));
      return;
    }
    renewLeaseLater();
    // Who asks for more keeps what there is.
    if (!reserving && !renewingLease) {
      renewingLease = true;
      file.call(
          file.limits().timeouts().reserve(),
          then -> file.purpose().reserve(id, room, then),
          leaseRenewed(now));
    }
  }

  private Completion<Reservation> leaseRenewed(long askedAtNanos) {
    return new Completion<>() {
      @Override
      public void done(Reservation reservation) {
        renewingLease = false;
        goOn();
        if (publications > 0) {
          // It is no reservation any more, or may be none by now.
          return;
        }
        if (!reservation.granted()) {
          drop("the manager took the room back: " + reservation.reason());
        } else if (!reservation.nodes().equals(nodes)) {
          drop(elsewhere(reservation));
        } else {
          leasedUntilNanos = askedAtNanos + lease.toNanos();
        }
      }

      @Override
      public void failed(Throwable cause) {
        // A manager that is away for a moment may still know the reservation when it is published.
        notRenewed = cause.toString();
        renewingLease = false;
        if (!over && publications == 0) {
          leaseRenewal.cancel();
          leaseRenewal = file.after(third(lease).dividedBy(SOONER), StripeUpload.this::renewLease);
        }
        goOn();
      }
    };
  }

  private Completion<Integer> keysRenewed(NodeId node, int expected) {
    return new Completion<>() {
      @Override
      public void done(Integer found) {
        if (found < expected) {
          drop("cache node " + node + " lost " + (expected - found) + " fragments");
        }
      }

      @Override
      public void failed(Throwable cause) {
        // What it has lost by then the next renewal finds, or the manager's first.
      }
    };
  }

  /** Gives the stripe up. */
  void drop(String reason) {
    if (over) {
      return;
    }
    over = true;
    file.givenUp();
    if (!reserving) {
      asking.cancel();
    }
    deadline.cancel();
    keyRenewal.cancel();
    leaseRenewal.cancel();
    Cleanup cleanup = new Cleanup(file, () -> file.ended(this, reason));
    for (FragmentPut put : underWay) {
      put.giveUp();
      if (put.wasTried()) {
        cleanup.delete(node(put.parity()), List.of(put.key()), put::onceAnswered);
      }
    }
    underWay.clear();
    held.clear();
    parity.drop();
    for (int p = 0; p < nodes.size(); p++) {
      cleanup.delete(nodes.get(p), stored.get(p), Runnable::run);
    }
    if (!refused && file.purpose().hasAsked()) {
      cleanup.withdraw(id, reason, this::onceAnswered);
    }
    cleanup.start();
  }
}
