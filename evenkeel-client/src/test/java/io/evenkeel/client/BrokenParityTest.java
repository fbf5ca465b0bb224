package io.evenkeel.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.client.SimulatedClient.Got;
import io.evenkeel.client.file.ContiguousFile;
import io.evenkeel.client.read.CallbackRead;
import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.Source;
import io.evenkeel.testing.engine.LaneBehaviour;
import io.evenkeel.testing.engine.SimulatedFile;
import java.time.Duration;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Cached parity that turns out missing, in virtual time. */
@Timeout(60)
class BrokenParityTest {
  private static final int BLOCKS = 16;
  private static final long BLOCK = SimulatedClient.BLOCK_BYTES;
  private static final ByteRange ALL = new ByteRange(0, BLOCKS * BLOCK);
  private static final ByteRange STRIPE_0 = new ByteRange(0, 4 * BLOCK);

  /** Stripe 1 is on nodes 4, 5, 0, 1. */
  private static final ByteRange STRIPES_1_TO_3 = new ByteRange(4 * BLOCK, 16 * BLOCK);

  private static LaneBehaviour usual() {
    return LaneBehaviour.steady().open(1_000_000).pace(15).jitter(.1);
  }

  private static Function<Source, LaneBehaviour> slow(Integer... nodes) {
    Set<Integer> slow = Set.of(nodes);
    return source ->
        slow.stream().anyMatch(n -> source.node().equals(SimulatedFile.dataNode(n)))
            ? usual().pace(15 * 100)
            : usual();
  }

  private static void pass(SimulatedClient world, Duration time) {
    world.scheduler.advance(time.toNanos());
  }

  /** A stream that is open and not read from, or reads that always overlap, as HBase's. */
  @Test
  void brokenParity_isToldThoughAnotherReadOfTheFileStaysOpen() {
    SimulatedClient world = new SimulatedClient(1, BLOCKS, slow(2));
    world.encode();
    ContiguousFile open = world.open();
    world.lose(0, 4);
    CallbackRead idle = world.idle(open, STRIPES_1_TO_3);
    pass(world, Duration.ofSeconds(1));
    assertThat(idle.isFinished()).as("the precondition").isFalse();
    Got got = world.read(open, STRIPE_0);
    assertThat(got.broken).as("the precondition").isPositive();

    pass(world, Duration.ofMinutes(2));
    boolean stillPublished = world.published(0).isPresent();
    idle.close();
    pass(world, Duration.ofSeconds(5));
    assertThat(world.published(0)).as("once it is quiet").isEmpty();
    assertThat(stillPublished).as("published two minutes after it was found missing").isFalse();
  }

  /** The manager looks for itself. */
  @Test
  void missingParity_isNotPublishedForLong() {
    SimulatedClient world = new SimulatedClient(1, BLOCKS, slow(2));
    world.encode();
    world.lose(0, 4, false);
    assertThat(world.read(world.open(), STRIPE_0).missing).as("the precondition").isPositive();
    pass(world, Duration.ofSeconds(5));
    assertThat(world.published(0)).isEmpty();
  }

  /** What the manager was told of, which has it delete all parity of the stripe. */
  @Test
  void parityThatWasTold_isInNoTicketAnyMore() {
    SimulatedClient world = new SimulatedClient(1, BLOCKS, slow(2), CodeSpec.parse("rs-4-2"));
    world.encode();
    ContiguousFile open = world.open();
    world.lose(0, 4);
    Got got = world.read(open, STRIPE_0);
    assertThat(got.broken).as("the precondition").isPositive();
    pass(world, Duration.ofSeconds(5));
    assertThat(world.published(0)).as("the manager deletes all of it").isEmpty();
    assertThat(open.waysAround().hasTicket(0)).as("has parity by the file's ticket").isFalse();
  }

  /** Streams stay open for days: what is made anew is found as soon as it is needed. */
  @Test
  void parityThatIsMadeAnew_isFoundWhenItIsNeeded() {
    SimulatedClient world = new SimulatedClient(1, BLOCKS, slow(2), CodeSpec.parse("rs-4-2"));
    world.encode();
    ContiguousFile open = world.open();
    world.lose(0, 4);
    world.read(open, STRIPE_0);
    pass(world, Duration.ofSeconds(5));
    assertThat(world.published(0)).as("the precondition").isEmpty();
    world.encodeAgain(0);
    assertThat(world.published(0)).as("the precondition").isPresent();
    pass(world, Duration.ofSeconds(11));

    open.needs(2 * BLOCK);
    pass(world, Duration.ofSeconds(1));
    Got got = world.read(open, STRIPE_0);
    assertThat(got.broken).as("fragments that are not there").isZero();
  }

  /** Of two parities one is left, and two nodes are slow. */
  @Test
  void oneParityIsNoWayAroundTwoNodes() {
    SimulatedClient world = new SimulatedClient(1, BLOCKS, slow(2, 3), CodeSpec.parse("rs-4-2"));
    world.encode();
    world.read(world.open(), ALL);
    ContiguousFile open = world.open();
    world.lose(0, 4);
    CallbackRead idle = world.idle(open, STRIPES_1_TO_3);
    Got got = world.read(open, STRIPE_0);
    assertThat(got.broken).as("the precondition").isPositive();
    NodeId node = SimulatedFile.dataNode(2);
    assertThat(world.client.view().isSlow(SimulatedFile.dataNode(3))).isTrue();
    assertThat(open.waysAround().hasTicket(0)).as("the other parity").isTrue();
    assertThat(open.waysAround().exist(2 * BLOCK, node)).isFalse();
    assertThat(open.waysAround().existBySlowNodes(2 * BLOCK, node))
        .as("the other slow node is better than one that says nothing")
        .isTrue();
    idle.close();
  }

  /** As when more is told at once than the manager's client has under way. */
  @Test
  void whatCouldNotBeTold_isToldByTheNextToFindIt() {
    SimulatedClient world = new SimulatedClient(1, BLOCKS, slow(2));
    world.encode();
    world.lose(0, 4);
    world.refusesWithdrawals = true;
    assertThat(world.read(world.open(), STRIPE_0).broken).as("the precondition").isPositive();
    pass(world, Duration.ofSeconds(5));
    assertThat(world.published(0)).as("the precondition").isPresent();
    world.refusesWithdrawals = false;
    world.read(world.open(), STRIPE_0);
    pass(world, Duration.ofSeconds(5));
    assertThat(world.published(0)).isEmpty();
  }
}
