package io.evenkeel.policy.layout;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.BlockContents;
import io.evenkeel.core.model.BlockReplica;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.ClusterView;
import io.evenkeel.core.model.FileTicket;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.Stripe;
import io.evenkeel.core.model.SubblockChecksums;
import io.evenkeel.core.plan.Cursor;
import io.evenkeel.core.plan.FragmentGroup;
import io.evenkeel.core.plan.FragmentRead;
import io.evenkeel.core.plan.PlanContext;
import io.evenkeel.core.plan.Step;
import io.evenkeel.core.plan.Wanted;
import io.evenkeel.policy.scheme.Adaptive;
import io.evenkeel.policy.scheme.Parallel;
import io.evenkeel.policy.scheme.PoCache;
import io.evenkeel.policy.scheme.Scheme;
import io.evenkeel.testing.engine.SimulatedFile;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Any file, range, reservation and scheme, with other contexts for every group. */
class ContiguousPlannerProperties {
  private static final int CHUNK = SubblockChecksums.CHUNK_BYTES;
  private static final int NODES = 6;
  private static final Scheme[] SCHEMES = {new Adaptive(), new PoCache(), new Parallel()};

  /** A file to plan, and random contexts. */
  private static final class Case {
    final Random random;
    final List<Stripe> stripes;
    final ByteRange range;
    final long reservedBytes;
    final CodeSpec code;
    final int subblock;

    Case(long seed) {
      random = new Random(seed);
      int k = 1 + random.nextInt(5);
      int m = random.nextInt(3);
      code = m == 0 ? CodeSpec.none(k) : m == 1 ? CodeSpec.xor(k) : CodeSpec.rs(k, m);
      subblock = pick(1, 1000, CHUNK, CHUNK + 1, 100_000, 2 * CHUNK, 4 * CHUNK);
      long block = (long) subblock * (1 + random.nextInt(6));
      long stripe = block * k;
      long length =
          Math.max(
              1,
              pick(0, 1, 2, 3) * stripe
                  + pick(0, 1, k - 1) * block
                  + pick(0, 1, 3) * (long) subblock
                  + pick(0, 1, 100, -1));
      stripes = SimulatedFile.stripes(code, length, block, subblock, NODES, 2);
      long start = random.nextBoolean() ? 0 : Math.floorMod(random.nextLong(), length);
      long rest = length - start;
      range =
          ByteRange.of(
              start, random.nextBoolean() ? rest : 1 + Math.floorMod(random.nextLong(), rest));
      reservedBytes = 1 + Math.floorMod(random.nextLong(), 4 * stripe);
    }

    int pick(int... of) {
      return of[random.nextInt(of.length)];
    }

    FileTicket ticket() {
      FileTicket ticket = FileTicket.none();
      for (Stripe stripe : stripes) {
        if (code.parityCount() > 0 && random.nextBoolean()) {
          ticket = ticket.with(List.of(SimulatedFile.ticket(stripe)));
        }
      }
      return ticket;
    }

    PlanContext context() {
      Set<NodeId> lagging = new HashSet<>();
      for (int n = 0; n < NODES; n++) {
        if (random.nextInt(4) == 0) {
          lagging.add(SimulatedFile.dataNode(n));
        }
      }
      return new PlanContext(ClusterView.unknown(), lagging, random.nextBoolean());
    }

    /** Every group of the read, in order. */
    List<FragmentGroup> plan() {
      Scheme scheme = SCHEMES[random.nextInt(SCHEMES.length)];
      return groups(
          new ContiguousPlanner(stripes, range, this::ticket, scheme, Direction.OFF, reservedBytes),
          this::context);
    }
  }

  private static List<FragmentGroup> groups(
      ContiguousPlanner planner, Supplier<PlanContext> context) {
    List<FragmentGroup> groups = new ArrayList<>();
    Cursor at = Cursor.START;
    while (planner.plan(at, context.get()) instanceof Step.Group step) {
      groups.add(step.group());
      at = step.next();
    }
    assertThat(planner.plan(at, context.get())).isInstanceOf(Step.End.class);
    return groups;
  }

  @Property(tries = 3000)
  void groups_deliverEveryByteOnceInAnOrderThatFitsTheReservation(@ForAll long seed) {
    Case c = new Case(seed);
    TreeMap<Long, Long> held = new TreeMap<>();
    long next = c.range.start();
    long groupBytes = (long) c.code.totalCount() * c.subblock;
    for (FragmentGroup group : c.plan()) {
      boolean first = false;
      for (Wanted wanted : group.wanted()) {
        first |= wanted.file().start() == next;
        assertThat(held.put(wanted.file().start(), wanted.file().end())).isNull();
      }
      assertThat(first).as("a group delivers what is to be delivered next").isTrue();
      while (held.containsKey(next)) {
        next = held.remove(next);
      }
      long heldBytes = held.entrySet().stream().mapToLong(e -> e.getValue() - e.getKey()).sum();
      assertThat(heldBytes == 0 || heldBytes + groupBytes <= c.reservedBytes).isTrue();
    }
    assertThat(held).isEmpty();
    assertThat(next).isEqualTo(c.range.end());
  }

