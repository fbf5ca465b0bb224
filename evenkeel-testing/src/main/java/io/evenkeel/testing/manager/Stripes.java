package io.evenkeel.testing.manager;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.BlockContents;
import io.evenkeel.core.model.BlockVersion;
import io.evenkeel.core.model.ContentVersion;
import io.evenkeel.core.model.Epoch;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.Stripe;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.model.StripeId;
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
  public static ContentVersion version(int number, StripeGeometry geometry) {
    List<BlockVersion> blocks = new ArrayList<>();
    for (long length : geometry.blockLengthBytes()) {
      blocks.add(new BlockVersion("pool", number * 100L + blocks.size(), 1000 + number, length));
    }
    return BlockContents.of(blocks);
  }

  /** Content of this shape as the first stripe of a file, each block on a DataNode of its own. */
  public static PlacedStripe placed(ContentVersion version, StripeGeometry geometry) {
    List<List<NodeId>> replicas = new ArrayList<>();
    for (int block = 0; block < geometry.blockCount(); block++) {
      replicas.add(List.of(new NodeId("datanode-" + block + ":9866")));
    }
    return new PlacedStripe(
        "/file-" + BlockContents.blocks(version).get(0).blockId(),
        new Stripe(0, 0, geometry, version, replicas));
  }

  /** Content number so and so of this shape, placed. */
  public static PlacedStripe placed(int number, StripeGeometry geometry) {
    return placed(version(number, geometry), geometry);
  }
}
