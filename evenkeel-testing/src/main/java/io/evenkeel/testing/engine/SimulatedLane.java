package io.evenkeel.testing.engine;

import io.evenkeel.core.model.CachedFragments;
import io.evenkeel.core.model.Source;
import io.evenkeel.core.model.SourceKind;
import io.evenkeel.core.model.SubblockChecksums;
import io.evenkeel.core.port.BufferPool;
import io.evenkeel.core.port.CorruptFragmentException;
import io.evenkeel.core.port.ForeignFragmentException;
import io.evenkeel.core.port.Lane;
import io.evenkeel.core.port.LaneSource;
import io.evenkeel.core.port.MissingFragmentException;
import io.evenkeel.core.port.Slice;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * One lane: one slice under way at a time, into one buffer of the pool. With no buffer to be had it
 * waits a little, and then the slice is missed.
 */
final class SimulatedLane implements Lane {
  private static final long POOL_RETRY_NANOS = 5_000_000;
  private static final int POOL_TRIES_MAX = 10;

  /** A slice crosses the wire in so many. */
  private static final int PACKETS = 4;

  private final SimulatedLanes lanes;
  private final int number;
  private final Source source;
  private final long end;
  private final BufferPool buffers;
  private final LaneSource.Receiver receiver;
  private final LaneBehaviour behaviour;
  private final Deque<Slice> queue = new ArrayDeque<>();
  private final Set<Slice> delivered = new HashSet<>();
  private ByteBuffer underWay;
  private long requestedEnd;
  private boolean opened;
  private boolean busy;
  private boolean ended;
  private boolean aborted;

  SimulatedLane(
      SimulatedLanes lanes,
      int number,
      Source source,
      long end,
      BufferPool buffers,
      LaneSource.Receiver receiver,
      LaneBehaviour behaviour) {
    this.lanes = lanes;
    this.number = number;
    this.source = source;
    this.end = end;
    this.buffers = buffers;
    this.receiver = receiver;
    this.behaviour = behaviour;
  }

  int number() {
    return number;
  }

  void open() {
    later(
        Math.max(behaviour.openNanos, behaviour.opensFromNanos - lanes.scheduler.nanoTime()),
        () -> {
          if (behaviour.refusal != null) {
            fail(behaviour.refusal);
          } else {
            opened = true;
            step();
          }
        });
  }

  @Override
  public void request(Slice slice) {
    if (aborted || slice.offset() < requestedEnd || slice.end() > end) {
      lanes.violated(this + " was asked for " + slice + ", aborted: " + aborted + ", end " + end);
    }
    lanes.requested(this, source, slice);
    requestedEnd = slice.end();
    queue.addLast(slice);
    later(0, this::step);
  }

  /** Whether asking elsewhere for the slice would be asking twice. */
  boolean owesOrDelivered(Slice slice) {
    return delivered.contains(slice) || (!aborted && !ended && queue.contains(slice));
  }

  private void later(long nanos, Runnable task) {
    lanes.scheduler.schedule(
        nanos,
        () -> {
          if (!aborted && !ended) {
            task.run();
          }
        });
  }

  private void step() {
    if (!opened || busy || queue.isEmpty()) {
      return;
    }
    busy = true;
    begin(POOL_TRIES_MAX);
  }

  private void begin(int tries) {
    Slice slice = queue.peekFirst();
    Optional<ByteBuffer> taken;
    try {
      taken = buffers.take(slice.lengthBytes());
    } catch (OutOfMemoryError e) {
      fail(e);
      return;
    }
    if (taken.isPresent()) {
      underWay = taken.get();
      if (slice.end() > behaviour.failAt) {
        later(transferNanos(slice), () -> fail(new IOException("connection reset")));
      } else if (slice.end() <= behaviour.stallAt) {
        transfer(slice, transferNanos(slice));
      }
    } else if (tries > 0) {
      later(POOL_RETRY_NANOS, () -> begin(tries - 1));
    } else {
      later(0, () -> miss(new IOException("no buffer")));
    }
  }

  /** Packets come when they come, whoever stands still meanwhile; a cache node's value is one. */
  private void transfer(Slice slice, long nanos) {
    int packets = source.kind() == SourceKind.CACHE ? 1 : PACKETS;
    int sent = slice.lengthBytes() / packets;
    for (int i = 1; i < packets; i++) {
      later(i * nanos / packets, () -> receiver.received(sent));
    }
    later(
        nanos,
        () -> {
          receiver.received(slice.lengthBytes() - sent * (packets - 1));
          end();
        });
  }

