package io.evenkeel.core.engine;

import io.evenkeel.core.model.ByteRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** Puts what is ready into file order. */
final class Deliveries {
  private final TreeMap<Long, Delivery> ready = new TreeMap<>();
  private final List<Delivery> twice = new ArrayList<>();
  private final long end;
  private long next;

  Deliveries(ByteRange range) {
    this.next = range.start();
    this.end = range.end();
  }

  void add(Delivery delivery) {
    long start = delivery.range().start();
    if (start < next || ready.putIfAbsent(start, delivery) != null) {
      twice.add(delivery);
    }
  }

  /** What the plan delivers a second time; it is never handed out. */
  Optional<ByteRange> twice() {
    return twice.stream().map(Delivery::range).findFirst();
  }

  private boolean hasNext() {
    return !ready.isEmpty() && ready.firstKey() == next;
  }

  /** What can be handed out now, in file order without a gap. */
  List<Delivery> takeInOrder() {
    List<Delivery> taken = new ArrayList<>();
    while (hasNext()) {
      Delivery first = ready.pollFirstEntry().getValue();
      taken.add(first);
      next = first.range().end();
    }
    return taken;
  }

  /** What was ready but never handed out. */
  List<Delivery> takeRest() {
    List<Delivery> rest = new ArrayList<>(ready.values());
    rest.addAll(twice);
    ready.clear();
    twice.clear();
    return rest;
  }

  /** From here to the end nothing has been handed out. */
  ByteRange rest() {
    return new ByteRange(next, end);
  }

  boolean isComplete() {
    return next == end;
  }
}
