package io.evenkeel.policy.direct;

import static io.evenkeel.policy.direct.Groups.node;
import static io.evenkeel.policy.direct.Groups.partition;
import static io.evenkeel.policy.direct.Groups.view;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.coding.IndexSet;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.policy.direct.ProbeStep.Ask;
import io.evenkeel.policy.direct.ProbeStep.ConditionalRead;
import io.evenkeel.policy.direct.ProbeStep.Decided;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Whom each plan asks, by hand; and that staged probing decides as what it saves would. */
class ProbePlansTest {
  private static final LoadDirector LMLF = new LeastMarginalLoad();
  private static final LoadDirector LLF = new LeastLatency();

  private static List<Integer> asked(ProbeStep step) {
    List<Integer> numbers = new ArrayList<>();
    for (NodeId node : new TreeSet<>(((Ask) step).nodes())) {
      numbers.add(Integer.parseInt(node.host().substring("node".length())));
    }
    return numbers;
  }

  private static ProbeStep answer(ProbeStep step, QueueView exact) {
    if (step instanceof ConditionalRead read) {
      return Groups.answer(read, exact.queue(read.node()));
    }
    Map<NodeId, Long> answers = new HashMap<>();
    for (NodeId node : ((Ask) step).nodes()) {
      if (exact.queue(node).isReachable()) {
        answers.put(node, (long) exact.queue(node).queuedBytes());
      }
    }
    return ((Ask) step).answered(answers);
  }

  private static Decided decided(int... indexes) {
    return new Decided(new ReadOption(0, IndexSet.of(indexes)));
  }

  private static ProbeStep begin(ProbePlan plan, String code, long d, QueueView known) {
    return plan.begin(LMLF, new DirectedRead(partition(code), d), known, Groups.random(1));
  }

  private static final QueueView TEN = view(0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

  @Example
  void full_asksNineOfReedSolomonAndTenOfTheLocalCode() {
    assertThat(asked(begin(new FullProbing(), "rs-6-3", 1, TEN)))
        .containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8);
    assertThat(asked(begin(new FullProbing(), "lrc-6-2-2", 1, TEN)))
        .containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
  }

  @Example
  void powerOfTwo_asksSevenAndFour() {
    assertThat(asked(begin(new PowerOfTwo(), "rs-6-3", 1, TEN))).hasSize(7).contains(0);
    assertThat(asked(begin(new PowerOfTwo(), "lrc-6-2-2", 1, TEN))).containsExactly(0, 1, 2, 6);
    assertThat(asked(begin(new PowerOfTwo(), "none-6-0", 1, TEN))).containsExactly(0);
  }

  @Example
  void staged_asksTheOthersOnlyWhereTheyMatter() {
    // xor-3-1 with D = 2: nothing that others answer matters up to Q0 = (k - 1) D / 2 = 2.
    StagedProbing staged = new StagedProbing(new PowerOfTwo());
    ProbeStep first = begin(staged, "xor-3-1", 2, TEN);
    ConditionalRead read = (ConditionalRead) first;
    assertThat(read.node()).isEqualTo(node(0));
    assertThat(read.normal()).isEqualTo(decided(0).option());
    assertThat(read.queuedBytesMax()).isEqualTo(2);
    assertThat(answer(first, view(2, 0, 0, 0))).isEqualTo(decided(0));
    ProbeStep second = answer(first, view(10, 1, 2, 3));
    assertThat(asked(second)).containsExactly(1, 2, 3);
    assertThat(answer(second, view(10, 1, 2, 3))).isEqualTo(decided(1, 2, 3));
    assertThat(answer(answer(first, view(8, 1, 2, 3)), view(8, 1, 2, 3))).isEqualTo(decided(0));
  }

  @Example
  void staged_weighsRates() {
    // D / 2 S: 1 on node 0; 0.1 each on the others, so Q0 / S0 + 1 is above 0.3 from the start.
    Map<NodeId, NodeQueue> rates = new HashMap<>();
    rates.put(node(0), new NodeQueue(0, 1));
    IntStream.rangeClosed(1, 3).forEach(i -> rates.put(node(i), new NodeQueue(0, 10)));
    ProbeStep first = begin(new StagedProbing(new PowerOfTwo()), "xor-3-1", 2, QueueView.of(rates));
    assertThat(asked(first)).as("all at once").containsExactly(0, 1, 2, 3);
    assertThat(((Ask) first).answered(Map.of(node(0), 0L, node(1), 0L, node(2), 0L, node(3), 0L)))
        .isEqualTo(decided(1, 2, 3));
  }

  @Example
  void whoeverDoesNotAnswer_isInfinitelyLoaded() {
    ProbeStep first = begin(new PowerOfTwo(), "xor-3-1", 2, TEN);
    assertThat(answer(first, view(1000, 0, -1, 0))).isEqualTo(decided(0));
    assertThat(answer(first, view(-1, 1000, 1000, 1000))).isEqualTo(decided(1, 2, 3));
    assertThat(answer(first, view(-1, -1, 0, 0))).as("no way at all").isEqualTo(decided(0));
  }

