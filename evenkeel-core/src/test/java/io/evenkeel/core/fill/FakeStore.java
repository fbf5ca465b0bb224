package io.evenkeel.core.fill;

import io.evenkeel.core.model.CatalogueEntry;
import io.evenkeel.core.model.CataloguePage;
import io.evenkeel.core.model.FragmentKey;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.StoredFragment;
import io.evenkeel.core.model.StoredRange;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.port.BufferPool;
import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.NodeStore;
import io.evenkeel.core.port.Pending;
import io.evenkeel.core.port.Scheduler;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Cache nodes that do as they are told; {@code put} copies only when it confirms, and does so
 * though it was withdrawn meanwhile.
 */
final class FakeStore implements NodeStore {
  final Map<FragmentKey, StoredFragment> fragments = new LinkedHashMap<>();
  FakeManager.Mood putting = FakeManager.Mood.YES;
  FakeManager.Mood deleting = FakeManager.Mood.YES;
  FakeManager.Mood renewing = FakeManager.Mood.YES;

  /** From this put on, counted from 0, {@link #putting} applies; earlier ones succeed. */
  int troubleFrom;

  long latencyNanos = 1_000_000;
  int puts;
  int renewals;
  int outstanding;
  int peakOutstanding;
  private final Scheduler scheduler;
  private final List<NodeId> nodes;

  FakeStore(Scheduler scheduler, List<NodeId> nodes) {
    this.scheduler = scheduler;
    this.nodes = nodes;
  }

  @Override
  public List<NodeId> nodes() {
    return nodes;
  }

  @Override
  public Pending put(
      NodeId node, StoredFragment fragment, Duration timeToLive, Completion<Void> then) {
    FakeManager.Mood mood = puts++ < troubleFrom ? FakeManager.Mood.YES : putting;
    if (mood == FakeManager.Mood.THROW) {
      throw new IllegalStateException("the store is broken");
    }
    outstanding++;
    peakOutstanding = Math.max(peakOutstanding, outstanding);
    boolean[] over = new boolean[1];
    Runnable answer =
        () -> {
          boolean wanted = !over[0];
          if (wanted) {
            over[0] = true;
            outstanding--;
          }
          if (mood == FakeManager.Mood.YES) {
            fragments.put(fragment.key(), copy(fragment));
          }
          if (!wanted) {
            return;
          }
          if (mood == FakeManager.Mood.YES) {
            then.done(null);
          } else {
            then.failed(new IOException("cache node " + node + " refused"));
          }
        };
    if (mood != FakeManager.Mood.HANG) {
      scheduler.schedule(latencyNanos, answer);
    }
    return () -> {
      if (!over[0]) {
        over[0] = true;
        outstanding--;
      }
    };
  }

  private static StoredFragment copy(StoredFragment f) {
    ByteBuffer bytes = ByteBuffer.allocate(f.payload().remaining());
    bytes.put(f.payload().duplicate()).flip();
    return new StoredFragment(f.key(), f.code(), f.dataLengthBytes(), f.dataChecksums(), bytes);
  }

  @Override
  public Pending delete(NodeId node, List<FragmentKey> keys, Completion<Integer> then) {
    return switch (deleting) {
      case HANG -> Pending.DONE;
      case THROW -> throw new IllegalStateException("the store is broken");
      case FAIL, NO -> scheduler.schedule(1, () -> then.failed(new IOException("down")));
      case YES ->
          scheduler.schedule(
              // By another connection than the puts.
              latencyNanos / 2,
              () -> {
                List<FragmentKey> gone = new ArrayList<>(keys);
                gone.retainAll(fragments.keySet());
                gone.forEach(fragments::remove);
                then.done(gone.size());
              });
    };
  }

  @Override
  public Pending renew(
      NodeId node, List<FragmentKey> keys, Duration timeToLive, Completion<Integer> then) {
    renewals++;
    return renewing == FakeManager.Mood.YES
        ? scheduler.schedule(
            latencyNanos,
            () -> then.done((int) keys.stream().filter(fragments::containsKey).count()))
        : scheduler.schedule(latencyNanos, () -> then.failed(new IOException("down")));
  }

  @Override
  public Pending get(
      NodeId node, FragmentKey key, BufferPool buffers, Completion<StoredFragment> then) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Pending getRange(
      NodeId node,
      FragmentKey key,
      int offset,
      int lengthBytes,
      BufferPool buffers,
      Completion<StoredRange> then) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Pending enter(
      NodeId node, CatalogueEntry entry, Duration timeToLive, Completion<Void> then) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Pending strike(NodeId node, StripeId stripe, Completion<Void> then) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Pending catalogue(NodeId node, String from, Completion<CataloguePage> then) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Pending usedBytes(NodeId node, Completion<Long> then) {
    throw new UnsupportedOperationException();
  }

  @Override
  public long allocatedBytes(int payloadBytes, int dataCount) {
    return payloadBytes;
  }

  @Override
  public void close() {}
}
