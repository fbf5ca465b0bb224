package io.evenkeel.sim.cluster;

import io.evenkeel.core.model.Source;
import io.evenkeel.core.port.BufferPool;
import io.evenkeel.core.port.Lane;
import io.evenkeel.core.port.LaneRefusedException;
import io.evenkeel.core.port.LaneSource;
import io.evenkeel.core.port.Slice;
import io.evenkeel.sim.cluster.Network.Link;
import io.evenkeel.sim.queue.ServerQueue;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * One streaming operation of one block: its slices go through the node's disk and the links one
 * after the other, packet by packet, each as soon as the one before it has left the disk. A buffer
 * is taken for a slice when it is the next to arrive, as a reading thread does.
 */
final class SimulatedLane implements Lane {
  private final SimulatedDataNodes lanes;
  private final StorageNodes nodes;
  private final SimulatedNode node;
  private final Source source;
  private final long end;
  private final BufferPool buffers;
  private final LaneSource.Receiver receiver;
  private final List<Link> links;
  private final List<Packet> underWay = new ArrayList<>();

  /** What is to cross each link, the one that does first. */
  private final List<Deque<Packet>> lines = new ArrayList<>();

  /** What has not come, oldest first. */
  private final Deque<Slice> owed = new ArrayDeque<>();

  /** What the disk has not begun with. */
  private final Deque<Slice> unread = new ArrayDeque<>();

  private final List<Slice> brought = new ArrayList<>();
  private ByteBuffer target;
  private long requestedEnd;
  private long readAt;
  private long cameBytes;
  private double factor;
  private boolean isFirst = true;

  /** What the disk has in hand. */
  private Packet atDisk;

  private boolean opened;
  private boolean ended;

  /** What crosses at once. */
  private final class Packet {
    private final int bytes;
    private ServerQueue.Job job;

    Packet(int bytes) {
      this.bytes = bytes;
    }

    void disk(double nanos) {
      job = node.disk().submit(nanos, bytes, this::read);
    }

    private void read() {
      atDisk = null;
      if (ended) {
        nodes.traffic().vain(-bytes);
      } else {
        cross(0);
        SimulatedLane.this.read();
      }
    }

    /** A node finds out that nobody wants what it reads when it has read it, and sends it. */
    void giveUpAtDisk() {
      NodeSettings settings = nodes.settings();
      int inHand = settings.inHandBytes(bytes);
      nodes.traffic().vain(inHand);
      if (inHand < bytes) {
        job.cancel();
        double nanos = settings.nanos(inHand, settings.bytesPerSecond()) * factor;
        node.disk().submit(nanos, inHand, () -> nodes.traffic().vain(-inHand));
      }
    }

    /** A connection's packets cross a link one after the other, and share it with others'. */
    private void cross(int number) {
      if (number < links.size()) {
        Deque<Packet> line = lines.get(number);
        line.addLast(this);
        if (line.size() == 1) {
          enter(number);
        }
      } else {
        underWay.remove(this);
        came(this);
      }
    }

    private void enter(int number) {
      Link next = links.get(number);
      double nanos = nodes.settings().nanos(bytes, next.bytesPerSecond());
      job = next.queue().submit(nanos, bytes, () -> crossed(number));
    }

    private void crossed(int number) {
      Deque<Packet> line = lines.get(number);
      line.removeFirst();
      if (!line.isEmpty()) {
        line.getFirst().enter(number);
      }
      cross(number + 1);
    }
  }

  SimulatedLane(
      SimulatedDataNodes lanes,
      SimulatedNode node,
      Source source,
      long end,
      BufferPool buffers,
      LaneSource.Receiver receiver) {
    this.lanes = lanes;
    this.nodes = lanes.nodes();
    this.node = node;
    this.source = source;
    this.end = end;
    this.buffers = buffers;
    this.receiver = receiver;
    this.links = nodes.links(node, lanes.reader());
    links.forEach(link -> lines.add(new ArrayDeque<>()));
  }

  void open() {
    node.opened(this);
    nodes
        .scheduler()
        .schedule(
            nodes.settings().openNanos(),
            () -> {
              if (!ended && node.isFailed()) {
                fail(new IOException("connection refused by " + node));
              } else if (!ended) {
                opened = true;
                read();
              }
            });
  }

