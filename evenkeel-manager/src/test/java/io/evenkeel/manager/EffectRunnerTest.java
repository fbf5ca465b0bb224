package io.evenkeel.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.model.FragmentKey;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.StoredFragment;
import io.evenkeel.core.model.StoredRange;
import io.evenkeel.core.port.BufferPool;
import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.NodeStore;
import io.evenkeel.core.port.Pending;
import io.evenkeel.testing.manager.Stripes;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** More to do than a hung cache node lets be done: what is dropped, and what becomes of it. */
class EffectRunnerTest {
  private static final NodeId NODE = new NodeId("a:1");
  private static final long BYTES = 220;
  private static final int TOO_MANY = 5;
  private static final int MANY = EffectRunner.MAX_QUEUED + TOO_MANY;

  private final HeldStore store = new HeldStore();
  private final List<String> log = new ArrayList<>();
  private final Manager manager =
      new Manager(
          ManagerSettings.of(1 << 20, Duration.ofMinutes(1)),
          List.of(NODE),
          (bytes, k) -> bytes,
          () -> 42);
  private final EffectRunner runner =
      new EffectRunner(manager, store, Runnable::run, () -> 7L, log::add);

  private static List<Effect> deletes(int count) {
    return IntStream.range(0, count)
        .<Effect>mapToObj(i -> new Effect.Delete(Stripes.id(i), NODE, List.of(), BYTES))
        .toList();
  }

  private long usedBytes() {
    return manager.status(0).nodes().get(0).usedBytes();
  }

  @Test
  void removalsThatDoNotFit_stayAccountedFor_theRestIsDoneInTurn() {
    runner.run(deletes(MANY));
    assertThat(store.held).hasSize(EffectRunner.MAX_RUNNING);
    assertThat(usedBytes()).isEqualTo(TOO_MANY * BYTES);
    int done = 0;
    while (!store.held.isEmpty()) {
      assertThat(store.held).hasSizeLessThanOrEqualTo(EffectRunner.MAX_RUNNING);
      store.held.poll().done(1);
      done++;
    }
    assertThat(done).isEqualTo(EffectRunner.MAX_QUEUED);
    assertThat(usedBytes()).isEqualTo(TOO_MANY * BYTES);
    runner.run(deletes(1));
    assertThat(store.held).as("room again").hasSize(1);
  }

  @Test
  void removalsThatFail_stayAccountedForToo() {
    runner.run(deletes(MANY));
    while (!store.held.isEmpty()) {
      store.held.poll().failed(new IOException("no answer"));
    }
    assertThat(usedBytes()).isEqualTo(MANY * BYTES);
  }

  @Test
  void fullQueue_dropsRenewalsAndStillTellsPeople() {
    runner.run(deletes(EffectRunner.MAX_QUEUED + EffectRunner.MAX_RUNNING));
    runner.run(deletes(EffectRunner.MAX_RUNNING));
    long used = usedBytes();
    FragmentKey key = new FragmentKey(Stripes.id(1), 0, 2);
    runner.run(
        List.of(
            new Effect.Renew(Stripes.id(1), NODE, List.of(key), Duration.ofMinutes(1)),
            new Effect.Log("for people")));
    assertThat(log).containsExactly("for people");
    assertThat(usedBytes()).isEqualTo(used);
    while (!store.held.isEmpty()) {
      store.held.poll().done(1);
    }
    assertThat(store.renewals).isZero();
    runner.run(List.of(new Effect.Renew(Stripes.id(1), NODE, List.of(key), Duration.ofMinutes(1))));
    assertThat(store.renewals).as("the next one fits").isOne();
  }

  /** A node that takes requests and answers when the test says so. */
  private static final class HeldStore implements NodeStore {
    final Deque<Completion<Integer>> held = new ArrayDeque<>();
    int renewals;

    @Override
    public List<NodeId> nodes() {
      return List.of(NODE);
    }

    @Override
    public Pending put(
        NodeId node, StoredFragment fragment, Duration timeToLive, Completion<Void> then) {
      throw new AssertionError("a manager stores nothing");
    }

    @Override
    public Pending get(
        NodeId node, FragmentKey key, BufferPool buffers, Completion<StoredFragment> then) {
      throw new AssertionError("a manager reads nothing");
    }

    @Override
    public Pending getRange(
        NodeId node,
        FragmentKey key,
        int offset,
        int lengthBytes,
        BufferPool buffers,
        Completion<StoredRange> then) {
      throw new AssertionError("a manager reads nothing");
    }

    @Override
    public Pending delete(NodeId node, List<FragmentKey> keys, Completion<Integer> then) {
      held.add(then);
      return Pending.DONE;
    }

    @Override
    public Pending renew(
        NodeId node, List<FragmentKey> keys, Duration timeToLive, Completion<Integer> then) {
      renewals++;
      return Pending.DONE;
    }

    @Override
    public Pending usedBytes(NodeId node, Completion<Long> then) {
      return Pending.DONE;
    }

    @Override
    public long allocatedBytes(int payloadBytes, int dataCount) {
      return payloadBytes;
    }

    @Override
    public void close() {}
  }
}
