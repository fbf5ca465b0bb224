package io.evenkeel.testing.manager;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.BlockVersion;
import io.evenkeel.core.model.Epoch;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.model.StripeVersion;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Made-up stripes, told apart by a number. */
public final class Stripes {
  private Stripes() {}

  public static StripeId id(int number) {
    Random random = new Random(number);
    return new StripeId(Epoch.next(random::nextLong), number);
  }

  /** A full stripe of blocks of this length. */
  public static StripeGeometry geometry(CodeSpec code, int subblockBytes, long blockBytes) {
    return new StripeGeometry(
        code, subblockBytes, Collections.nCopies(code.dataCount(), blockBytes));
  }

  /** Content number so and so of this shape. */
  public static StripeVersion version(int number, StripeGeometry geometry) {
    List<BlockVersion> blocks = new ArrayList<>();
    for (long length : geometry.blockLengthBytes()) {
      blocks.add(new BlockVersion("pool", number * 100L + blocks.size(), 1000 + number, length));
    }
    return new StripeVersion(blocks);
  }
}
