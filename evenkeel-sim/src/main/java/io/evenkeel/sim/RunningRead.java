package io.evenkeel.sim;

import io.evenkeel.client.file.ContiguousFile;
import io.evenkeel.client.file.Losses;
import io.evenkeel.client.file.StoredFile;
import io.evenkeel.client.file.StripedFile;
import io.evenkeel.client.read.CallbackRead;
import io.evenkeel.client.read.ReadLayout;
import io.evenkeel.core.engine.Delivery;
import io.evenkeel.core.engine.ReadListener;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.ReadReport;
import io.evenkeel.core.model.Source;
import io.evenkeel.core.port.LaneSource;
import io.evenkeel.policy.scheme.Scheme;
import io.evenkeel.sim.cluster.ReplicatedData;
import io.evenkeel.sim.cluster.StoredData;
import io.evenkeel.sim.cluster.StripedData;
import io.evenkeel.sim.cluster.ToldReplicas;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/**
 * One read of one process from its arrival to its end: it opens the file, reads all of the range by
 * as many reads of the client as that takes, reads the stock way what these leave over, and looks
 * at every byte.
 */
final class RunningRead implements ReadListener {
  private final World world;
  private final SimulatedProcess process;
  private final StoredData file;
  private final ByteRange range;
  private final long arrivedNanos;
  private final Consumer<RunningRead> ended;
  private final Deque<ByteRange> leftOver = new ArrayDeque<>();

  /** What it is told of a replicated file; of others there is one place for everything. */
  private final Optional<ToldReplicas> told;

  private final BiFunction<ByteRange, ReadListener, Optional<CallbackRead>> open;
  private CallbackRead read;
  private long next;
  private long decodedBytes;
  private long plainBytes;
  private long unreadBytes;
  private long nanos;

  /**
   * @param ended told when it is over
   */
  RunningRead(
      World world,
      SimulatedProcess process,
      StoredData file,
      ByteRange range,
      Consumer<RunningRead> ended) {
    this.world = world;
    this.process = process;
    this.file = file;
    this.range = range;
    this.next = range.start();
    this.arrivedNanos = world.scheduler().nanoTime();
    this.ended = ended;
    this.told =
        file instanceof ReplicatedData replicated
            ? Optional.of(world.opened(process, replicated))
            : Optional.empty();
    this.open = open();
  }

  ByteRange range() {
    return range;
  }

  /** How long it took. */
  long nanos() {
    return nanos;
  }

  /** What was computed from other fragments. */
  long decodedBytes() {
    return decodedBytes;
  }

  /** What the engine left to the stock read. */
  long plainBytes() {
    return plainBytes;
  }

  /** What could not be read in any way. */
  long unreadBytes() {
    return unreadBytes;
  }

  /** It has arrived. */
  void start() {
    if (isByStockStream()) {
      leave(range);
    } else {
      more();
    }
  }

  /** The rest of it is read the stock way. */
  private void leave(ByteRange rest) {
    leftOver.addLast(rest);
    next = range.end();
    plain();
  }

  private BiFunction<ByteRange, ReadListener, Optional<CallbackRead>> open() {
    Scheme scheme = world.scheme();
    LaneSource lanes = world.lanes(process, file);
    String path = "/" + file.number();
    if (file instanceof StripedData striped) {
      StripedFile opened =
          new StripedFile(
              process.client(),
              process.client().nodes().ledgers(),
              path,
              striped,
              scheme,
              world.verification(),
              lanes,
              prober(scheme));
      return opened::read;
    }
    ReplicatedData replicated = (ReplicatedData) file;
    Losses none = (failure, at) -> OptionalLong.empty();
    ContiguousFile opened =
        new ContiguousFile(
            process.client(),
            process.client().nodes().ledgers(),
            new ReadLayout(replicated.code(), replicated.subblockBytes(), scheme),
            new StoredFile(path, told.orElseThrow(), lanes, none));
    return (part, listener) -> opened.read(part, listener, Optional.empty());
  }

  /** Of a replicated file the stock client reads one block after the other. */
  private boolean isByStockStream() {
    return world.scheme() instanceof Stock && file instanceof ReplicatedData;
  }

  /** The stock client tries no node: it goes around none. */
  private StripedFile.Prober prober(Scheme scheme) {
    return scheme instanceof Stock
        ? (node, group, readBytes, isAmplified) -> {}
        : new LaneProber(process.client(), world.lanesAgain(process));
  }

  /** Goes on with what no read of the client has covered yet. */
  private void more() {
    if (next == range.end()) {
      plain();
      return;
    }
    ByteRange rest = new ByteRange(next, range.end());
    Optional<CallbackRead> started = open.apply(rest, this);
    if (started.isPresent()) {
      read = started.get();
    } else {
      // There is no memory for it.
      leave(rest);
    }
  }

  @Override
  public void deliver(Delivery delivery) {
    advance(delivery.range());
    if (delivery instanceof Delivery.Piece piece) {
      check(piece);
      read.release(piece);
    } else {
      leftOver.addLast(delivery.range());
    }
  }

  private void fail(String what) {
    world.scheduler().fail(what);
  }

  private void advance(ByteRange delivered) {
    if (delivered.start() != next || delivered.end() > range.end()) {
      fail("delivered " + delivered + ", expected from " + next);
    }
    next = delivered.end();
  }

  private void check(Delivery.Piece piece) {
    if (!file.holds(piece.range().start(), piece.bytes())) {
      fail("wrong bytes in " + piece.range() + " of file " + file.number());
    }
  }

  @Override
  public void broken(Source source, String reason) {
    fail(source + " is not broken: " + reason);
  }

  @Override
  public void finished(ReadReport report) {
    decodedBytes += report.decodedBytes();
    if (report.range().end() != next) {
      fail("finished " + report + " with deliveries up to " + next);
    }
    // Later: this read's own books are written after this.
    world.scheduler().schedule(0, this::more);
  }

  // ---- what was left over ----

  private void plain() {
    ByteRange rest = leftOver.pollFirst();
    if (rest == null) {
      world.scheduler().schedule(world.decodeNanos(decodedBytes), this::end);
      return;
    }
    plainBytes += isByStockStream() ? 0 : rest.lengthBytes();
    new PlainRead(world, process, file, told, rest)
        .start(
            plain -> {
              unreadBytes += plain.unreadBytes();
              decodedBytes += plain.decodedBytes();
              plain();
            });
  }

  private void end() {
    nanos = world.scheduler().nanoTime() - arrivedNanos;
    ended.accept(this);
  }
}
