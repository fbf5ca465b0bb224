package io.evenkeel.redis;

import io.evenkeel.core.model.StoredFragment;
import io.evenkeel.core.store.FragmentAssembly;
import io.lettuce.core.output.CommandOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Takes the reply to {@code MGET head body} straight from the connection's buffer into the pooled
 * one. The pooled buffer is taken when the head is here, so a request that waits holds none.
 *
 * <p>The connection's thread writes, any thread may release: whoever finds the other one busy
 * leaves the buffer to it.
 */
final class FragmentOutput extends CommandOutput<String, ByteBuffer, StoredFragment> {
  private enum State {
    IDLE,
    BUSY,
    BUSY_RELEASED,
    RELEASED
  }

  private final FragmentAssembly assembly;
  private final AtomicReference<State> state = new AtomicReference<>(State.IDLE);
  private int parts;
  private IOException trouble;

  FragmentOutput(FragmentAssembly assembly) {
    super(PartsCodec.INSTANCE, null);
    this.assembly = assembly;
  }

  @Override
  public void set(ByteBuffer bytes) {
    int part = parts++;
    if (trouble != null || part > 1) {
      return;
    }
    try {
      whileHeld(
          () -> {
            if (part == 0) {
              assembly.head(bytes);
            } else {
              assembly.body(bytes);
            }
          });
    } catch (IOException e) {
      trouble = e;
    }
  }

  /** Called on the connection's thread when the reply is complete. */
  StoredFragment fragment() throws IOException {
    if (trouble != null) {
      throw trouble;
    }
    StoredFragment[] made = new StoredFragment[1];
    whileHeld(() -> made[0] = assembly.fragment());
    if (made[0] == null) {
      throw new IOException("the read was withdrawn");
    }
    return made[0];
  }

  private interface Work {
    void run() throws IOException;
  }

  private void whileHeld(Work work) throws IOException {
    if (!state.compareAndSet(State.IDLE, State.BUSY)) {
      return;
    }
    try {
      work.run();
    } finally {
      if (!state.compareAndSet(State.BUSY, State.IDLE)) {
        state.set(State.RELEASED);
        assembly.release();
      }
    }
  }

  /** Gives back what has been taken, at once or when the writer has stopped. Never blocks. */
  void release() {
    // The writer may become idle or busy between two looks.
    while (true) {
      if (state.compareAndSet(State.IDLE, State.RELEASED)) {
        assembly.release();
        return;
      }
      if (state.compareAndSet(State.BUSY, State.BUSY_RELEASED)
          || state.get() == State.BUSY_RELEASED
          || state.get() == State.RELEASED) {
        return;
      }
    }
  }
}
