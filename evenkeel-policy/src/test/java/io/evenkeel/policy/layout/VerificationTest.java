package io.evenkeel.policy.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.engine.ReadLimits;
import io.evenkeel.core.engine.ReadRequest;
import io.evenkeel.core.model.BlockReplica;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.ClusterView;
import io.evenkeel.core.model.NodeView;
import io.evenkeel.core.model.Source;
import io.evenkeel.core.model.SubblockChecksums;
import io.evenkeel.core.plan.Knowledge;
import io.evenkeel.core.port.BufferPool;
import io.evenkeel.core.port.Slice;
import io.evenkeel.policy.scheme.Schemes;
import io.evenkeel.testing.engine.LaneBehaviour;
import io.evenkeel.testing.engine.ReadTrial;
import io.evenkeel.testing.engine.SimulatedContent;
import io.evenkeel.testing.engine.SimulatedFile;
import io.evenkeel.testing.engine.SimulatedStripedFile;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Rows that are decoded from a parity that is not the data's: RS-3-2, the first node slow. */
class VerificationTest {
  private static final long SECOND = 1_000_000_000;
  private static final int CELL = 100;

  private final SimulatedStripedFile file =
      new SimulatedStripedFile(1, CodeSpec.rs(3, 2), 6 * CELL, 6 * CELL, CELL, 5);

  /** Whose parity is other than what it was made from, with checksums of its own that are right. */
  private final SimulatedContent lying =
      new SimulatedContent() {
        @Override
        public byte[] bytes() {
          return file.bytes();
        }

        @Override
        public void read(Source source, Slice slice, ByteBuffer into) {
          int start = into.position();
          file.read(source, slice, into);
          if (((BlockReplica) source).block().blockId() == 3) {
            into.put(start, (byte) (into.get(start) + 1));
          }
        }

        @Override
        public SubblockChecksums proof(Source source, Slice slice) {
          return null;
        }
      };

  private ReadTrial.Outcome read(
      SimulatedContent content, Verification verification, LaneBehaviour ofTheSpare) {
    return read(content, verification, true, LaneBehaviour.steady(), ofTheSpare);
  }

  /**
   * @param isSlow whether the first node is known to be slow
   */
  private ReadTrial.Outcome read(
      SimulatedContent content,
      Verification verification,
      boolean isSlow,
      LaneBehaviour ofTheFirst,
      LaneBehaviour ofTheSpare) {
    ByteRange range = new ByteRange(0, 6 * CELL);
    NodeView slow = new NodeView(SimulatedFile.dataNode(0), isSlow, "");
    ReadRequest request =
        new ReadRequest(
            range,
            new StripedPlanner(
                file.groups(),
                range,
                Schemes.named("adaptive"),
                verification,
                group -> Optional.empty(),
                Direction.OFF,
                1 << 20),
            Knowledge.SETTLED,
            () -> ClusterView.of(List.of(slow), 10_000),
            ReadLimits.defaults());
    ReadTrial trial =
        new ReadTrial(
            1,
            content,
            new BufferPool(1 << 20, 1),
            source -> {
              if (source.node().equals(SimulatedFile.dataNode(0))) {
                return ofTheFirst;
              }
              return source.node().equals(SimulatedFile.dataNode(4))
                  ? ofTheSpare
                  : LaneBehaviour.steady();
            });
    return trial.read(request, ReadTrial.Calls.EAGER, 600 * SECOND);
  }

  @Test
  void rowThatDoesNotAgree_isLeftToThePlainRead() {
    ReadTrial.Outcome outcome = read(lying, Verification.ALWAYS, LaneBehaviour.steady());
    assertThat(outcome.plain().get(0).reason()).contains("does not agree");
    assertThat(outcome.pieceBytes()).as("data that came as it is").isPositive();
  }

  @Test
  void rowWhoseBlockFails_isComparedToo() {
    LaneBehaviour failing = LaneBehaviour.steady().failAt(0);
    ReadTrial.Outcome outcome =
        read(lying, Verification.ALWAYS, false, failing, LaneBehaviour.steady());
    assertThat(outcome.plain().get(0).reason()).contains("does not agree");
  }

  @Test
  void sample_isOneBandInSixtyFour_andNotTheSameOnesOfEveryGroup() {
    int included = 0;
    for (int band = 0; band < 64; band++) {
      int number = band;
      long of =
          IntStream.range(0, 6400).filter(g -> Verification.SAMPLE.includes(g, number)).count();
      assertThat(of).as("band %s of 6400 groups", band).isBetween(50L, 150L);
      included += (int) of;
    }
    assertThat(included).isBetween(6000, 6800);
    assertThat(Verification.NEVER.includes(0, 0)).isFalse();
    assertThat(Verification.ALWAYS.includes(1, 1)).isTrue();
  }

  @Test
  void unverified_itWouldBeDelivered() {
    assertThatThrownBy(() -> read(lying, Verification.NEVER, LaneBehaviour.steady()))
        .as("the caller refuses what is not the file's")
        .isInstanceOf(AssertionError.class);
  }

  @Test
  void rowThatAgrees_isDelivered_forOneFragmentMore() {
    ReadTrial.Outcome outcome = read(file, Verification.ALWAYS, LaneBehaviour.steady());
    assertThat(outcome.plain()).isEmpty();
    assertThat(outcome.report().receivedBytes()).isEqualTo(6 * CELL + 2 * CELL);
  }

  @Test
  void spareThatIsLate_isNotWaitedFor() {
    LaneBehaviour hung = LaneBehaviour.steady().open(600 * SECOND);
    ReadTrial.Outcome outcome = read(file, Verification.ALWAYS, hung);
    assertThat(outcome.plain()).isEmpty();
    assertThat(outcome.nanos()).isLessThan(SECOND);
  }
}
