package io.evenkeel.core.engine;

import io.evenkeel.coding.Decoder;
import io.evenkeel.coding.IndexSet;
import io.evenkeel.core.model.SubblockChecksums;
import io.evenkeel.core.plan.Cursor;
import io.evenkeel.core.plan.FragmentGroup;
import io.evenkeel.core.plan.FragmentRead;
import io.evenkeel.core.plan.Launch;
import io.evenkeel.core.plan.Step;
import io.evenkeel.core.plan.Wanted;
import io.evenkeel.core.port.BufferPool;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** One group under way: its tracker, what has arrived of it, and its decoding. */
final class GroupRun {
  private final FragmentGroup group;
  private final int part;
  private final Cursor cursor;
  private final GroupTracker tracker;
  private final Map<Integer, Arrival> arrivals = new HashMap<>();
  private final List<Wanted> undelivered;
  private final int costFragments;
  private long plannedAtVersion;
  private final List<Integer> deferred = new ArrayList<>();

  /** To be asked of sources that were gone by then. */
  private final Set<Integer> neverAsked = new HashSet<>();

  /** How often there was no thread or memory for a read. */
  private final Map<Integer, Integer> refusals = new HashMap<>();

  private boolean isDeniedNothing;
  private long chargedBytes;
  private IndexSet decodedFrom = IndexSet.empty();

  /** A fragment that is there; {@code read} is -1 for a decoded one. */
  private record Arrival(int read, HeldBuffer buffer, SubblockChecksums proof) {}

  /**
   * @param cursor where the planner finds this group again
   * @param version of the knowledge that it was planned with
   */
  GroupRun(Step.Group planned, Cursor cursor, long version) {
    this.group = planned.group();
    this.part = planned.part();
    this.cursor = cursor;
    this.plannedAtVersion = version;
    this.tracker = new GroupTracker(group);
    this.undelivered = new ArrayList<>(group.wanted());
    this.costFragments = costFragments();
  }

  private int costFragments() {
    IndexSet now = IndexSet.empty();
    int count = 0;
    for (FragmentRead read : group.reads()) {
      if (read.launch().kind() == Launch.Kind.NOW) {
        now = now.with(read.index());
        count++;
      }
    }
    int decoded = group.wantedIndexes().minus(now).size();
    return Math.max(1, count + decoded);
  }

  FragmentGroup group() {
    return group;
  }

  Cursor cursor() {
    return cursor;
  }

  /** Groups of the same part are given up together. */
  int part() {
    return part;
  }

  /** Of the knowledge that it was last planned with. */
  long plannedAtVersion() {
    return plannedAtVersion;
  }

  void plannedWith(long newer) {
    plannedAtVersion = newer;
  }

  GroupTracker tracker() {
    return tracker;
  }

  FragmentRead read(int read) {
    return tracker.read(read);
  }

  /** What this group holds at most when it is launched and nothing is late or fails. */
  long costBytes(BufferPool pool) {
    return costFragments * bufferBytes(pool);
  }

  private long bufferBytes(BufferPool pool) {
    return pool.capacityBytes(group.lengthBytes());
  }

  /** What its asked reads may still bring, and what is to be decoded for want of one. */
  long owedBytes(BufferPool pool) {
    BitSet coming = new BitSet();
    long owed = 0;
    for (int i = 0; i < tracker.readCount(); i++) {
      if (isOwed(i) && !deferred.contains(i)) {
        owed++;
        coming.set(read(i).index());
      }
    }
    for (Wanted wanted : undelivered) {
      boolean here = coming.get(wanted.index()) || arrivals.containsKey(wanted.index());
      owed += here ? 0 : 1;
      // Several of them may be of one fragment, which is decoded once.
      coming.set(wanted.index());
    }
    return owed * bufferBytes(pool);
  }

  private boolean isOwed(int read) {
    GroupTracker.State state = tracker.state(read);
    return state == GroupTracker.State.ASKED || state == GroupTracker.State.LATE;
  }

  /** Whether anything that was asked is in time as yet. */
  boolean owesInTime() {
    for (int i = 0; i < tracker.readCount(); i++) {
      if (tracker.state(i) == GroupTracker.State.ASKED && !deferred.contains(i)) {
        return true;
      }
    }
    return false;
  }

  /** These reads count as asked, but are to be asked when there is memory for them. */
  void defer(List<Integer> reads) {
    deferred.addAll(reads);
  }

  /** Its caller has waited too long for it to mind what more it costs. */
  void denyNothing() {
    isDeniedNothing = true;
  }

  boolean isDeniedNothing() {
    return isDeniedNothing;
  }

  /** A read could not even be asked, for its source is gone. */
  void neverAsked(int read) {
    neverAsked.add(read);
  }

  /** A read is asked, though it may not have been before. */
  void asked(int read) {
    neverAsked.remove(read);
  }

