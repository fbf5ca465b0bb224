package io.evenkeel.policy.layout;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.engine.ReadLimits;
import io.evenkeel.core.engine.ReadRequest;
import io.evenkeel.core.model.BlockGroup;
import io.evenkeel.core.model.BlockReplica;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.ClusterView;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.Source;
import io.evenkeel.core.plan.Knowledge;
import io.evenkeel.core.port.BufferPool;
import io.evenkeel.policy.scheme.Schemes;
import io.evenkeel.testing.engine.LaneBehaviour;
import io.evenkeel.testing.engine.ReadTrial;
import io.evenkeel.testing.engine.SimulatedStripedFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Files of HDFS's policies with every set of one to m blocks of each group lost: no byte is, and
 * none is left to the stock read.
 */
class LossPatternsTest {
  private static final int CELL = 16;
  private static final long SECOND = 1_000_000_000;

  /** A block's id is that of its group, times this, and its index. */
  private static final int IDS_PER_GROUP = 16;

  @ParameterizedTest
  @ValueSource(strings = {"rs-3-2", "rs-6-3", "rs-10-4", "rs-4-1", "rs-10-1", "xor-2-1"})
  void everySetOfUpToMLosses_costsNoByte(String name) {
    CodeSpec code = CodeSpec.parse(name);
    int row = CELL * code.dataCount();
    // A part of one cell; rows of which the last is short; a second group.
    for (int length : new int[] {CELL / 2 + 1, 2 * row + CELL + 3, 3 * row + 1}) {
      SimulatedStripedFile file =
          new SimulatedStripedFile(length, code, length, 3 * row, CELL, code.totalCount());
      for (int lost = 1; lost < 1 << code.totalCount(); lost++) {
        if (Integer.bitCount(lost) <= code.parityCount()) {
          assertReads(file, file.groups(), lost);
          assertReads(file, unlisted(file.groups(), lost), lost);
        }
      }
    }
  }

  private static boolean isLost(int lost, int index) {
    return (lost >> index & 1) == 1;
  }

  /** As the NameNode lists them that knows of the loss. */
  private static List<BlockGroup> unlisted(List<BlockGroup> groups, int lost) {
    List<BlockGroup> left = new ArrayList<>();
    for (BlockGroup group : groups) {
      List<List<NodeId>> nodes =
          IntStream.range(0, group.nodes().size())
              .mapToObj(i -> isLost(lost, i) ? List.<NodeId>of() : group.nodes().get(i))
              .toList();
      left.add(
          new BlockGroup(
              group.spreadSeed(), group.fileOffset(), group.geometry(), group.blocks(), nodes));
    }
    return left;
  }

  private static LaneBehaviour behaviour(Source source, int lost) {
    int index = (int) (((BlockReplica) source).block().blockId() % IDS_PER_GROUP);
    return isLost(lost, index) ? LaneBehaviour.steady().failAt(0) : LaneBehaviour.steady();
  }

  private static void assertReads(SimulatedStripedFile file, List<BlockGroup> groups, int lost) {
    ByteRange range = ByteRange.of(0, file.bytes().length);
    ReadRequest request =
        new ReadRequest(
            range,
            new StripedPlanner(
                groups,
                range,
                Schemes.named("adaptive"),
                Verification.NEVER,
                group -> Optional.empty(),
                Direction.OFF,
                1 << 20),
            Knowledge.SETTLED,
            () -> ClusterView.of(List.of(), 10_000),
            ReadLimits.defaults());
    ReadTrial trial =
        new ReadTrial(1, file, new BufferPool(1 << 20, 1), source -> behaviour(source, lost));
    ReadTrial.Outcome outcome = trial.read(request, ReadTrial.Calls.EAGER, 600 * SECOND);
    assertThat(outcome.plain()).as("blocks %s lost", Integer.toBinaryString(lost)).isEmpty();
    assertThat(outcome.pieceBytes()).isEqualTo(range.lengthBytes());
  }
}