  @Property(tries = 3000)
  void groups_coverWholeChunksInsideTheirBlocks(@ForAll long seed) {
    Case c = new Case(seed);
    int k = c.code.dataCount();
    for (FragmentGroup group : c.plan()) {
      assertThat(group.proofOffset() % CHUNK).isZero();
      assertThat(group.lengthBytes()).isPositive();
      for (FragmentRead read : group.reads()) {
        Stripe stripe = stripeOf(c, group);
        int substripe = read.slice().ordinal();
        int length =
            read.index() < k
                ? stripe.geometry().subblockLengthBytes(read.index(), substripe)
                : stripe.geometry().parityLengthBytes(substripe);
        long block = stripe.geometry().blockLengthBytes().get(read.index() < k ? read.index() : 0);
        int inSubblock = (int) (read.slice().offset() - (long) substripe * c.subblock);
        int end = inSubblock + read.slice().lengthBytes();
        assertThat(inSubblock).isEqualTo(group.proofOffset());
        assertThat(end == length || (end < length && end % CHUNK == 0)).isTrue();
        assertThat(read.slice().lengthBytes()).isLessThanOrEqualTo(group.lengthBytes());
        assertThat(read.streamEnd()).isBetween(read.slice().end(), block);
        if (read.source() instanceof BlockReplica replica) {
          assertThat(replica.block())
              .isEqualTo(BlockContents.blocks(stripe.version()).get(read.index()));
        }
      }
      checkWanted(c, group);
    }
  }

  private static void checkWanted(Case c, FragmentGroup group) {
    Stripe stripe = stripeOf(c, group);
    for (Wanted wanted : group.wanted()) {
      assertThat(group.absent().contains(wanted.index())).isFalse();
      for (FragmentRead read : group.reads()) {
        if (read.index() == wanted.index()) {
          assertThat(read.slice().lengthBytes()).isEqualTo(wanted.lengthBytes());
          assertThat(stripe.blockOffset(read.index()) + read.slice().offset() + wanted.skipBytes())
              .isEqualTo(wanted.file().start());
        }
      }
    }
  }

  private static Stripe stripeOf(Case c, FragmentGroup group) {
    ByteRange file = group.wanted().get(0).file();
    return c.stripes.stream()
        .filter(s -> !s.range().intersect(file).isEmpty())
        .findFirst()
        .orElseThrow();
  }

  /** Once a lane is opened its slices follow each other, and it ends with the last of them. */
  @Property(tries = 2000)
  void wantedLanes_endWhereTheirLastSliceEnds(@ForAll long seed) {
    Case c = new Case(seed);
    ContiguousPlanner planner =
        new ContiguousPlanner(
            c.stripes, c.range, FileTicket::none, new Parallel(), Direction.OFF, c.reservedBytes);
    PlanContext context = new PlanContext(ClusterView.unknown(), Set.of(), false);
    Map<Object, FragmentRead> last = new LinkedHashMap<>();
    for (FragmentGroup group : groups(planner, () -> context)) {
      for (FragmentRead read : group.reads()) {
        FragmentRead before = last.put(read.source(), read);
        if (before != null && before.slice().end() <= read.slice().offset()) {
          assertThat(read.streamEnd()).isEqualTo(before.streamEnd());
        } else if (before != null) {
          assertThat(before.streamEnd()).isEqualTo(before.slice().end());
        }
      }
    }
    last.values().forEach(r -> assertThat(r.streamEnd()).isEqualTo(r.slice().end()));
  }

  @Example
  void oneByteFile_isOneGroupOfOneFragment() {
    List<Stripe> stripes = SimulatedFile.stripes(CodeSpec.xor(4), 1, 4 * CHUNK, CHUNK, NODES, 1);
    FileTicket ticket = FileTicket.none().with(List.of(SimulatedFile.ticket(stripes.get(0))));
    ContiguousPlanner planner =
        new ContiguousPlanner(
            stripes, new ByteRange(0, 1), () -> ticket, new PoCache(), Direction.OFF, 1 << 20);
    List<FragmentGroup> groups =
        groups(planner, () -> new PlanContext(ClusterView.unknown(), Set.of(), true));
    assertThat(groups).hasSize(1);
    FragmentGroup group = groups.get(0);
    assertThat(group.absent().toArray()).containsExactly(1, 2, 3);
    assertThat(group.reads()).extracting(FragmentRead::index).containsExactly(0, 4);
    assertThat(group.lengthBytes()).isEqualTo(1);
  }
}
