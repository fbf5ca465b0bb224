package io.evenkeel.manager;

import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.ManagerApi.Reservation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * Room that was granted, and of which nobody is told yet: on a full node, what goes for it is to be
 * removed first, or the node holds both. That takes a round trip or two. Whoever asks for more room
 * than can be held back is told at once, for each of them keeps a thread of a server waiting; past
 * its {@code maxmemory} a node then refuses to store.
 */
final class HeldGrants {
  static final int HELD_MAX = 16;

  /**
   * @param removals of each node, how many removals had begun
   */
  private record Held(
      Reservation granted, Map<NodeId, Long> removals, Completion<Reservation> then) {}

  private final CacheLedger ledger;
  private final List<Held> held = new ArrayList<>();

  HeldGrants(CacheLedger ledger) {
    this.ledger = ledger;
  }

  /** Tells it now, or when there is room. */
  void tell(Reservation reservation, Completion<Reservation> then) {
    if (held.size() < HELD_MAX && !reservation.nodes().stream().allMatch(ledger::hasRoomNow)) {
      Map<NodeId, Long> removals = new HashMap<>();
      reservation.nodes().forEach(node -> removals.put(node, ledger.removalsBegun(node)));
      held.add(new Held(reservation, removals, then));
    } else {
      then.done(reservation);
    }
  }

  /** Removals may have ended. */
  void look() {
    if (held.isEmpty()) {
      return;
    }
    List<Held> due = new ArrayList<>();
    for (Iterator<Held> all = held.iterator(); all.hasNext(); ) {
      Held next = all.next();
      if (next.removals().entrySet().stream().allMatch(e -> isFree(e.getKey(), e.getValue()))) {
        all.remove();
        due.add(next);
      }
    }
    due.forEach(each -> each.then().done(each.granted()));
  }

  private boolean isFree(NodeId node, long removalsBegun) {
    return ledger.hasRoomNow(node) || ledger.removalsEnded(node) >= removalsBegun;
  }

  /** Nobody is told of any of it any more. */
  void fail(Throwable cause) {
    List<Held> all = List.copyOf(held);
    held.clear();
    all.forEach(each -> each.then().failed(cause));
  }
}