  /** Counts how often there was no thread or memory to ask for a read; answers the times. */
  int countRefusal(int read) {
    return refusals.merge(read, 1, Integer::sum);
  }

  /** Whether nobody was asked for it, though it counts as asked. */
  boolean isUnasked(int read) {
    return neverAsked.contains(read) || deferred.contains(read);
  }

  boolean hasDeferred() {
    return !deferred.isEmpty();
  }

  long deferredBytes(BufferPool pool) {
    return deferred.size() * bufferBytes(pool);
  }

  List<Integer> takeDeferred() {
    List<Integer> reads = List.copyOf(deferred);
    deferred.clear();
    return reads;
  }

  /** Whether the byte of the file at an offset is one that this group still has to deliver. */
  boolean delivers(long offset) {
    for (Wanted wanted : undelivered) {
      if (wanted.file().contains(offset)) {
        return true;
      }
    }
    return false;
  }

  /** Counts reads that were asked besides late ones; answers their bytes. */
  long charge(List<Integer> reads) {
    long bytes = reads.stream().mapToLong(r -> read(r).slice().lengthBytes()).sum();
    chargedBytes += bytes;
    return bytes;
  }

  /** A late read was given up before it came, so as much of what was asked besides is not extra. */
  long refund(int read) {
    return tracker.state(read) == GroupTracker.State.LATE ? uncharge(read) : 0;
  }

  /** What a read counted as is no cost; answers so many bytes. */
  long uncharge(int read) {
    long bytes = Math.min(chargedBytes, read(read).slice().lengthBytes());
    chargedBytes -= bytes;
    return bytes;
  }

  /** Whether what a read brought was delivered or decoded from. */
  boolean hasUsed(int read) {
    int index = read(read).index();
    return tracker.state(read) == GroupTracker.State.ARRIVED
        && (group.wantedIndexes().contains(index) || decodedFrom.contains(index));
  }

  /** Keeps an arrival; the caller has asked the tracker whether it is news. */
  void keep(int read, HeldBuffer buffer, SubblockChecksums proof) {
    arrivals.put(read(read).index(), new Arrival(read, buffer, proof));
  }

  /** The wanted fragments that are there and have not been delivered; each is answered once. */
  List<Delivery.Piece> takeReady() {
    List<Delivery.Piece> ready = new ArrayList<>();
    for (Iterator<Wanted> left = undelivered.iterator(); left.hasNext(); ) {
      Wanted wanted = left.next();
      Arrival arrival = arrivals.get(wanted.index());
      if (arrival != null) {
        ready.add(piece(wanted, arrival.buffer()));
        left.remove();
      }
    }
    return ready;
  }

  /** What has not been delivered; it is the stock read's from now on. */
  List<Wanted> giveUp() {
    List<Wanted> rest = List.copyOf(undelivered);
    undelivered.clear();
    return rest;
  }

  private static Delivery.Piece piece(Wanted wanted, HeldBuffer buffer) {
    buffer.hold();
    ByteBuffer bytes = buffer.bytes();
    bytes.position(wanted.skipBytes());
    bytes.limit(wanted.skipBytes() + (int) wanted.file().lengthBytes());
    return new Delivery.Piece(wanted.file(), bytes, buffer);
  }

  /** What came of decoding. */
  sealed interface Decoded {
    /** All that was wanted is there now. */
    record Done(List<HeldBuffer> made, long bytes) implements Decoded {}

    /** What these reads brought contradicts the checksums of the data. */
    record Wrong(List<Integer> reads, int index, long freedBytes) implements Decoded {}

    /** What was decoded does not agree with a fragment that was not needed for it. */
    record Mismatch(int read) implements Decoded {}

    /** No buffer was to be had. */
    record NoMemory() implements Decoded {}
  }

  /** Decodes what is wanted and has not arrived, and checks it. */
  Decoded decode(BufferPool pool) {
    IndexSet missing = IndexSet.empty();
    int length = 0;
    for (Wanted wanted : undelivered) {
      if (!arrivals.containsKey(wanted.index())) {
        missing = missing.with(wanted.index());
        length = Math.max(length, wanted.lengthBytes());
      }
    }
    if (missing.isEmpty()) {
      return new Decoded.Done(List.of(), 0);
    }
    OptionalInt verifier = group.isVerified() ? tracker.verifier() : OptionalInt.empty();
    Decoded decoded = decode(missing, length, verifier, pool);
    // What only verifies is not to cost the bytes.
    return decoded instanceof Decoded.NoMemory && verifier.isPresent()
        ? decode(missing, length, OptionalInt.empty(), pool)
        : decoded;
  }

