package io.evenkeel.core.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class BufferPoolTest {
  private static final int UNIT = 100;

  private static List<ByteBuffer> take(BufferPool pool, int count) {
    List<ByteBuffer> taken = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      taken.add(pool.take(UNIT).orElseThrow());
    }
    return taken;
  }

  @Test
  void exhaustedHeap_doesNotShrinkThePool() {
    AtomicBoolean exhausted = new AtomicBoolean(true);
    BufferPool pool =
        new BufferPool(
            UNIT,
            UNIT,
            length -> {
              if (exhausted.get()) {
                throw new OutOfMemoryError("for the test");
              }
              return new byte[length];
            });
    assertThatThrownBy(() -> pool.take(UNIT)).isInstanceOf(OutOfMemoryError.class);
    assertThat(pool.takenBytes()).isZero();
    exhausted.set(false);
    assertThat(pool.take(UNIT)).isPresent();
  }

  @Test
  void trim_letsGoOfWhatNobodyNeededSinceTheLastOne() {
    BufferPool pool = new BufferPool(10 * UNIT, UNIT);
    take(pool, 5).forEach(pool::give);
    assertThat(pool.trim()).isTrue();
    assertThat(pool.keptBytes()).isEqualTo(5 * UNIT);
    List<ByteBuffer> two = take(pool, 2);
    two.forEach(pool::give);
    assertThat(pool.trim()).isTrue();
    assertThat(pool.keptBytes()).isEqualTo(2 * UNIT);
    assertThat(pool.trim()).isFalse();
    assertThat(pool.keptBytes()).isZero();
  }

  @Test
  void littleIsTakenFromLittle_andNothingBeyondTheLimitIsKept() {
    int kib = 1024;
    BufferPool pool = new BufferPool(1 << 20, 1 << 20);
    assertThat(pool.capacityBytes(1)).isEqualTo(16 * kib);
    assertThat(pool.capacityBytes(16 * kib + 1)).isEqualTo(32 * kib);
    assertThat(pool.capacityBytes(512 * kib + 1)).isEqualTo(1 << 20);
    assertThat(pool.capacityBytes(2 << 20)).isEqualTo(2 << 20);
    List<ByteBuffer> many = new ArrayList<>();
    for (int i = 0; i < 64; i++) {
      many.add(pool.take(9 * kib).orElseThrow());
    }
    assertThat(pool.take(1)).isEmpty();
    many.forEach(pool::give);
    assertThat(pool.keptBytes()).isEqualTo(1 << 20);
    ByteBuffer half = pool.take(500 * kib).orElseThrow();
    assertThat(half.capacity()).isEqualTo(512 * kib);
    assertThat(pool.keptBytes()).isEqualTo(512L * kib);
    pool.give(half);
    assertThat(pool.keptBytes()).isEqualTo(1 << 20);
    assertThat(pool.take(500 * kib).orElseThrow().array()).isSameAs(half.array());
  }
}
