package io.evenkeel.client.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

class TinyReadsTest {
  private static final int MANY = 64;
  private final byte[] file = random(10_000);
  private final List<IOException> untold = new ArrayList<>();
  private final TinyReads tiny = new TinyReads(untold::add);
  private int sourceAt;
  private int sourceReads;

  private int failsAt = Integer.MAX_VALUE;

  private int source(byte[] target, int offset, int length) throws IOException {
    sourceReads++;
    if (sourceAt >= failsAt) {
      failsAt = Integer.MAX_VALUE;
      throw new IOException("for the test");
    }
    int count = Math.min(length, Math.min(1500, file.length - sourceAt));
    System.arraycopy(file, sourceAt, target, offset, count);
    sourceAt += count;
    return count == 0 ? -1 : count;
  }

  private int readOne() throws IOException {
    return tiny.readOne(this::source, false);
  }

  @Test
  void manyTinyReads_areTheSourcesBytes_byFewOfItsReads() throws IOException {
    for (byte expected : file) {
      assertThat(readOne()).isEqualTo(expected & 0xff);
    }
    assertThat(readOne()).isEqualTo(-1);
    assertThat(sourceReads).isLessThan(MANY + 12);
  }

  @Test
  void fewTinyReads_areTheSourcesOwn() throws IOException {
    for (int i = 0; i < MANY; i++) {
      readOne();
    }
    assertThat(tiny.ahead()).isZero();
    assertThat(sourceReads).isEqualTo(MANY);
  }

  @Test
  void largerRead_getsWhatIsThere_andMovesStayWithinIt() throws IOException {
    for (int i = 0; i <= MANY; i++) {
      readOne();
    }
    assertThat(tiny.ahead()).isEqualTo(1499);
    byte[] some = new byte[2000];
    assertThat(tiny.readSome(this::source, false, some, 7, 100)).isEqualTo(100);
    assertThat(some[7]).isEqualTo(file[MANY + 1]);
    assertThat(tiny.move(-101)).isTrue();
    assertThat(readOne()).isEqualTo(file[MANY] & 0xff);
    assertThat(tiny.move(-2)).as("before what is there").isFalse();
    assertThat(tiny.move(1500)).as("beyond it").isFalse();
    assertThat(tiny.move(1499)).isTrue();
    assertThat(tiny.ahead()).isZero();
  }

  @Test
  void readBeyondWhatIsThere_isWhole() throws IOException {
    for (int i = 0; i <= MANY; i++) {
      readOne();
    }
    tiny.move(1499 - 30);
    byte[] some = new byte[1000];
    assertThat(tiny.readSome(this::source, false, some, 0, 200)).isEqualTo(200);
    assertThat(some).startsWith(Arrays.copyOfRange(file, MANY + 1470, MANY + 1670));
    tiny.move(tiny.ahead() - 30);
    assertThat(tiny.readSome(this::source, false, some, 0, 1000)).as("large").isEqualTo(1000);
    assertThat(some).isEqualTo(Arrays.copyOfRange(file, sourceAt - 1000, sourceAt));
    assertThat(tiny.ahead()).isZero();
  }

  @Test
  void whatFailsAfterWhatIsThere_isNotThrown() throws IOException {
    for (int i = 0; i <= MANY; i++) {
      readOne();
    }
    tiny.move(1499 - 30);
    failsAt = sourceAt;
    byte[] some = new byte[200];
    assertThat(tiny.readSome(this::source, false, some, 0, 200)).isEqualTo(30);
    assertThat(untold)
        .singleElement(InstanceOfAssertFactories.THROWABLE)
        .hasMessage("for the test");
    assertThat(tiny.readSome(this::source, false, some, 0, 200)).isEqualTo(200);
  }

  @Test
  void forgotten_startsToCountAgain() throws IOException {
    for (int i = 0; i <= MANY; i++) {
      readOne();
    }
    tiny.forget();
    assertThat(tiny.ahead()).isZero();
    readOne();
    assertThat(tiny.ahead()).as("one more is the source's own").isZero();
  }

  @Test
  void aLargerReadOfTheSource_startsToCountAgain() throws IOException {
    for (int i = 0; i < MANY; i++) {
      readOne();
    }
    int large = TinyReads.TINY_BYTES + 1;
    assertThat(tiny.readSome(this::source, false, new byte[large], 0, large)).isEqualTo(large);
    readOne();
    assertThat(tiny.ahead()).isZero();
  }

  @Test
  void ofAClosedStream_nothingIsReadAhead() throws IOException {
    for (int i = 0; i <= MANY; i++) {
      tiny.readOne(this::source, true);
    }
    assertThat(tiny.ahead()).isZero();
  }

  @Test
  void closedWhileSomethingIsThere_staysWhereItIs() throws IOException {
    for (int i = 0; i <= MANY; i++) {
      readOne();
    }
    TinyReads.Source closed =
        (target, offset, length) -> {
          throw new IOException("Stream closed");
        };
    byte[] large = new byte[1000];
    assertThatThrownBy(() -> tiny.readSome(closed, true, large, 0, 1000))
        .hasMessage("Stream closed");
    assertThat(tiny.ahead()).isEqualTo(1499);
  }

  private static byte[] random(int length) {
    byte[] bytes = new byte[length];
    new SplittableRandom(3).nextBytes(bytes);
    return bytes;
  }
}
