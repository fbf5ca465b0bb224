package io.evenkeel.core.engine;

import io.evenkeel.core.model.ByteRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** Puts what is ready into file order and hands it out. Of the read's serial context. */
final class Deliveries {
  private final TreeMap<Long, Delivery> ready = new TreeMap<>();
  private final List<Delivery> twice = new ArrayList<>();
  private final ReadListener listener;
  private final Holdings holdings;
  private final ReportBuilder report;
  private final long start;
  private final long end;
  private long next;

  Deliveries(ByteRange range, ReadListener listener, Holdings holdings, ReportBuilder report) {
    this.listener = listener;
    this.holdings = holdings;
    this.report = report;
    this.start = range.start();
    this.next = range.start();
    this.end = range.end();
  }

  void add(Delivery delivery) {
    long at = delivery.range().start();
    if (at < next || ready.putIfAbsent(at, delivery) != null) {
      twice.add(delivery);
    }
  }

  /** What the plan delivers a second time; it is never handed out. */
  Optional<ByteRange> twice() {
    return twice.isEmpty() ? Optional.empty() : Optional.of(twice.get(0).range());
  }

  /** Hands out what is ready, in file order without a gap; answers whether there was anything. */
  boolean handOut() {
    long before = next;
    for (Delivery first = first(); first != null; first = first()) {
      // Told first: what the listener refuses by a throw was not delivered.
      listener.deliver(first);
      holdings.handedOut(first);
      if (first instanceof Delivery.Plain plain) {
        report.plain(plain.range().lengthBytes(), plain.reason());
      }
      while (next < first.range().end()) {
        next = ready.remove(next).range().end();
      }
    }
    return next > before;
  }

  /**
   * The delivery that is due, if it is ready. Plain ranges that follow each other are one, so that
   * the stock read can go through them without a stop.
   */
  private Delivery first() {
    Delivery first = ready.get(next);
    if (!(first instanceof Delivery.Plain plain)) {
      return first;
    }
    long to = plain.range().end();
    while (ready.get(to) instanceof Delivery.Plain more) {
      to = more.range().end();
    }
    return new Delivery.Plain(new ByteRange(next, to), plain.reason());
  }

  /** Leaves all that was not handed out to the stock read, what is ready included. */
  void leaveRest(String reason) {
    dropRest();
    if (next < end) {
      ready.put(next, new Delivery.Plain(new ByteRange(next, end), reason));
      handOut();
    }
  }

  /** Gives back what was ready but never handed out. */
  void dropRest() {
    List<Delivery> rest = new ArrayList<>(ready.values());
    rest.addAll(twice);
    ready.clear();
    twice.clear();
    for (Delivery delivery : rest) {
      if (delivery instanceof Delivery.Piece piece) {
        holdings.release(piece.held());
      }
    }
  }

  /** The offset of the next byte to hand out. */
  long next() {
    return next;
  }

  /** How much was handed out. */
  long deliveredBytes() {
    return next - start;
  }

  boolean isComplete() {
    return next == end;
  }
}
