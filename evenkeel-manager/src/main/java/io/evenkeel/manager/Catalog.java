package io.evenkeel.manager;

import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.model.StripeVersion;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** The entries, by id and, the published ones, by the content that they are bound to. */
final class Catalog {
  private final Map<StripeId, Entry> byId = new LinkedHashMap<>();
  private final Map<StripeVersion, StripeId> byVersion = new HashMap<>();

  /** The entry of an encoding; null when there is none. */
  Entry get(StripeId id) {
    return byId.get(id);
  }

  /** The published entry of a content; null when there is none. */
  Entry get(StripeVersion version) {
    StripeId id = byVersion.get(version);
    return id == null ? null : byId.get(id);
  }

  /** Adds an entry, or replaces the one of the same id. */
  void put(Entry entry) {
    byId.put(entry.id(), entry);
    if (entry.isPublished()) {
      byVersion.put(entry.version(), entry.id());
    }
  }

  void remove(Entry entry) {
    byId.remove(entry.id());
    if (entry.isPublished()) {
      byVersion.remove(entry.version(), entry.id());
    }
  }

  /** All entries, oldest first. */
  Collection<Entry> entries() {
    return Collections.unmodifiableCollection(byId.values());
  }

  int size() {
    return byId.size();
  }

  int publishedCount() {
    return byVersion.size();
  }
}
