package io.evenkeel.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.junit.jupiter.api.Test;

class SpreadPlacementClusterTest {
  private static final int BLOCK_BYTES = 4096;
  private static final int WIDTH = 4;
  private static final int FILES = 25;

  @Test
  void stripes_haveNoSharedNode() throws IOException {
    ClusterSettings settings =
        ClusterSettings.builder()
            .placementWidth(WIDTH)
            .blockSizeBytes(BLOCK_BYTES)
            .redisServers(0)
            .withManager(false)
            .jvmPerDataNode(false)
            .build();
    Set<String> used = new HashSet<>();
    try (LocalCluster cluster = LocalCluster.start(settings);
        DistributedFileSystem fs = cluster.newStockFileSystem()) {
      for (int i = 0; i < FILES; i++) {
        Path file = new Path("/file-" + i);
        try (FSDataOutputStream out = fs.create(file)) {
          out.write(new byte[WIDTH * BLOCK_BYTES]);
        }
        List<String> nodes =
            Stream.of(fs.getFileBlockLocations(file, 0, WIDTH * BLOCK_BYTES))
                .map(SpreadPlacementClusterTest::onlyNode)
                .toList();
        assertThat(nodes).as(file.toString()).hasSize(WIDTH).doesNotHaveDuplicates();
        used.addAll(nodes);
      }
      assertThat(used).hasSize(settings.dataNodes());
    }
  }

  private static String onlyNode(BlockLocation block) {
    try {
      return block.getNames()[0];
    } catch (IOException impossible) {
      throw new AssertionError(impossible);
    }
  }
}
