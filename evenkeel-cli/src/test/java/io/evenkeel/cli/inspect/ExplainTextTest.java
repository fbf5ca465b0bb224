package io.evenkeel.cli.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.BlockGroup;
import io.evenkeel.core.model.BlockVersion;
import io.evenkeel.core.model.CellGeometry;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.hadoop.ExplainedFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** An RS-3-2 group of one row in cells of 1 MiB, of which some blocks are nowhere. */
class ExplainTextTest {
  private static final CodeSpec CODE = CodeSpec.rs(3, 2);
  private static final int CELL = 1 << 20;

  private static String explained(Set<Integer> missing) {
    List<BlockVersion> blocks = new ArrayList<>();
    List<List<NodeId>> nodes = new ArrayList<>();
    for (int i = 0; i < CODE.totalCount(); i++) {
      blocks.add(new BlockVersion("pool", -16 + i, 1001, CELL));
      nodes.add(missing.contains(i) ? List.of() : List.of(new NodeId("node" + i + ":9866")));
    }
    BlockGroup group = new BlockGroup(0, 0, new CellGeometry(CODE, CELL, 3 * CELL), blocks, nodes);
    ExplainedFile file = new ExplainedFile("/file", 3 * CELL, CODE, List.of(), List.of(group), "");
    return ExplainText.ofGroups(file, List.of(group), List.of(), List.of(), g -> "");
  }

  @Test
  void blocks_areNamedAsFsckNamesThem() {
    assertThat(explained(Set.of()))
        .contains("data    blk_-16_1001  1.0 MiB  on node0:9866")
        .contains("parity  blk_-12_1001  1.0 MiB  on node4:9866")
        .doesNotContain("no node");
  }

  @Test
  void whatIsNowhere_isDecodedIfItIsData_andHowManyMoreMayBeLostIsSaid() {
    assertThat(explained(Set.of(1))).contains("no node: its bytes are decoded; 1 more may go");
    assertThat(explained(Set.of(1, 4)))
        .contains("no node: its bytes are decoded; no other may go")
        .contains("no node: down, or to be made again by HDFS; no other may go");
    assertThat(explained(Set.of(0, 1, 4)))
        .contains("no node: more blocks are nowhere than there is parity")
        .doesNotContain("decoded");
  }
}