  @Example
  void whoIsKnownToBeDead_isNotAsked() {
    QueueView known = view(-1, 0, 0, -1, 0, 0, 0, 0, 0);
    ProbeStep staged = begin(new StagedProbing(new PowerOfTwo()), "rs-6-3", 1, known);
    assertThat(asked(staged)).hasSize(6).doesNotContain(0, 3);
    assertThat(asked(begin(new FullProbing(), "rs-6-3", 1, known))).hasSize(7);
    QueueView nobody = node -> NodeQueue.UNREACHABLE;
    assertThat(begin(new FullProbing(), "rs-6-3", 1, nobody)).isEqualTo(decided(0));
    assertThat(begin(new StagedProbing(new FullProbing()), "rs-6-3", 1, nobody))
        .isEqualTo(decided(0));
  }

  @Example
  void whereAllThatWereAskedAreDead_theOthersAreAsked() {
    for (ProbePlan plan : List.of(new PowerOfTwo(), new StagedProbing(new PowerOfTwo()))) {
      ProbeStep step = begin(plan, "rs-2-2", 1, view(0, 0, 0, 0));
      // The original and one more are dead, so that one drawn pair in three is whole.
      QueueView exact = view(-1, 5, -1, 5);
      while (!(step instanceof Decided)) {
        step = answer(step, exact);
      }
      assertThat(step).isEqualTo(decided(1, 3));
    }
  }

  private record Draw(DirectedRead read, QueueView known, QueueView exact) {}

  /** Any code, rates and queues, some of these on the verge of a tie; some nodes dead. */
  private static Draw draw(SplittableRandom random, CodedPartition partition) {
    long d = 1 + random.nextLong(random.nextBoolean() ? 8 : 1 << 22);
    boolean equalRates = random.nextInt(3) == 0;
    boolean deaths = random.nextInt(10) == 0;
    double scale = d * Math.pow(10, random.nextDouble(-1, 1));
    Map<NodeId, NodeQueue> known = new HashMap<>();
    Map<NodeId, NodeQueue> exact = new HashMap<>();
    int nodes = partition.nodes().size();
    for (int n = 0; n < nodes; n++) {
      double rate = equalRates ? 4e6 : random.nextDouble(1, 100);
      long queued = random.nextInt(3) == 0 ? 0 : (long) (random.nextDouble() * scale);
      if (n == 0) {
        queued *= random.nextInt(2 * nodes);
        queued = random.nextInt(4) == 0 ? (nodes - 3) * d / 2 : queued;
      }
      boolean isKnownDead = deaths && random.nextInt(6) == 0;
      boolean isDead = isKnownDead || (deaths && random.nextInt(6) == 0);
      known.put(node(n), isKnownDead ? NodeQueue.UNREACHABLE : new NodeQueue(0, rate));
      exact.put(node(n), isDead ? NodeQueue.UNREACHABLE : new NodeQueue(queued, rate));
    }
    return new Draw(new DirectedRead(partition, d), QueueView.of(known), QueueView.of(exact));
  }

  /** A thousand draws each. */
  @Property(tries = 1000)
  void staged_isPowerOfTwo_decisionForDecision(@ForAll long seed) {
    int saved = assertSameDecisions(seed, new PowerOfTwo(), LMLF);
    assertThat(saved).isPositive();
  }

  @Property(tries = 100)
  void staged_isFullProbing_decisionForDecision(@ForAll long seed) {
    assertSameDecisions(seed, new FullProbing(), LMLF);
    assertSameDecisions(seed, new FullProbing(), LLF);
    assertSameDecisions(seed, new PowerOfTwo(), LLF);
  }

  private static final List<CodedPartition> PARTITIONS =
      List.of(
          partition("rs-6-3"),
          partition("lrc-6-2-2"),
          partition("rs-10-4"),
          partition("xor-3-1"),
          partition("rs-3-2"));

  private static final Map<CodedPartition, List<IndexSet>> SETS =
      PARTITIONS.stream().collect(Collectors.toMap(p -> p, p -> Groups.all(p.sets())));

  private static int assertSameDecisions(long seed, ProbePlan plan, LoadDirector director) {
    SplittableRandom random = new SplittableRandom(seed);
    int[] probes = {0};
    int[] stagedProbes = {0};
    for (int i = 0; i < 1000; i++) {
      Draw draw = draw(random, PARTITIONS.get(random.nextInt(PARTITIONS.size())));
      long drawSeed = random.nextLong();
      ProbeStep atOnce = plan.begin(director, draw.read(), draw.known(), Groups.random(drawSeed));
      ProbeStep staged =
          new StagedProbing(plan)
              .begin(director, draw.read(), draw.known(), Groups.random(drawSeed));
      Decided decision = Groups.decide(atOnce, draw.exact(), probes);
      Decided same = Groups.decide(staged, draw.exact(), stagedProbes);
      if (!same.equals(decision)) {
        throw new AssertionError(
            "draw %d of seed %d: %s at once, %s staged".formatted(i, seed, decision, same));
      }
      assertAlive(draw, decision.option());
    }
    assertThat(stagedProbes[0]).isLessThanOrEqualTo(probes[0]);
    return probes[0] - stagedProbes[0];
  }

  /** Dead nodes are read only where every way has some. */
  private static void assertAlive(Draw draw, ReadOption option) {
    CodedPartition partition = draw.read().partition();
    if (!partition.isReachable(option, draw.exact())) {
      assertThat(partition.isReachable(draw.read().original(), draw.exact())).isFalse();
      for (IndexSet set : SETS.get(partition)) {
        assertThat(partition.isReachable(new ReadOption(0, set), draw.exact())).isFalse();
      }
    }
  }
}
