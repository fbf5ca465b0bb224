package io.evenkeel.client.file;

import io.evenkeel.core.model.Stripe;
import java.io.IOException;
import java.util.Optional;

/** The stripes of one open replicated file, located one by one as needed. Thread-safe. */
public interface Stripes {
  /** What belonged to the file at the open. */
  long lengthBytes();

  /** The length of every block but the last. */
  long blockBytes();

  /** The length of every stripe but the last. */
  long stripeBytes();

  /** Whether a place can be read the stock way without asking where its block is. */
  boolean isLocatedSinceOpen(long position);

  /** The stripe at a place if it has been located. Never waits. */
  Optional<Stripe> known(long position);

  /**
   * The stripe at a place, as {@link #of}; empty, too, when it cannot be located now. That is no
   * trouble of the read: the plain one may have no need to ask yet.
   */
  Optional<Stripe> at(long position);

  /**
   * One stripe, located when this is the first call for it.
   *
   * @return empty when there is none of this number, or its blocks are not as long as the others
   * @throws IOException when nobody can be asked where its blocks are
   */
  Optional<Stripe> of(int number) throws IOException;
}
