package io.evenkeel.manager;

/** What the cache policy accounts for: contents, and room that is set aside for a write. */
sealed interface CacheKey permits KnownStripe, Encoding {}
