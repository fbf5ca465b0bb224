package io.evenkeel.redis;

import io.evenkeel.core.model.StoredFragment;
import io.evenkeel.core.store.FragmentAssembly;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Takes the reply to {@code MGET head body} straight from the connection into the pooled buffer.
 * That is taken when the head is here, so a request that waits holds none.
 *
 * <p>The connection's thread writes, any thread may release: whoever finds the other one busy
 * leaves the buffer to it.
 */
final class FragmentReply implements Command.Reply {
  private enum State {
    IDLE,
    BUSY,
    BUSY_RELEASED,
    RELEASED
  }

  private final FragmentAssembly assembly;
  private final AtomicReference<State> state = new AtomicReference<>(State.IDLE);
  private IOException trouble;

  FragmentReply(FragmentAssembly assembly) {
    this.assembly = assembly;
  }

  @Override
  public void read(RespReader in) throws IOException {
    int parts = in.array();
    for (int part = 0; part < parts; part++) {
      int length = in.valueBytes();
      boolean[] taken = new boolean[1];
      if (trouble == null && part == 0) {
        assembly.requireHead(length);
        ByteBuffer head = value(in, length);
        taken[0] = true;
        whileHeld(() -> head(head));
      } else if (trouble == null && part == 1 && length >= 0) {
        whileHeld(() -> taken[0] = body(in, length));
      }
      if (!taken[0]) {
        in.skip(length);
      }
    }
  }

  private static ByteBuffer value(RespReader in, int length) throws IOException {
    if (length < 0) {
      return null;
    }
    ByteBuffer value = ByteBuffer.allocate(length);
    in.value(value);
    return value.flip();
  }

  private void head(ByteBuffer head) {
    try {
      assembly.head(head);
    } catch (IOException e) {
      trouble = e;
    }
  }

  /** Whether the body was taken off the connection. */
  private boolean body(RespReader in, int length) throws IOException {
    ByteBuffer room;
    try {
      room = assembly.roomForBody(length);
    } catch (IOException e) {
      trouble = e;
      return false;
    }
    in.value(room);
    return true;
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
