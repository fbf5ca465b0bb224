package io.evenkeel.redis;

import io.evenkeel.core.model.FragmentKey;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.StoredFragment;
import io.evenkeel.core.model.StoredRange;
import io.evenkeel.core.port.BufferPool;
import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.CorruptFragmentException;
import io.evenkeel.core.port.Pending;
import java.util.function.Consumer;

/**
 * One read of a range of a fragment. Where the server's rights do not let us read ranges, all of
 * the fragment is read instead: a right that was enough before must not cost the whole cache node.
 */
final class RangeCall implements Completion<StoredRange>, Pending {
  private final RedisNodeStore store;
  private final NodeId node;
  private final FragmentKey key;
  private final int offset;
  private final int lengthBytes;
  private final BufferPool buffers;
  private final Completion<StoredRange> then;
  private final Consumer<RangesRefusedException> refused;
  private Pending range = Pending.DONE;
  private Pending whole = Pending.DONE;
  private boolean cancelled;

  /**
   * @param refused told when the server refuses ranges
   */
  RangeCall(
      RedisNodeStore store,
      NodeId node,
      FragmentKey key,
      int offset,
      int lengthBytes,
      BufferPool buffers,
      Completion<StoredRange> then,
      Consumer<RangesRefusedException> refused) {
    this.store = store;
    this.node = node;
    this.key = key;
    this.offset = offset;
    this.lengthBytes = lengthBytes;
    this.buffers = buffers;
    this.then = then;
    this.refused = refused;
  }

  void startWith(Pending call) {
    boolean unwanted;
    synchronized (this) {
      range = call;
      unwanted = cancelled;
    }
    if (unwanted) {
      call.cancel();
    }
  }

  @Override
  public void done(StoredRange found) {
    then.done(found);
  }

  @Override
  public void failed(Throwable cause) {
    if (cause instanceof RangesRefusedException refusal) {
      refused.accept(refusal);
      readWhole();
    } else {
      then.failed(cause);
    }
  }

  /** Reads all of the fragment for its range. */
  void readWhole() {
    Pending call = store.get(node, key, buffers, new Whole());
    boolean unwanted;
    synchronized (this) {
      whole = call;
      unwanted = cancelled;
    }
    if (unwanted) {
      call.cancel();
    }
  }

  private final class Whole implements Completion<StoredFragment> {
    @Override
    public void done(StoredFragment fragment) {
      int found = fragment.payload().remaining();
      if (offset + lengthBytes > found) {
        buffers.give(fragment.payload());
        then.failed(
            new CorruptFragmentException(
                node,
                key,
                "a payload of %d bytes, of which %d to %d were asked"
                    .formatted(found, offset, offset + lengthBytes)));
        return;
      }
      then.done(StoredRange.of(fragment, offset, lengthBytes));
    }

    @Override
    public void failed(Throwable cause) {
      then.failed(cause);
    }
  }

  @Override
  public void cancel() {
    Pending first;
    Pending second;
    synchronized (this) {
      cancelled = true;
      first = range;
      second = whole;
    }
    first.cancel();
    second.cancel();
  }
}
