package io.evenkeel.policy.reading;

import io.evenkeel.core.model.BoundedMap;
import io.evenkeel.core.model.ContentVersion;
import java.util.Collections;
import java.util.Set;

/**
 * Whether what this process reads is likely to be wanted as parity, before the manager has said so
 * of a stripe. A stripe is encoded from its first byte or not at all. The first bytes wait for the
 * answer; what comes beyond them is encoded on trust, and for nothing in a cluster where all is
 * well. Thread-safe.
 */
public final class ParityDemand {
  private static final int WANTED_REMEMBERED_MAX = 256;

  /** What was wanted and not made, for whoever reads it next. */
  private final Set<ContentVersion> wanted =
      Collections.newSetFromMap(BoundedMap.byAge(WANTED_REMEMBERED_MAX));

  /** Whether the latest decision was that nobody wants it: then nothing is begun on trust. */
  private boolean unwanted;

  /** Whether to begin a stripe that the manager has not decided on yet. */
  public synchronized boolean isLikely(ContentVersion stripe) {
    return !unwanted || wanted.contains(stripe);
  }

  /** The manager has decided on a stripe that is being read. */
  public synchronized void decided(ContentVersion stripe, boolean isWanted) {
    unwanted = !isWanted;
    if (isWanted) {
      wanted.add(stripe);
    } else {
      wanted.remove(stripe);
    }
  }
}