  private long transferNanos(Slice slice) {
    boolean slow = lanes.scheduler.nanoTime() < behaviour.slowUntilNanos;
    double pace = behaviour.nanosPerByte * (slow ? behaviour.slowFactor : 1);
    return (long) (pace * slice.lengthBytes() * (1 + behaviour.jitter * lanes.random.nextDouble()));
  }

  private boolean chance(int percent) {
    return percent > 0 && lanes.random.nextInt(100) < percent;
  }

  private void end() {
    Slice slice = queue.peekFirst();
    if (chance(behaviour.missPercent)) {
      miss(missing(slice));
      return;
    }
    SubblockChecksums proof = lanes.content.proof(source, slice);
    fill(slice, underWay, proof);
    if (chance(behaviour.shortPercent)) {
      int last = slice.lengthBytes() - 1;
      underWay.put(last, (byte) ~underWay.get(last)).limit(last);
    }
    ByteBuffer again = null;
    if (chance(behaviour.duplicatePercent)) {
      again = another(slice);
    }
    ByteBuffer bytes = underWay;
    pass();
    delivered.add(slice);
    say("arrived", slice);
    receiver.arrived(slice, bytes, proof);
    if (again != null) {
      fill(slice, again, proof);
      receiver.arrived(slice, again, proof);
    }
    later(0, this::step);
  }

  private ByteBuffer another(Slice slice) {
    try {
      return buffers.take(slice.lengthBytes()).orElse(null);
    } catch (OutOfMemoryError e) {
      return null;
    }
  }

  private void fill(Slice slice, ByteBuffer into, SubblockChecksums proof) {
    lanes.content.read(source, slice, into);
    into.flip();
    if (proof != null && chance(behaviour.wrongPercent)) {
      int at = lanes.random.nextInt(slice.lengthBytes());
      into.put(at, (byte) (into.get(at) ^ (1 + lanes.random.nextInt(255))));
    }
  }

  private Throwable missing(Slice slice) {
    if (source instanceof CachedFragments cached && behaviour.foreign) {
      return new ForeignFragmentException(source.node(), cached.key(slice.ordinal()), "version 9");
    }
    if (source instanceof CachedFragments cached) {
      return lanes.random.nextBoolean()
          ? new MissingFragmentException(source.node(), cached.key(slice.ordinal()))
          : new CorruptFragmentException(source.node(), cached.key(slice.ordinal()), "bad CRC");
    }
    return new IOException("checksum error at " + slice.offset());
  }

  private void miss(Throwable cause) {
    Slice slice = queue.peekFirst();
    if (underWay != null) {
      buffers.give(underWay);
    }
    pass();
    say("missed", slice);
    receiver.missed(slice, cause);
    later(0, this::step);
  }

  private void pass() {
    queue.removeFirst();
    underWay = null;
    busy = false;
  }

  private void fail(Throwable cause) {
    ended = true;
    giveBack();
    lanes.log.add(lanes.scheduler.nanoTime(), "failed " + this + " " + cause.getMessage());
    receiver.failed(cause);
  }

  @Override
  public void abort() {
    if (aborted) {
      return;
    }
    aborted = true;
    lanes.log.add(lanes.scheduler.nanoTime(), "abort " + this);
    lanes.scheduler.schedule(behaviour.acknowledgeNanos, this::acknowledge);
  }

  private void acknowledge() {
    Slice slice = queue.peekFirst();
    if (underWay != null && behaviour.deliversAfterAbort) {
      ByteBuffer bytes = underWay;
      underWay = null;
      SubblockChecksums proof = lanes.content.proof(source, slice);
      fill(slice, bytes, proof);
      receiver.arrived(slice, bytes, proof);
      receiver.failed(new IOException("closed"));
    } else {
      giveBack();
    }
  }

  private void giveBack() {
    if (underWay != null) {
      buffers.give(underWay);
      underWay = null;
    }
  }

  private void say(String what, Slice slice) {
    lanes.log.add(lanes.scheduler.nanoTime(), what + " " + this + " " + slice.offset());
  }

  @Override
  public String toString() {
    return "lane " + number + " of " + source;
  }
}
