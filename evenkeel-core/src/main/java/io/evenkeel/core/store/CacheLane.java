package io.evenkeel.core.store;

import io.evenkeel.core.model.CachedFragments;
import io.evenkeel.core.model.FragmentKey;
import io.evenkeel.core.model.StoredFragment;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.port.BufferPool;
import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.CorruptFragmentException;
import io.evenkeel.core.port.Lane;
import io.evenkeel.core.port.LaneSource.Receiver;
import io.evenkeel.core.port.MissingFragmentException;
import io.evenkeel.core.port.NodeStore;
import io.evenkeel.core.port.Pending;
import io.evenkeel.core.port.Slice;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A run of cached fragments as one ordered lane.
 *
 * <p>State is guarded by the lane's monitor; the store and the receiver are called outside it. One
 * caller at a time drains the queue's finished head ({@code draining}), which keeps deliveries in
 * order and one at a time.
 */
final class CacheLane implements Lane {
  private final NodeStore store;
  private final int window;
  private final CachedFragments source;
  private final BufferPool buffers;
  private final Receiver receiver;
  private final Deque<Fetch> queue = new ArrayDeque<>();
  private boolean ended;
  private boolean draining;
  private int unreportedBytes;

  /** One slice on its way. */
  private static final class Fetch {
    final Slice slice;
    boolean started;
    Pending pending = Pending.DONE;
    StoredFragment fragment;
    Throwable cause;

    Fetch(Slice slice) {
      this.slice = slice;
    }

    boolean isFinished() {
      return fragment != null || cause != null;
    }
  }

  CacheLane(
      NodeStore store, int window, CachedFragments source, BufferPool buffers, Receiver receiver) {
    this.store = store;
    this.window = window;
    this.source = source;
    this.buffers = buffers;
    this.receiver = receiver;
  }

  @Override
  public void request(Slice slice) {
    synchronized (this) {
      if (ended) {
        return;
      }
      queue.add(new Fetch(slice));
    }
    fetchMore();
  }

  /** Starts the next fetches that the window allows. */
  private void fetchMore() {
    while (true) {
      Fetch next;
      synchronized (this) {
        next =
            ended
                ? null
                : queue.stream().limit(window).filter(f -> !f.started).findFirst().orElse(null);
        if (next == null) {
          return;
        }
        next.started = true;
      }
      FragmentKey key = source.key(next.slice.ordinal());
      Arrival arrival = new Arrival(next);
      Pending pending;
      try {
        pending = store.get(source.node(), key, buffers, arrival);
      } catch (Throwable e) {
        arrival.failed(e);
        return;
      }
      boolean unwanted;
      synchronized (this) {
        next.pending = pending;
        unwanted = ended;
      }
      if (unwanted) {
        pending.cancel();
      }
    }
  }

  private final class Arrival implements Completion<StoredFragment> {
    private final Fetch fetch;

    Arrival(Fetch fetch) {
      this.fetch = fetch;
    }

    @Override
    public void done(StoredFragment fragment) {
      Throwable trouble = mismatch(fetch.slice, fragment);
      boolean kept;
      synchronized (CacheLane.this) {
        unreportedBytes += fragment.payload().remaining();
        kept = !ended && trouble == null && !fetch.isFinished();
        if (!fetch.isFinished()) {
          fetch.fragment = kept ? fragment : null;
          fetch.cause = trouble;
        }
      }
      if (!kept) {
        buffers.give(fragment.payload());
      }
      drain();
    }

    @Override
    public void failed(Throwable cause) {
      synchronized (CacheLane.this) {
        fetch.cause = cause;
      }
      drain();
    }
  }

  /** Why a verified fragment is not the one that the source promises; null when it is. */
  private Throwable mismatch(Slice slice, StoredFragment fragment) {
    StripeGeometry geometry = source.geometry();
    int substripe = slice.ordinal();
    List<Integer> lengths =
        IntStream.range(0, geometry.code().dataCount())
            .mapToObj(i -> geometry.subblockLengthBytes(i, substripe))
            .toList();
    long at = slice.offset() - (long) substripe * geometry.subblockBytes();
    int payloadBytes = fragment.payload().remaining();
    if (fragment.code().equals(geometry.code())
        && fragment.dataLengthBytes().equals(lengths)
        && payloadBytes == geometry.parityLengthBytes(substripe)
        && at >= 0
        && at + slice.lengthBytes() <= payloadBytes) {
      return null;
    }
    return new CorruptFragmentException(
        source.node(),
        fragment.key(),
        "%d bytes of %s made from %s; asked was %s of %s made from %s"
            .formatted(
                payloadBytes,
                fragment.code(),
                fragment.dataLengthBytes(),
                slice,
                geometry.code(),
                lengths));
  }

  private void drain() {
    synchronized (this) {
      if (draining) {
        return;
      }
      draining = true;
    }
    try {
      drainFinished();
    } catch (Throwable e) {
      // The receiver could not take it; nobody drains any more.
      abort();
      receiver.failed(e);
    }
  }

  private void drainFinished() {
    while (true) {
      Fetch head;
      int receivedBytes;
      synchronized (this) {
        receivedBytes = unreportedBytes;
        unreportedBytes = 0;
        head = ended ? null : queue.peek();
        if (head != null && head.isFinished()) {
          queue.poll();
        } else if (receivedBytes == 0) {
          draining = false;
          return;
        } else {
          head = null;
        }
      }
      if (receivedBytes > 0) {
        receiver.received(receivedBytes);
      }
      if (head != null) {
        fetchMore();
        deliver(head);
      }
    }
  }

  private void deliver(Fetch fetch) {
    if (fetch.fragment != null) {
      receiver.arrived(
          fetch.slice, cut(fetch.slice, fetch.fragment), fetch.fragment.dataChecksums());
    } else if (fetch.cause instanceof MissingFragmentException
        || fetch.cause instanceof CorruptFragmentException) {
      receiver.missed(fetch.slice, fetch.cause);
    } else {
      abort();
      receiver.failed(fetch.cause);
    }
  }

  /** The slice's bytes, moved to the start of the fragment's buffer. */
  private ByteBuffer cut(Slice slice, StoredFragment fragment) {
    long substripeAt = (long) slice.ordinal() * source.geometry().subblockBytes();
    ByteBuffer payload = fragment.payload();
    if (slice.lengthBytes() < payload.remaining()) {
      payload.position(Math.toIntExact(slice.offset() - substripeAt));
      payload.compact().position(0).limit(slice.lengthBytes());
    }
    return payload;
  }

  @Override
  public void abort() {
    List<Fetch> owed;
    synchronized (this) {
      ended = true;
      owed = List.copyOf(queue);
      queue.clear();
    }
    for (Fetch fetch : owed) {
      fetch.pending.cancel();
      if (fetch.fragment != null) {
        buffers.give(fetch.fragment.payload());
      }
    }
  }
}
