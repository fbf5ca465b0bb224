package io.evenkeel.core.store;

import io.evenkeel.core.model.CachedFragments;
import io.evenkeel.core.model.FragmentKey;
import io.evenkeel.core.model.StoredFragment;
import io.evenkeel.core.model.StoredRange;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.model.SubblockChecksums;
import io.evenkeel.core.port.BufferPool;
import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.CorruptFragmentException;
import io.evenkeel.core.port.ForeignFragmentException;
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
    StoredRange range;
    Throwable cause;

    Fetch(Slice slice) {
      this.slice = slice;
    }

    boolean isFinished() {
      return range != null || cause != null;
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
      Arrival arrival = new Arrival(next);
      Pending pending;
      try {
        pending = fetch(next.slice, arrival);
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

  /** All of the fragment, which verifies it, or a part that is at most half of it. */
  private Pending fetch(Slice slice, Completion<StoredRange> then) {
    FragmentKey key = source.key(slice.ordinal());
    int length = source.lengthBytes(slice.ordinal());
    int chunk = SubblockChecksums.CHUNK_BYTES;
    int from = (int) Math.max(0, inFragment(slice) / chunk * chunk);
    int end = (int) Math.min(length, inFragment(slice) + slice.lengthBytes());
    int to = Math.min(length, (end + chunk - 1) / chunk * chunk);
    if (from < to && 2L * (to - from) <= length) {
      return store.getRange(source.node(), key, from, to - from, buffers, then);
    }
    return store.get(
        source.node(),
        key,
        buffers,
        new Completion<>() {
          @Override
          public void done(StoredFragment fragment) {
            then.done(StoredRange.all(fragment));
          }

          @Override
          public void failed(Throwable cause) {
            then.failed(cause);
          }
        });
  }

  /** Where in its fragment a slice starts. */
  private long inFragment(Slice slice) {
    return slice.offset() - (long) slice.ordinal() * source.geometry().subblockBytes();
  }

  private final class Arrival implements Completion<StoredRange> {
    private final Fetch fetch;

    Arrival(Fetch fetch) {
      this.fetch = fetch;
    }

    @Override
    public void done(StoredRange range) {
      Throwable trouble = mismatch(fetch.slice, range);
      boolean kept;
      synchronized (CacheLane.this) {
        unreportedBytes += range.bytes().remaining();
        kept = !ended && trouble == null && !fetch.isFinished();
        if (!fetch.isFinished()) {
          fetch.range = kept ? range : null;
          fetch.cause = trouble;
        }
      }
      if (!kept) {
        buffers.give(range.bytes());
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
  private Throwable mismatch(Slice slice, StoredRange range) {
    StripeGeometry geometry = source.geometry();
    int substripe = slice.ordinal();
    List<Integer> lengths =
        IntStream.range(0, geometry.code().dataCount())
            .mapToObj(i -> geometry.subblockLengthBytes(i, substripe))
            .toList();
    long at = inFragment(slice) - range.offset();
    if (range.code().equals(geometry.code())
        && range.dataLengthBytes().equals(lengths)
        && range.fragmentLengthBytes() == source.lengthBytes(substripe)
        && at >= 0
        && at + slice.lengthBytes() <= range.bytes().remaining()) {
      return null;
    }
    return new CorruptFragmentException(
        source.node(),
        range.key(),
        "%d bytes of %s made from %s; asked was %s of %s made from %s"
            .formatted(
                range.fragmentLengthBytes(),
                range.code(),
                range.dataLengthBytes(),
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
    if (fetch.range != null) {
      receiver.arrived(fetch.slice, cut(fetch.slice, fetch.range), fetch.range.dataChecksums());
    } else if (fetch.cause instanceof MissingFragmentException
        || fetch.cause instanceof CorruptFragmentException
        || fetch.cause instanceof ForeignFragmentException) {
      receiver.missed(fetch.slice, fetch.cause);
    } else {
      abort();
      receiver.failed(fetch.cause);
    }
  }

  /** The slice's bytes, moved to the start of the buffer. */
  private ByteBuffer cut(Slice slice, StoredRange range) {
    ByteBuffer bytes = range.bytes();
    if (slice.lengthBytes() < bytes.remaining()) {
      bytes.position(Math.toIntExact(inFragment(slice) - range.offset()));
      bytes.compact().position(0).limit(slice.lengthBytes());
    }
    return bytes;
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
      if (fetch.range != null) {
        buffers.give(fetch.range.bytes());
      }
    }
  }
}
