package io.evenkeel.core.store.memory;

import io.evenkeel.core.model.CatalogueEntry;
import io.evenkeel.core.model.CataloguePage;
import io.evenkeel.core.model.FragmentKey;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.store.AllocatedBytes;
import io.evenkeel.core.store.FragmentCodec;
import io.evenkeel.core.store.FragmentKeys;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** One node's values. */
final class MemoryNode {
  private static final int PAGE_ENTRIES = 100;

  private record Value(byte[] bytes, long expiresAtNanos, long allocatedBytes) {}

  private final NodeId id;
  private final long capacityBytes;
  private final Map<String, Value> values = new HashMap<>();
  private final NavigableMap<String, CatalogueEntry> catalogue = new TreeMap<>();
  private long catalogueExpiresAtNanos;
  private long usedBytes;
  volatile boolean down;
  volatile boolean hung;

  MemoryNode(NodeId id, long capacityBytes) {
    this.id = id;
    this.capacityBytes = capacityBytes;
  }

  NodeId id() {
    return id;
  }

  synchronized void put(
      FragmentCodec.Parts parts, FragmentKey key, long expiresAtNanos, long nowNanos)
      throws IOException {
    expire(nowNanos);
    long headBytes = AllocatedBytes.ofValue(parts.head().remaining());
    long bodyBytes = parts.isSplit() ? AllocatedBytes.ofValue(parts.body().remaining()) : 0;
    long replaced = allocated(FragmentKeys.head(key)) + allocated(FragmentKeys.body(key));
    if (usedBytes - replaced + headBytes + bodyBytes > capacityBytes) {
      throw new IOException(
          "cache node %s is full: fragment %s takes %d bytes, %d of %d are used"
              .formatted(id, key, headBytes + bodyBytes, usedBytes, capacityBytes));
    }
    remove(FragmentKeys.body(key));
    set(FragmentKeys.head(key), new Value(copy(parts.head()), expiresAtNanos, headBytes));
    if (parts.isSplit()) {
      set(FragmentKeys.body(key), new Value(copy(parts.body()), expiresAtNanos, bodyBytes));
    }
  }

  private static byte[] copy(ByteBuffer bytes) {
    byte[] out = new byte[bytes.remaining()];
    bytes.duplicate().get(out);
    return out;
  }

  private long allocated(String key) {
    Value value = values.get(key);
    return value == null ? 0 : value.allocatedBytes();
  }

  private void set(String key, Value value) {
    remove(key);
    values.put(key, value);
    usedBytes += value.allocatedBytes();
  }

  private boolean remove(String key) {
    Value old = values.remove(key);
    usedBytes -= old == null ? 0 : old.allocatedBytes();
    return old != null;
  }

  private void expire(long nowNanos) {
    for (String key : List.copyOf(values.keySet())) {
      if (values.get(key).expiresAtNanos() - nowNanos <= 0) {
        remove(key);
      }
    }
  }

  /** The value's bytes, null when there is none. They never change in place. */
  synchronized ByteBuffer view(String key, long nowNanos) {
    Value value = values.get(key);
    return value == null || value.expiresAtNanos() - nowNanos <= 0
        ? null
        : ByteBuffer.wrap(value.bytes());
  }

  synchronized int delete(List<FragmentKey> keys, long nowNanos) {
    expire(nowNanos);
    int count = 0;
    for (FragmentKey key : keys) {
      count += remove(FragmentKeys.head(key)) ? 1 : 0;
      remove(FragmentKeys.body(key));
    }
    return count;
  }

  synchronized int renew(List<FragmentKey> keys, long expiresAtNanos, long nowNanos) {
    expire(nowNanos);
    int count = 0;
    for (FragmentKey key : keys) {
      count += renew(FragmentKeys.head(key), expiresAtNanos) ? 1 : 0;
      renew(FragmentKeys.body(key), expiresAtNanos);
    }
    return count;
  }

  private boolean renew(String key, long expiresAtNanos) {
    return values.computeIfPresent(
            key, (k, v) -> new Value(v.bytes(), expiresAtNanos, v.allocatedBytes()))
        != null;
  }

  synchronized void enter(CatalogueEntry entry, long expiresAtNanos) {
    catalogue.put(entry.stripe().toString(), entry);
    catalogueExpiresAtNanos = expiresAtNanos;
  }

  synchronized void strike(StripeId stripe) {
    catalogue.remove(stripe.toString());
  }

  synchronized CataloguePage catalogue(String from, long nowNanos) {
    if (catalogueExpiresAtNanos - nowNanos <= 0) {
      catalogue.clear();
    }
    List<CatalogueEntry> page =
        catalogue.tailMap(from, false).values().stream().limit(PAGE_ENTRIES).toList();
    String next =
        page.size() < PAGE_ENTRIES
            ? CataloguePage.START
            : page.get(page.size() - 1).stripe().toString();
    return new CataloguePage(page, next);
  }

  synchronized long usedBytes(long nowNanos) {
    expire(nowNanos);
    return usedBytes;
  }

  boolean flip(String key, int atByte) {
    return replace(
        key,
        bytes -> {
          bytes[atByte] ^= 0x10;
          return bytes;
        });
  }

  synchronized boolean replace(String key, UnaryOperator<byte[]> change) {
    Value value = values.get(key);
    if (value == null) {
      return false;
    }
    byte[] changed = change.apply(value.bytes().clone());
    values.put(key, new Value(changed, value.expiresAtNanos(), value.allocatedBytes()));
    return true;
  }

  synchronized boolean drop(String key) {
    return remove(key);
  }
}
