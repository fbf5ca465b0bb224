package io.evenkeel.client.nodes;

import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeTraffic;
import io.evenkeel.core.model.Source;
import io.evenkeel.core.model.SourceKind;
import io.evenkeel.core.model.SubblockChecksums;
import io.evenkeel.core.port.BufferPool;
import io.evenkeel.core.port.Lane;
import io.evenkeel.core.port.LaneSource;
import io.evenkeel.core.port.Slice;
import java.nio.ByteBuffer;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.ObjLongConsumer;

/**
 * Lanes of one read whose slices count as outstanding at their storage node from the request to the
 * end, and which wait in company as long as there are any that are not late. Thread-safe.
 */
public final class CountedLanes implements LaneSource {
  private final LaneSource lanes;
  private final NodeTraffics traffics;
  private final QueueBook queues;
  private final Company company;
  private final Consumer<NodeId> heard;
  private final ObjLongConsumer<NodeId> came;

  /** Of these lanes alone. */
  private final NodeTraffics own = new NodeTraffics();

  /**
   * @param heard told of a storage node whenever it brings anything; must be quick
   * @param came told how long the first slice of a lane to one took; must be quick
   */
  CountedLanes(
      LaneSource lanes,
      NodeTraffics traffics,
      QueueBook queues,
      Company company,
      Consumer<NodeId> heard,
      ObjLongConsumer<NodeId> came) {
    this.lanes = lanes;
    this.traffics = traffics;
    this.queues = queues;
    this.company = company;
    this.heard = heard;
    this.came = came;
  }

  @Override
  public Lane open(Source source, long endHint, BufferPool buffers, Receiver receiver) {
    Counted counted = new Counted(source, receiver);
    counted.lane = lanes.open(source, endHint, buffers, counted);
    return counted;
  }

  /**
   * What this process reads from a node besides: what a read has asked for itself is no reason for
   * it to go elsewhere.
   */
  public NodeTraffic besides(NodeId node) {
    // What comes in between is taken from both: looked at last, all is the less by it.
    long ownBytes = own.of(node).outstandingBytes();
    NodeTraffic all = traffics.of(node);
    long others = all.outstandingBytes() - ownBytes;
    return new NodeTraffic(all.bytesPerSecond(), Math.max(0, others));
  }

  private final class Counted implements Lane, Receiver {
    private final Source source;

    /** Of cache nodes nobody asks what waits there. */
    private final boolean isStorage;

    private final Receiver receiver;
    private final Company.Member member = company.member();
    private Lane lane;
    private long outstandingBytes;

    /** Its node, of all lanes and of these alone; null of a cache node. */
    private volatile NodeTraffics.Met all;

    private NodeTraffics.Met ofOwn;

    /** Then it waits for its node, and not in company. */
    private boolean isLate;

    private boolean ended;

    /** When its first slice was asked for. */
    private OptionalLong firstAskedNanos = OptionalLong.empty();

    private boolean isAnswered;
    private boolean hasArrived;

    Counted(Source source, Receiver receiver) {
      this.source = source;
      this.isStorage = source.kind() == SourceKind.STORAGE;
      this.receiver = receiver;
      if (isStorage) {
        all = traffics.meet(source.node());
        ofOwn = own.meet(source.node());
      }
    }

    private synchronized void count(long moreBytes) {
      if (!ended) {
        outstandingBytes += moreBytes;
        if (isStorage) {
          all = traffics.addOutstanding(all, moreBytes);
          ofOwn = own.addOutstanding(ofOwn, moreBytes);
        }
        if (outstandingBytes > 0 && !isLate) {
          member.waits();
        } else {
          member.leaves();
        }
      }
    }

    private synchronized void end() {
      count(-outstandingBytes);
      ended = true;
    }

    @Override
    public void request(Slice slice) {
      asks();
      count(slice.lengthBytes());
      if (isStorage) {
        queues.asked();
      }
      lane.request(slice);
    }

    private synchronized void asks() {
      if (isStorage && firstAskedNanos.isEmpty()) {
        firstAskedNanos = OptionalLong.of(queues.nanoTime());
      }
    }

    @Override
    public synchronized void late() {
      waited(0);
      isLate = true;
      count(0);
    }

    private synchronized void came(long bytes) {
      isLate = false;
      count(-bytes);
    }

    /**
     * What its first slice took beyond its bytes, it waited for others; one that is late has waited
     * so long at least, and may be left.
     */
    private synchronized void waited(long bytes) {
      if (firstAskedNanos.isPresent() && !isAnswered) {
        long nanos = queues.nanoTime() - firstAskedNanos.getAsLong();
        queues.waited(source.node(), bytes, nanos);
      }
      answered();
    }

    @Override
    public void abort() {
      end();
      lane.abort();
    }

    @Override
    public void arrived(Slice slice, ByteBuffer bytes, SubblockChecksums proof) {
      tellFirst();
      came(slice.lengthBytes());
      waited(slice.lengthBytes());
      receiver.arrived(slice, bytes, proof);
    }

    /** Also of one that was late: how long it was waited for in all. */
    private synchronized void tellFirst() {
      if (firstAskedNanos.isPresent() && !hasArrived) {
        came.accept(source.node(), queues.nanoTime() - firstAskedNanos.getAsLong());
      }
      hasArrived = true;
    }

    private synchronized void answered() {
      isAnswered = true;
    }

    @Override
    public void missed(Slice slice, Throwable cause) {
      came(slice.lengthBytes());
      answered();
      receiver.missed(slice, cause);
    }

    @Override
    public void failed(Throwable cause) {
      end();
      receiver.failed(cause);
    }

    @Override
    public void received(int bytes) {
      if (isStorage) {
        traffics.heard(all);
        heard.accept(source.node());
      }
      receiver.received(bytes);
    }
  }
}
