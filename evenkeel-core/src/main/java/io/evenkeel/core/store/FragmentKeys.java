package io.evenkeel.core.store;

import io.evenkeel.core.model.FragmentKey;

/**
 * The names of a fragment's two parts in a cache node: {@code
 * evenkeel:{epoch}:stripe:substripe:index} with {@code :h} for the head and {@code :b} for the
 * body. The braces keep an encoding's keys in one slot where a server is a cluster.
 */
public final class FragmentKeys {
  private FragmentKeys() {}

  /** The key of the part that every fragment has: its header and the end of its payload. */
  public static String head(FragmentKey key) {
    return text(key) + ":h";
  }

  /** The key of the part that only fragments of {@link FragmentCodec#SPLIT_BYTES} or more have. */
  public static String body(FragmentKey key) {
    return text(key) + ":b";
  }

  private static String text(FragmentKey key) {
    return "evenkeel:{"
        + key.stripe().epoch().hex()
        + "}:"
        + key.stripe().stripe()
        + ':'
        + key.substripe()
        + ':'
        + key.index();
  }
}
