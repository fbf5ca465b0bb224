package io.evenkeel.policy.scheme;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.engine.ReadLimits;
import io.evenkeel.core.engine.ReadRequest;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.ClusterView;
import io.evenkeel.core.model.Ledger;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeLedgers;
import io.evenkeel.core.model.NodeView;
import io.evenkeel.core.model.Source;
import io.evenkeel.core.model.SourceKind;
import io.evenkeel.core.plan.Knowledge;
import io.evenkeel.core.port.BufferPool;
import io.evenkeel.policy.layout.ContiguousPlanner;
import io.evenkeel.policy.layout.Direction;
import io.evenkeel.testing.engine.LaneBehaviour;
import io.evenkeel.testing.engine.ReadTrial;
import io.evenkeel.testing.engine.SimulatedFile;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** What is entered when reads go around a node: four blocks of three subblocks, and XOR parity. */
class LedgersTest {
  private static final long SECOND = 1_000_000_000;
  private static final int UNIT = 50;
  private static final int SUBBLOCKS = 3;
  private static final int BLOCK = SUBBLOCKS * UNIT;
  private final SimulatedFile file =
      new SimulatedFile(1, CodeSpec.parse("xor-4-1"), 4 * BLOCK, BLOCK, UNIT, 6, 1);
  private final NodeId first = file.stripes().get(0).replicas().get(0).get(0);

  private List<NodeLedgers> read(
      ByteRange range, ClusterView view, Function<Source, LaneBehaviour> behaviours) {
    ReadRequest request =
        new ReadRequest(
            range,
            new ContiguousPlanner(
                file.stripes(),
                range,
                file::ticket,
                Schemes.named("adaptive"),
                Direction.OFF,
                1 << 20),
            Knowledge.SETTLED,
            () -> view,
            ReadLimits.defaults());
    ReadTrial trial = new ReadTrial(1, file, new BufferPool(1 << 20, 1), behaviours);
    trial.lanes().allowSharedSlices();
    return trial.read(request, ReadTrial.Calls.EAGER, 600 * SECOND).report().ledgers();
  }

  private ByteRange whole() {
    return new ByteRange(0, 4 * BLOCK);
  }

  private ClusterView firstIsSlow() {
    return ClusterView.of(List.of(new NodeView(first, true, "of the test")), 0);
  }

  private Function<Source, LaneBehaviour> firstIs(LaneBehaviour behaviour) {
    return source -> source.node().equals(first) ? behaviour : LaneBehaviour.steady();
  }

  @Test
  void healthyNodes_areReadFromAndNotAround() {
    assertThat(read(whole(), ClusterView.unknown(), source -> LaneBehaviour.steady())).isEmpty();
  }

  @Test
  void aWholeStripe_costsTheParityInsteadOfTheSlowNodesBlock() {
    assertThat(read(whole(), firstIsSlow(), source -> LaneBehaviour.steady()))
        .containsExactly(NodeLedgers.redirected(first, new Ledger(SUBBLOCKS, BLOCK, BLOCK)));
  }

  /** The slow node's own block is read from that node then: nothing has helped. */
  @Test
  void parityThatCannotBeHad_isNoWayAround() {
    List<NodeLedgers> ledgers =
        read(
            whole(),
            firstIsSlow(),
            source ->
                source.kind() == SourceKind.STORAGE
                    ? LaneBehaviour.steady()
                    : LaneBehaviour.steady().refuses());
    assertThat(ledgers).allMatch(entry -> entry.node().equals(first));
    assertThat(ledgers).allMatch(entry -> entry.redirected().wonBytes() == 0);
    assertThat(ledgers).allMatch(entry -> entry.duplicated().equals(Ledger.NONE));
  }

  @Test
  void oneBlockAlone_costsTheThreeOthersAndTheParity() {
    assertThat(read(new ByteRange(0, BLOCK), firstIsSlow(), source -> LaneBehaviour.steady()))
        .containsExactly(
            NodeLedgers.redirected(first, new Ledger(4 * SUBBLOCKS, 4 * BLOCK, 4 * BLOCK)));
  }

  @Test
  void nodeThatHangs_isReadAroundBesideIt() {
    List<NodeLedgers> ledgers =
        read(whole(), ClusterView.unknown(), firstIs(LaneBehaviour.steady().open(60 * SECOND)));
    Ledger beside =
        ledgers.stream()
            .filter(entry -> entry.node().equals(first))
            .map(NodeLedgers::duplicated)
            .reduce(Ledger.NONE, Ledger::plus);
    assertThat(beside.asks()).isPositive();
    assertThat(beside.wonBytes()).isEqualTo(beside.issuedBytes());
  }

  @Test
  void nodeThatRefuses_isReadAroundInsteadOfIt() {
    List<NodeLedgers> ledgers =
        read(whole(), ClusterView.unknown(), firstIs(LaneBehaviour.steady().refuses()));
    assertThat(ledgers).hasSize(1);
    assertThat(ledgers.get(0).node()).isEqualTo(first);
    assertThat(ledgers.get(0).redirected().wonBytes()).isEqualTo(BLOCK);
    assertThat(ledgers.get(0).duplicated()).isEqualTo(Ledger.NONE);
  }
}
