package io.evenkeel.client.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ArrayReadsTest {
  private static final int COPY = ArrayReads.COPY_BYTES;
  private final List<IOException> untold = new ArrayList<>();
  private long position;
  private long length = 1 << 20;
  private long failsAt = Long.MAX_VALUE;

  /** Byte after byte its position, as many as are asked for. */
  private int source(byte[] target, int offset, int asked) throws IOException {
    if (position >= failsAt) {
      throw new IOException("for the test");
    }
    int count = (int) Math.min(asked, length - position);
    for (int i = 0; i < count; i++) {
      target[offset + i] = (byte) position++;
    }
    return count == 0 ? -1 : count;
  }

  private int read(ByteBuffer target) throws IOException {
    return ArrayReads.read(this::source, target, untold::add);
  }

  @Test
  void directBuffer_isFilledAsAnArrayIs() throws IOException {
    ByteBuffer direct = ByteBuffer.allocateDirect(3 * COPY + 5);
    assertThat(read(direct)).isEqualTo(3 * COPY + 5);
    assertThat(direct.hasRemaining()).isFalse();
    for (int i = 0; i < direct.limit(); i += 1001) {
      assertThat(direct.get(i)).isEqualTo((byte) i);
    }
  }

  @Test
  void directBuffer_endsWithTheSource() throws IOException {
    length = 2L * COPY;
    ByteBuffer direct = ByteBuffer.allocateDirect(3 * COPY);
    assertThat(read(direct)).isEqualTo(2 * COPY);
    assertThat(read(direct)).isEqualTo(-1);
    assertThat(direct.position()).isEqualTo(2 * COPY);
  }

  @Test
  void whatFailsAfterSomeBytes_isNotThrown() throws IOException {
    failsAt = COPY;
    ByteBuffer direct = ByteBuffer.allocateDirect(2 * COPY);
    assertThat(read(direct)).isEqualTo(COPY);
    assertThat(untold).hasSize(1);
  }

  @Test
  void readOnlyBuffer_losesNoByte() {
    for (ByteBuffer any : new ByteBuffer[] {ByteBuffer.allocate(9), ByteBuffer.allocateDirect(9)}) {
      ByteBuffer readOnly = any.asReadOnlyBuffer();
      assertThatThrownBy(() -> read(readOnly)).isInstanceOf(ReadOnlyBufferException.class);
      assertThatThrownBy(() -> ArrayReads.readOnce(this::source, readOnly, 9))
          .isInstanceOf(ReadOnlyBufferException.class);
    }
    assertThat(position).isZero();
  }
}