  /**
   * @param verifier a fragment that is there, and is decoded too, to be compared
   */
  private Decoded decode(IndexSet missing, int length, OptionalInt verifier, BufferPool pool) {
    IndexSet from = tracker.arrived();
    IndexSet outcome = missing;
    if (verifier.isPresent()) {
      from = from.without(verifier.getAsInt());
      outcome = outcome.with(verifier.getAsInt());
    }
    Decoder decoder = group.code().decoder(from, outcome);
    ByteBuffer[] inputs = inputs(decoder, length);
    ByteBuffer[] outputs = new ByteBuffer[inputs.length];
    Map<Integer, HeldBuffer> made = new HashMap<>();
    boolean right = false;
    try {
      for (int index : outcome.toArray()) {
        Optional<ByteBuffer> taken = pool.take(length);
        if (taken.isEmpty()) {
          return new Decoded.NoMemory();
        }
        made.put(index, new HeldBuffer(taken.get()));
        outputs[index] = taken.get().duplicate();
      }
      decoder.decode(inputs, outputs);
      if (verifier.isPresent() && !agrees(verifier.getAsInt(), made, pool)) {
        return new Decoded.Mismatch(arrivals.get(verifier.getAsInt()).read());
      }
      OptionalInt wrong = firstWrong(made, proofs(decoder.inputs()));
      if (wrong.isPresent()) {
        return reject(proofs(decoder.inputs()), wrong.getAsInt(), pool);
      }
      right = true;
      decodedFrom = decoder.inputs();
    } finally {
      if (!right) {
        made.values().forEach(b -> b.release(pool));
      }
    }
    made.forEach((index, buffer) -> arrivals.put(index, new Arrival(-1, buffer, null)));
    return new Decoded.Done(List.copyOf(made.values()), decodedBytes(made));
  }

  private ByteBuffer[] inputs(Decoder decoder, int length) {
    ByteBuffer[] inputs = new ByteBuffer[group.code().totalCount()];
    for (int index : decoder.inputs().toArray()) {
      Arrival arrival = arrivals.get(index);
      if (arrival == null && !group.absent().contains(index)) {
        throw new IllegalStateException(
            "fragment " + index + " counts as arrived, but is not there");
      }
      inputs[index] = arrival == null ? ByteBuffer.allocate(0) : head(arrival.buffer(), length);
    }
    return inputs;
  }

  /** Whether a fragment that has arrived is what it was decoded to be, which is dropped. */
  private boolean agrees(int index, Map<Integer, HeldBuffer> made, BufferPool pool) {
    HeldBuffer decoded = made.remove(index);
    ByteBuffer real = arrivals.get(index).buffer().bytes();
    // A shorter one stands for one that is extended by zeros.
    int length = Math.min(real.remaining(), decoded.bytes().remaining());
    boolean same =
        real.slice(real.position(), length)
            .equals(decoded.bytes().slice(decoded.bytes().position(), length));
    decoded.release(pool);
    return same;
  }

  private static ByteBuffer head(HeldBuffer buffer, int length) {
    ByteBuffer bytes = buffer.bytes();
    return bytes.limit(Math.min(bytes.limit(), length));
  }

  /** The inputs that say what the data must be. */
  private List<Integer> proofs(IndexSet inputs) {
    List<Integer> proofs = new ArrayList<>();
    for (int index : inputs.toArray()) {
      Arrival arrival = arrivals.get(index);
      if (arrival != null && arrival.proof() != null) {
        proofs.add(index);
      }
    }
    return proofs;
  }

  /** The first decoded fragment that some proof contradicts. */
  private OptionalInt firstWrong(Map<Integer, HeldBuffer> made, List<Integer> proofs) {
    for (Wanted wanted : undelivered) {
      HeldBuffer output = made.get(wanted.index());
      for (int proof : output == null ? List.<Integer>of() : proofs) {
        ByteBuffer real = output.bytes().limit(wanted.lengthBytes());
        SubblockChecksums checksums = arrivals.get(proof).proof();
        if (!checksums.matches(wanted.index(), group.proofOffset(), real)) {
          return OptionalInt.of(wanted.index());
        }
      }
    }
    return OptionalInt.empty();
  }

  private long decodedBytes(Map<Integer, HeldBuffer> made) {
    long bytes = 0;
    for (int index : made.keySet()) {
      int length = 0;
      for (Wanted wanted : undelivered) {
        length = wanted.index() == index ? wanted.lengthBytes() : length;
      }
      bytes += length;
    }
    return bytes;
  }

  private Decoded reject(List<Integer> indexes, int wrong, BufferPool pool) {
    List<Integer> reads = new ArrayList<>();
    long freed = 0;
    for (int index : indexes) {
      Arrival arrival = arrivals.remove(index);
      reads.add(arrival.read());
      freed += arrival.buffer().release(pool) ? arrival.buffer().capacityBytes() : 0;
    }
    return new Decoded.Wrong(reads, wrong, freed);
  }

  /** Lets go of every buffer; answers how many bytes came free by that. */
  long releaseAll(BufferPool pool) {
    long freed = 0;
    for (Arrival arrival : arrivals.values()) {
      freed += arrival.buffer().release(pool) ? arrival.buffer().capacityBytes() : 0;
    }
    arrivals.clear();
    return freed;
  }
}
