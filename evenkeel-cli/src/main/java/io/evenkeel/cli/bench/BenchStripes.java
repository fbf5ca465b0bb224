package io.evenkeel.cli.bench;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.BlockContents;
import io.evenkeel.core.model.BlockVersion;
import io.evenkeel.core.model.ContentVersion;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.Stripe;
import io.evenkeel.core.model.StripeGeometry;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Files of one stripe of four blocks of 128 MiB, each block on some of 60 DataNodes. All have one
 * path: a path is as long as it is, whoever keeps it.
 */
final class BenchStripes {
  static final int DATA_NODES = 60;
  private static final long BLOCK_BYTES = 128L << 20;
  static final StripeGeometry GEOMETRY =
      new StripeGeometry(CodeSpec.xor(4), 1 << 20, Collections.nCopies(4, BLOCK_BYTES));

  /** What a file's parity takes of a cache node, at most. */
  static final long PARITY_BYTES = BLOCK_BYTES + 1000L * GEOMETRY.substripeCount();

  private static final String PATH = "/warehouse/part";
  static final String TABLE = "/user/hive/warehouse/sales.db/events";
  private final int replicas;
  private final List<NodeId> dataNodes = new ArrayList<>();

  BenchStripes(int replicas) {
    this.replicas = replicas;
    for (int i = 0; i < DATA_NODES; i++) {
      dataNodes.add(new NodeId("datanode-" + i + ":9866"));
    }
  }

  NodeId dataNode(int number) {
    return dataNodes.get(number % DATA_NODES);
  }

  private static ContentVersion version(int file) {
    List<BlockVersion> blocks = new ArrayList<>();
    for (int b = 0; b < 4; b++) {
      long id = (1L << 30) + 5L * file + b;
      blocks.add(new BlockVersion("BP-1-10.0.0.1-1", id, 1000 + 5L * file + b, BLOCK_BYTES));
    }
    return BlockContents.of(blocks);
  }

  /** The same, each in a folder of a table, as deep as such are. */
  PlacedStripe inFolder(int file) {
    String path =
        "%s/day=2026-%02d/hour=%02d/part-%05d-%016x.c000.snappy.parquet"
            .formatted(TABLE, file % 12, file % 24, file, 0x9E3779B97F4A7C15L * file);
    return new PlacedStripe(path, placed(file).stripe());
  }

  PlacedStripe placed(int file) {
    List<List<NodeId>> holders = new ArrayList<>();
    for (int b = 0; b < 4; b++) {
      List<NodeId> block = new ArrayList<>();
      for (int r = 0; r < replicas; r++) {
        block.add(dataNode(file * 7 + b * 13 + r * 17));
      }
      holders.add(block);
    }
    return new PlacedStripe(PATH, new Stripe(file, 0, GEOMETRY, version(file), holders));
  }
}