  @Override
  public void request(Slice slice) {
    if (ended) {
      return;
    }
    if (slice.offset() < requestedEnd || slice.end() > end) {
      nodes
          .scheduler()
          .fail("asked for %s after %d and before %d".formatted(slice, requestedEnd, end));
    }
    lanes.asks(this, source, slice);
    requestedEnd = slice.end();
    nodes.traffic().asked(slice.lengthBytes());
    nodes.scheduler().note(node.number() * 31L + slice.offset());
    owed.addLast(slice);
    unread.addLast(slice);
    if (opened && unread.size() == 1) {
      // Later: who asks may not be ready to be told.
      nodes.scheduler().schedule(0, this::read);
    }
  }

  /** What was asked of it and has not come. */
  long owedBytes() {
    long bytes = 0;
    for (Slice slice : owed) {
      bytes += slice.lengthBytes();
    }
    return bytes;
  }

  /** Whether asking anybody else for the slice would be asking twice. */
  boolean owesOrBrought(Slice slice) {
    return brought.contains(slice) || (!ended && owed.contains(slice));
  }

  /** The disk goes on with the next packet, unless it has one of this lane. */
  private void read() {
    Slice slice = unread.peekFirst();
    if (ended || !opened || slice == null || atDisk != null) {
      return;
    }
    if (readAt <= slice.offset()) {
      readAt = slice.offset();
      factor = nodes.nextFactor();
    }
    NodeSettings settings = nodes.settings();
    int bytes = settings.packetBytes((int) (slice.end() - readAt));
    readAt += bytes;
    if (readAt == slice.end()) {
      unread.removeFirst();
    }
    double overhead = isFirst ? settings.overheadNanos() : 0;
    isFirst = false;
    if (target == null && slice.equals(owed.peekFirst()) && !takeTarget()) {
      return;
    }
    Packet packet = new Packet(bytes);
    underWay.add(packet);
    atDisk = packet;
    packet.disk(overhead + settings.nanos(bytes, settings.bytesPerSecond()) * factor);
  }

  private boolean takeTarget() {
    Optional<ByteBuffer> taken;
    try {
      taken = buffers.take(owed.peekFirst().lengthBytes());
    } catch (OutOfMemoryError e) {
      taken = Optional.empty();
    }
    if (taken.isEmpty()) {
      String full = buffers.takenBytes() + " of " + buffers.limitBytes();
      fail(new LaneRefusedException("the read buffers are used up: " + full, null));
      return false;
    }
    target = taken.get();
    return true;
  }

  /** More has come: bytes come in order, whichever packet was the faster one. */
  private void came(Packet packet) {
    cameBytes += packet.bytes;
    receiver.received(packet.bytes);
    while (!ended && !owed.isEmpty() && cameBytes >= owed.peekFirst().lengthBytes()) {
      if (target == null && !takeTarget()) {
        return;
      }
      deliver();
    }
  }

  private void deliver() {
    Slice slice = owed.removeFirst();
    cameBytes -= slice.lengthBytes();
    nodes.traffic().arrived(slice.lengthBytes());
    nodes.scheduler().note(~(node.number() * 31L + slice.offset()));
    brought.add(slice);
    ByteBuffer bytes = target;
    target = null;
    lanes.content().read(source, slice, bytes);
    bytes.flip();
    receiver.arrived(slice, bytes, null);
  }

  /** Its node is gone. */
  void nodeFailed() {
    if (opened && !ended) {
      fail(new IOException("connection reset by " + node));
    }
  }

  private void fail(Throwable cause) {
    end();
    receiver.failed(cause);
  }

  @Override
  public void abort() {
    end();
  }

  private void end() {
    if (ended) {
      return;
    }
    ended = true;
    node.closed(this);
    for (Packet packet : underWay) {
      if (packet.equals(atDisk)) {
        packet.giveUpAtDisk();
      } else {
        packet.job.cancel();
      }
    }
    underWay.clear();
    for (Slice slice : owed) {
      // What has come of a slice is thrown away with it.
      int came = (int) Math.min(cameBytes, slice.lengthBytes());
      cameBytes -= came;
      nodes.traffic().arrived(came);
      nodes.traffic().abandoned(slice.lengthBytes() - came);
    }
    if (target != null) {
      buffers.give(target);
      target = null;
    }
  }
}
