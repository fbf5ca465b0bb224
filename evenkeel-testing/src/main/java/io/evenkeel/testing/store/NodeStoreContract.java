package io.evenkeel.testing.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.FragmentKey;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.StoredFragment;
import io.evenkeel.core.model.StoredRange;
import io.evenkeel.core.model.SubblockChecksums;
import io.evenkeel.core.port.BufferPool;
import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.CorruptFragmentException;
import io.evenkeel.core.port.MissingFragmentException;
import io.evenkeel.core.port.NodeStore;
import io.evenkeel.core.port.Pending;
import io.evenkeel.seeds.Seeds;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What every {@link NodeStore} does. Each test has an empty node with {@link #CAPACITY_BYTES}. */
public abstract class NodeStoreContract extends CatalogueContract {
  /** The memory of the node under test. */
  protected static final long CAPACITY_BYTES = 32L << 20;

  protected static final CodeSpec CODE = CodeSpec.rs(4, 2);
  protected static final int MIB = 1 << 20;
  private static final int CHUNK = SubblockChecksums.CHUNK_BYTES;

  protected final BufferPool buffers = new BufferPool(64L << 20, MIB);

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
    return Fragments.key(KEYS.incrementAndGet(), 3, 5);
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
    int[] lengths = {0, 1, 16383, 16384, 16385, 65536, 524_352, 524_353, 700_001, MIB};
    for (int payloadBytes : lengths) {
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
    long seed = Seeds.one();
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

  protected final Answer<StoredRange> getRange(FragmentKey key, int offset, int lengthBytes) {
    return Answer.of(then -> store().getRange(node(), key, offset, lengthBytes, buffers, then));
  }

  private void requirePart(StoredFragment of, int offset, int lengthBytes) {
    StoredRange found = getRange(of.key(), offset, lengthBytes).value();
    try {
      assertThat(found)
          .isEqualTo(
              new StoredRange(
                  of.key(),
                  of.code(),
                  of.dataLengthBytes(),
                  of.dataChecksums(),
                  of.payload().remaining(),
                  offset,
                  of.payload().slice(offset, lengthBytes)));
    } finally {
      buffers.give(found.bytes());
    }
  }

  @Test
  void getRange_givesAnyPartOfWholeChunks() {
    for (int payloadBytes : new int[] {1, 16_384, CHUNK, CHUNK + 1, CHUNK + 64, 700_001, MIB}) {
      StoredFragment fragment = stored(payloadBytes);
      for (int offset = 0; offset < payloadBytes; offset += CHUNK) {
        requirePart(fragment, offset, Math.min(CHUNK, payloadBytes - offset));
        requirePart(fragment, offset, payloadBytes - offset);
      }
    }
  }

  @Test
  void getRange_ofNoWholeChunks_isAnError() {
    StoredFragment fragment = stored(MIB);
    assertThat(getRange(fragment.key(), 100, CHUNK).cause())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("asked were " + CHUNK + " from 100");
    assertThat(getRange(fragment.key(), 0, 0).cause())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("asked were 0 from 0");
    for (int length : new int[] {100, MIB + 1, 2 * MIB}) {
      assertThat(getRange(fragment.key(), 0, length).cause())
          .isInstanceOf(CorruptFragmentException.class)
          .hasMessageContaining(Integer.toString(length));
    }
  }

  @Test
  void getRange_missing() {
    assertThat(getRange(freshKey(), 0, CHUNK).cause()).isInstanceOf(MissingFragmentException.class);
    for (boolean body : new boolean[] {false, true}) {
      StoredFragment fragment = stored(MIB);
      drop(fragment.key(), body);
      assertThat(getRange(fragment.key(), CHUNK, CHUNK).cause())
          .isInstanceOf(MissingFragmentException.class);
    }
  }

  @Test
  void getRange_ofData_isVerifiedChunkByChunk() {
    StoredFragment any = Fragments.full(Fragments.key(KEYS.incrementAndGet(), 0, 1), CODE, MIB);
    int[][] crcs = new int[CODE.dataCount()][MIB / CHUNK];
    crcs[1] = SubblockChecksums.of(any.payload());
    StoredFragment data =
        new StoredFragment(
            any.key(), CODE, any.dataLengthBytes(), new SubblockChecksums(crcs), any.payload());
    put(data, LONG).value();
    requirePart(data, 3 * CHUNK, 2 * CHUNK);
    corrupt(data.key(), true, 4 * CHUNK + 17);
    assertThat(getRange(data.key(), 3 * CHUNK, 2 * CHUNK).cause())
        .isInstanceOf(CorruptFragmentException.class);
    requirePart(data, 5 * CHUNK, CHUNK);
  }

  @Test
  void getRange_ofACorruptHeader_isCorrupt() {
    StoredFragment fragment = stored(MIB);
    corrupt(fragment.key(), false, 100);
    assertThat(getRange(fragment.key(), 0, CHUNK).cause())
        .isInstanceOf(CorruptFragmentException.class);
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

  /** Short ones have no body: only the head says whether there is one. */
  @Test
  void renew_findsFragmentsOfEveryLength() {
    for (int bytes : new int[] {1, 10, 16_383, 16_384, MIB}) {
      List<FragmentKey> keys = List.of(stored(bytes).key());
      assertThat(Answer.<Integer>of(t -> store().renew(node(), keys, LONG, t)).value())
          .as("%d bytes", bytes)
          .isEqualTo(1);
    }
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
    long before = settledBytes();
    for (int i = 0; i < 10; i++) {
      stored(MIB);
    }
    long allocated = 10 * store().allocatedBytes(MIB, CODE.dataCount());
    Answer.until(
        "between 95 and 115 % of " + allocated + " bytes more than " + before + " are used",
        () -> {
          long grown = usedBytes() - before;
          return grown >= allocated * 95 / 100 && grown <= allocated * 115 / 100;
        });
  }

  /** What is used once a node has ended freeing in the background. */
  private long settledBytes() {
    Answer.until("an empty node is nearly empty", () -> usedBytes() < MIB / 2);
    return usedBytes();
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
            getRange(key, 0, CHUNK),
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
      Pending pending =
          store().get(node(), fragment.key(), buffers, givingBack(calls, StoredFragment::payload));
      for (int spin = 0; spin < i * 50 && calls.get() == 0; spin++) {
        Thread.onSpinWait();
      }
      pending.cancel();
      cancelRange(fragment.key(), i * 50);
    }
  }

  private void cancelRange(FragmentKey key, int spins) {
    AtomicInteger calls = new AtomicInteger();
    Pending pending =
        store()
            .getRange(
                node(), key, CHUNK, CHUNK, buffers, givingBack(calls, range -> range.bytes()));
    for (int spin = 0; spin < spins && calls.get() == 0; spin++) {
      Thread.onSpinWait();
    }
    pending.cancel();
  }

  private <T> Completion<T> givingBack(AtomicInteger calls, Function<T, ByteBuffer> buffer) {
    return new Completion<>() {
      @Override
      public void done(T found) {
        calls.incrementAndGet();
        buffers.give(buffer.apply(found));
      }

      @Override
      public void failed(Throwable cause) {
        calls.incrementAndGet();
      }
    };
  }
}
