package io.evenkeel.policy.scheme;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The schemes by name. A new one is one more line here; the demo compares all of them with the
 * stock client, in this order.
 */
public final class Schemes {
  private static final Map<String, Scheme> BY_NAME = new LinkedHashMap<>();

  static {
    for (Scheme scheme :
        new Scheme[] {
          new Parallel(), //
          new PoCache(),
          new Adaptive()
        }) {
      BY_NAME.put(scheme.name(), scheme);
    }
  }

  private Schemes() {}

  /** The scheme of that name; an unknown name is an error that lists the known ones. */
  public static Scheme named(String name) {
    Scheme scheme = BY_NAME.get(name);
    if (scheme == null) {
      throw new IllegalArgumentException("no scheme '" + name + "'; known: " + BY_NAME.keySet());
    }
    return scheme;
  }

  /**
   * How erasure-coded files are read where replicated ones are by this: by parity in any case, for
   * without any there would be nothing that the stock stream does not do as well.
   */
  public static Scheme ofErasureCoded(Scheme scheme) {
    return scheme instanceof Parallel ? new Adaptive() : scheme;
  }

  /** The known names, always in the same order. */
  public static Set<String> names() {
    return Collections.unmodifiableSet(BY_NAME.keySet());
  }
}
