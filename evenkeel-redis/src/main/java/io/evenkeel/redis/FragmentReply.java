package io.evenkeel.redis;

import io.evenkeel.core.store.FragmentAssembly;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Takes a fragment's head and body straight from the connection into the pooled buffer. That is
 * taken when the head is here, so a request that waits holds none.
 *
 * <p>The connection's thread writes, any thread may release: whoever finds the other one busy
 * leaves the buffer to it.
 */
final class FragmentReply {
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

  /** The reply to {@code MGET head body}. */
  void readBoth(RespReader in) throws IOException {
    int parts = in.array();
    for (int part = 0; part < parts; part++) {
      switch (part) {
        case 0 -> readHead(in);
        case 1 -> readBody(in);
        default -> in.skip(in.valueBytes());
      }
    }
  }

  /** The reply to {@code MGET head}: what is no text is not there, as with both. */
  void readHeadAlone(RespReader in) throws IOException {
    int parts = in.array();
    for (int part = 0; part < parts; part++) {
      if (part == 0) {
        readHead(in);
      } else {
        in.skip(in.valueBytes());
      }
    }
  }

  private void readHead(RespReader in) throws IOException {
    int length = in.valueBytes();
    assembly.requireHead(length);
    ByteBuffer head = value(in, length);
    whileHeld(() -> head(head));
  }

  /** The reply to {@code GETRANGE body from to}: empty for a body that is not there. */
  void readRangeOfBody(RespReader in) throws IOException {
    try {
      readBody(in, 1);
    } catch (RefusedException e) {
      if (!Remedy.isDenial(e)) {
        throw e;
      }
      trouble = trouble == null ? new RangesRefusedException(e) : trouble;
    }
  }

  private void readBody(RespReader in) throws IOException {
    readBody(in, 0);
  }

  /**
   * @param lengthMin what is shorter is not there
   */
  private void readBody(RespReader in, int lengthMin) throws IOException {
    int length = in.valueBytes();
    boolean[] taken = new boolean[1];
    if (trouble == null && length >= lengthMin) {
      whileHeld(() -> taken[0] = body(in, length));
    }
    if (!taken[0]) {
      in.skip(length);
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

  /** What is made of it; called on the connection's thread when the reply is complete. */
  interface Result<T> {
    T of(FragmentAssembly assembly) throws IOException;
  }

  <T> T result(Result<T> result) throws IOException {
    if (trouble != null) {
      throw trouble;
    }
    AtomicReference<T> made = new AtomicReference<>();
    whileHeld(() -> made.set(result.of(assembly)));
    if (made.get() == null) {
      throw new IOException("the read was withdrawn");
    }
    return made.get();
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
