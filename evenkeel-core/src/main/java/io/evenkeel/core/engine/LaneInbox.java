package io.evenkeel.core.engine;

import io.evenkeel.core.model.SubblockChecksums;
import io.evenkeel.core.port.LaneSource;
import io.evenkeel.core.port.Slice;
import java.nio.ByteBuffer;

/**
 * What one opening of a lane brings, on the lane's own thread, which hands it to the read. What an
 * earlier opening still brings is given back.
 */
final class LaneInbox implements LaneSource.Receiver {
  private final LanePorts ports;
  private final ReadLane lane;

  /** When the lane's thread last went back to the lane. Written by that thread. */
  private volatile long resumedNanos;

  /** Whether it does the read's work, for what others have brought, too, and is not at the lane. */
  private volatile boolean isAway;

  LaneInbox(LanePorts ports, ReadLane lane) {
    this.ports = ports;
    this.lane = lane;
    this.resumedNanos = ports.scheduler().nanoTime();
  }

  /** When the thread last went back to the lane; now, while it is away. */
  long resumedNanos(long nowNanos) {
    return isAway ? nowNanos : resumedNanos;
  }

  private void resume() {
    resumedNanos = ports.scheduler().nanoTime();
    isAway = false;
  }

  @Override
  public void arrived(Slice slice, ByteBuffer bytes, SubblockChecksums proof) {
    // Times of the lane's thread: neither how long a delivery waits to be looked at nor what is
    // done on this thread because of it says anything about the node.
    long now = ports.scheduler().nanoTime();
    Incoming incoming = new Incoming(bytes);
    boolean told = false;
    isAway = true;
    try {
      long since = resumedNanos;
      ports
          .serial()
          .execute(
              () -> {
                try {
                  lane.arrived(this, slice, incoming, proof, since, now);
                } finally {
                  incoming.giveUnlessKept();
                }
              });
      told = true;
    } finally {
      if (!told) {
        incoming.giveUnlessKept();
      }
      resume();
    }
  }

  @Override
  public void missed(Slice slice, Throwable cause) {
    long now = ports.scheduler().nanoTime();
    long since = resumedNanos;
    isAway = true;
    try {
      ports.serial().execute(() -> lane.missed(this, slice, cause, since, now));
    } finally {
      resume();
    }
  }

  @Override
  public void failed(Throwable cause) {
    ports.serial().execute(() -> lane.failed(this, cause));
  }

  @Override
  public void received(int bytes) {
    lane.received(bytes);
  }

  /** A buffer that came, which goes back to the pool unless somebody keeps it. */
  final class Incoming {
    final ByteBuffer bytes;
    boolean kept;

    private Incoming(ByteBuffer bytes) {
      this.bytes = bytes;
    }

    private void giveUnlessKept() {
      if (!kept) {
        ports.buffers().give(bytes);
      }
    }
  }
}
