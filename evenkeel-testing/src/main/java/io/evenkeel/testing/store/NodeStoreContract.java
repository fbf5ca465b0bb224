package io.evenkeel.testing.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.FragmentKey;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.StoredFragment;
import io.evenkeel.core.port.BufferPool;
import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.CorruptFragmentException;
import io.evenkeel.core.port.MissingFragmentException;
import io.evenkeel.core.port.NodeStore;
import io.evenkeel.core.port.Pending;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What every {@link NodeStore} does. Each test has an empty node with {@link #CAPACITY_BYTES}. */
public abstract class NodeStoreContract {
  /** The memory of the node under test. */
  protected static final long CAPACITY_BYTES = 32L << 20;

  /** A time to live that never ends within a test. */
  protected static final Duration LONG = Duration.ofMinutes(10);

  protected static final CodeSpec CODE = CodeSpec.rs(4, 2);
  protected static final int MIB = 1 << 20;
  private static final AtomicLong SEEDS = new AtomicLong(System.nanoTime());

  protected final BufferPool buffers = new BufferPool(64L << 20, MIB);

  /** The store under test. */
  protected abstract NodeStore store();

  /** The node whose faults the hooks below cause. */
  protected abstract NodeId node();

  /** Flips a bit of a stored part. */
  protected abstract void corrupt(FragmentKey key, boolean body, int atByte);

  /** Removes a stored part behind the store's back. */
  protected abstract void drop(FragmentKey key, boolean body);

  /** The length of a stored part. */
  protected abstract int storedBytes(FragmentKey key, boolean body);

  /** Makes the node refuse, or no longer. */
  protected abstract void setDown(boolean down);

  /** Makes the node silent, or no longer. */
  protected abstract void setHung(boolean hung);

  /** When an operation on a hung node fails at the latest, with leeway for a busy machine. */
  protected abstract Duration patience();

  @AfterEach
  void everyBufferIsBack() {
    Answer.until("all buffers given back", () -> buffers.takenBytes() == 0);
  }

  protected static FragmentKey freshKey() {
    return Fragments.key(SEEDS.incrementAndGet(), 3, 5);
  }

  protected final Answer<Void> put(StoredFragment fragment, Duration timeToLive) {
    return Answer.of(then -> store().put(node(), fragment, timeToLive, then));
  }

  protected final Answer<StoredFragment> get(FragmentKey key) {
    return Answer.of(then -> store().get(node(), key, buffers, then));
  }

  protected final StoredFragment stored(int payloadBytes) {
    StoredFragment fragment = Fragments.full(freshKey(), CODE, payloadBytes);
    put(fragment, LONG).value();
    return fragment;
  }

  protected final void requireEqual(StoredFragment found, StoredFragment expected) {
    try {
      assertThat(found).isEqualTo(expected);
    } finally {
      buffers.give(found.payload());
    }
  }

  private void requireMissing(FragmentKey key) {
    assertThat(get(key).cause())
        .isInstanceOf(MissingFragmentException.class)
        .hasMessageContaining(node().toString());
  }

  @Test
  void get_givesWhatWasPut() {
    for (int payloadBytes : new int[] {0, 1, 16383, 16384, 16385, 65536, 700_001, MIB}) {
      StoredFragment fragment = stored(payloadBytes);
      requireEqual(get(fragment.key()).value(), fragment);
    }
  }

  @Test
  void get_keepsShortAndAbsentDataSubblocks() {
    StoredFragment fragment =
        Fragments.of(freshKey(), CODE, List.of(200_000, 200_000, 65_537, 0), 200_000);
    put(fragment, LONG).value();
    requireEqual(get(fragment.key()).value(), fragment);
  }

  @Test
  void put_leavesThePayloadAsItIs_andTakesAView() {
    byte[] array = new byte[200_100];
    new Random(7).nextBytes(array);
    StoredFragment model = Fragments.full(freshKey(), CODE, 200_000);
    ByteBuffer view = ByteBuffer.wrap(array, 50, 200_000);
    StoredFragment fragment =
        new StoredFragment(model.key(), CODE, model.dataLengthBytes(), model.dataChecksums(), view);
    put(fragment, LONG).value();
    assertThat(view.position()).isEqualTo(50);
    assertThat(view.remaining()).isEqualTo(200_000);
    requireEqual(get(fragment.key()).value(), fragment);
  }

  @Test
  void put_replaces() {
    StoredFragment large = stored(MIB);
    StoredFragment small = Fragments.full(large.key(), CODE, 100);
    put(small, LONG).value();
    StoredFragment found = get(large.key()).value();
    requireEqual(found, small);
  }

  @Test
  void get_missing() {
    requireMissing(freshKey());
  }

  @Test
  void get_partMissing() {
    for (boolean body : new boolean[] {false, true}) {
      StoredFragment fragment = stored(MIB);
      drop(fragment.key(), body);
      requireMissing(fragment.key());
    }
  }

  @Test
  void get_anyFlippedBit_isCorrupt() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int round = 0; round < 60; round++) {
      StoredFragment fragment = stored(round % 3 == 0 ? 1000 : 20_000 + random.nextInt(200_000));
      boolean body = round % 3 == 2;
      int at = random.nextInt(storedBytes(fragment.key(), body));
      corrupt(fragment.key(), body, at);
      assertThat(get(fragment.key()).cause())
          .as("seed %d, round %d, body %s, byte %d", seed, round, body, at)
          .isInstanceOf(CorruptFragmentException.class);
      assertThat(
              Answer.<Integer>of(t -> store().delete(node(), List.of(fragment.key()), t)).value())
          .isEqualTo(1);
    }
  }

  @Test
  void get_withoutRoomForABuffer_fails() {
    StoredFragment fragment = stored(MIB);
    BufferPool none = new BufferPool(100, 100);
    Answer<StoredFragment> answer =
        Answer.of(then -> store().get(node(), fragment.key(), none, then));
    assertThat(answer.cause()).hasMessageContaining("no room");
    assertThat(none.takenBytes()).isZero();
  }

  @Test
  void get_manyAtOnce() {
    List<StoredFragment> fragments = IntStream.range(0, 12).mapToObj(i -> stored(MIB)).toList();
    List<Answer<StoredFragment>> answers = fragments.stream().map(f -> get(f.key())).toList();
    for (int i = 0; i < answers.size(); i++) {
      requireEqual(answers.get(i).value(), fragments.get(i));
    }
  }

  @Test
  void delete_countsFragments() {
    List<FragmentKey> keys = new ArrayList<>();
    keys.add(stored(MIB).key());
    keys.add(stored(10).key());
    keys.add(freshKey());
    assertThat(Answer.<Integer>of(t -> store().delete(node(), keys, t)).value()).isEqualTo(2);
    keys.forEach(this::requireMissing);
    assertThat(Answer.<Integer>of(t -> store().delete(node(), List.of(), t)).value()).isZero();
  }

  @Test
  void timeToLive_endsAFragment_andRenewPutsItOff() {
    StoredFragment kept = stored(MIB);
    StoredFragment renewed = Fragments.full(freshKey(), CODE, MIB);
    put(renewed, Duration.ofSeconds(5)).value();
    StoredFragment brief = Fragments.full(freshKey(), CODE, MIB);
    put(brief, Duration.ofMillis(150)).value();
    List<FragmentKey> keys = List.of(renewed.key(), freshKey());
    assertThat(Answer.<Integer>of(t -> store().renew(node(), keys, LONG, t)).value()).isEqualTo(1);
    Answer.until("the brief fragment has expired", () -> !found(brief.key()));
    requireMissing(brief.key());
    requireEqual(get(kept.key()).value(), kept);
    Answer<Integer> shortened =
        Answer.of(t -> store().renew(node(), List.of(kept.key()), Duration.ofMillis(1), t));
    assertThat(shortened.value()).isEqualTo(1);
    Answer.until("the shortened fragment has expired", () -> !found(kept.key()));
    requireEqual(get(renewed.key()).value(), renewed);
  }

  private boolean found(FragmentKey key) {
    Answer<StoredFragment> answer = get(key);
    if (answer.succeeded()) {
      buffers.give(answer.value().payload());
      return true;
    }
    return false;
  }

  @Test
  void usedBytes_growsByWhatIsAllocated() {
    long before = usedBytes();
    for (int i = 0; i < 10; i++) {
      stored(MIB);
    }
    long allocated = 10 * store().allocatedBytes(MIB, CODE.dataCount());
    assertThat(usedBytes() - before).isBetween(allocated * 95 / 100, allocated * 115 / 100);
  }

  protected final long usedBytes() {
    return Answer.<Long>of(then -> store().usedBytes(node(), then)).value();
  }

  @Test
  void put_onAFullNode_isRefused_andNothingIsLost() {
    StoredFragment first = stored(MIB);
    Throwable refusal = null;
    for (int i = 0; i < 40 && refusal == null; i++) {
      Answer<Void> answer = put(Fragments.full(freshKey(), CODE, MIB), LONG);
      refusal = answer.succeeded() ? null : answer.cause();
    }
    assertThat(refusal).as("the refusal").isNotNull().hasMessageContaining(node().toString());
    requireEqual(get(first.key()).value(), first);
  }

  @Test
  void unknownNode_fails() {
    NodeId unknown = new NodeId("nowhere:1");
    assertThat(Answer.<Long>of(then -> store().usedBytes(unknown, then)).cause())
        .hasMessageContaining("nowhere:1");
  }

  @Test
  void downNode_failsEverything_andComesBack() {
    StoredFragment fragment = Fragments.full(freshKey(), CODE, MIB);
    setDown(true);
    requireFailsInTime();
    setDown(false);
    Answer.until("the node stores again", () -> put(fragment, LONG).succeeded());
    requireEqual(get(fragment.key()).value(), fragment);
  }

  @Test
  void hungNode_failsEverythingInTime_andComesBack() {
    StoredFragment fragment = stored(MIB);
    setHung(true);
    try {
      requireFailsInTime();
    } finally {
      setHung(false);
    }
    Answer.until("the node answers again", () -> found(fragment.key()));
  }

  private void requireFailsInTime() {
    long start = System.nanoTime();
    FragmentKey key = freshKey();
    List<Answer<?>> answers =
        List.of(
            put(Fragments.full(key, CODE, MIB), LONG),
            get(key),
            Answer.<Integer>of(t -> store().delete(node(), List.of(key), t)),
            Answer.<Integer>of(t -> store().renew(node(), List.of(key), LONG, t)),
            Answer.<Long>of(t -> store().usedBytes(node(), t)));
    answers.forEach(a -> assertThat(a.cause()).hasMessageContaining(node().toString()));
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(patience());
  }

  @Test
  void cancelled_isNeverCompleted_andHoldsNoBuffer() {
    StoredFragment fragment = stored(MIB);
    setHung(true);
    Answer<StoredFragment> cancelled = get(fragment.key());
    cancelled.cancel();
    cancelled.cancel();
    setHung(false);
    Answer.until("the node answers", () -> found(fragment.key()));
    assertThat(cancelled.calls()).isZero();
  }

  @Test
  void cancelled_anyTime_leavesNoBuffer() {
    StoredFragment fragment = stored(MIB);
    for (int i = 0; i < 200; i++) {
      AtomicInteger calls = new AtomicInteger();
      Pending pending = store().get(node(), fragment.key(), buffers, givingBack(calls));
      for (int spin = 0; spin < i * 50 && calls.get() == 0; spin++) {
        Thread.onSpinWait();
      }
      pending.cancel();
    }
  }

  private Completion<StoredFragment> givingBack(AtomicInteger calls) {
    return new Completion<>() {
      @Override
      public void done(StoredFragment found) {
        calls.incrementAndGet();
        buffers.give(found.payload());
      }

      @Override
      public void failed(Throwable cause) {
        calls.incrementAndGet();
      }
    };
  }
}
