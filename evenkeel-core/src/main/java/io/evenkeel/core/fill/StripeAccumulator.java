package io.evenkeel.core.fill;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.coding.ErasureCode;
import io.evenkeel.core.model.FragmentKey;
import io.evenkeel.core.model.StoredFragment;
import io.evenkeel.core.model.SubblockChecksums;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The parity of one stripe under construction and the memory it holds. Fed with the stripe's bytes
 * in order, each once; a subblock's buffers are reserved and taken when its first byte comes and
 * given back when its fragment is confirmed. Thread-safe: the writer feeds it while uploads empty
 * it, and either may drop it; nobody holds the lock longer than {@value #LOCKED_BYTES_MAX} bytes
 * take to encode.
 */
final class StripeAccumulator {
  private static final int LOCKED_BYTES_MAX = 8 * SubblockChecksums.CHUNK_BYTES;

  private final WriteBudget budget;
  private final ErasureCode code;
  private final int subblockBytes;
  private final ByteBuffer[][] parity;
  private final int[][][] crcs;
  private final int[][] lengths;
  private final ChunkCrc crc = new ChunkCrc();

  /** Reserved, and not taken yet. */
  private long aheadBytes;

  /** Taken, and not given back yet. */
  private long heldBytes;

  private boolean starved;
  private boolean dropped;

  /**
   * @param substripes of a whole block
   */
  StripeAccumulator(WriteBudget budget, ErasureCode code, int subblockBytes, int substripes) {
    this.budget = budget;
    this.code = code;
    this.subblockBytes = subblockBytes;
    this.parity = new ByteBuffer[substripes][];
    this.crcs = new int[substripes][][];
    this.lengths = new int[substripes][];
  }

  /** One finished subblock of each parity. */
  record Finished(int substripe, List<Integer> dataLengthBytes, SubblockChecksums checksums) {
    int parityLengthBytes() {
      return dataLengthBytes.get(0);
    }

    /** Of one parity, whose CRC32C follows from the data's where it is their sum. */
    StoredFragment fragment(FragmentKey key, CodeSpec code, ByteBuffer payload) {
      if (code.scheme() != CodeSpec.Scheme.XOR) {
        return new StoredFragment(key, code, dataLengthBytes, checksums, payload);
      }
      int crc = checksums.crcOfSum(payload.remaining(), dataLengthBytes);
      return new StoredFragment(key, code, dataLengthBytes, checksums, payload, crc);
    }
  }

  /**
   * Adds the next bytes, all of one subblock.
   *
   * @return false when the stripe was dropped, or is now for want of room
   */
  boolean add(int index, int substripe, int offset, WrittenBytes given) {
    for (int done = 0; done < given.length(); done += LOCKED_BYTES_MAX) {
      int step = Math.min(given.length() - done, LOCKED_BYTES_MAX);
      if (!addSome(index, substripe, offset + done, given.part(done, step))) {
        return false;
      }
    }
    return true;
  }

  private synchronized boolean addSome(int index, int substripe, int offset, WrittenBytes given) {
    if (dropped) {
      return false;
    }
    if (parity[substripe] == null && !begin(substripe)) {
      starved = true;
      drop();
      return false;
    }
    int length = given.length();
    ByteBuffer[] views = new ByteBuffer[code.parityCount()];
    for (int p = 0; p < views.length; p++) {
      views[p] = parity[substripe][p].slice(offset, length);
    }
    ByteBuffer data = ByteBuffer.wrap(given.bytes(), given.from(), length);
    if (index == 0) {
      code.begin(index, data, views);
    } else {
      code.accumulate(index, data, views);
    }
    addToChecksums(crcs[substripe][index], offset, given);
    lengths[substripe][index] = offset + length;
    return true;
  }

  private void addToChecksums(int[] ofChunks, int offset, WrittenBytes given) {
    int done = 0;
    while (done < given.length()) {
      int chunk = (offset + done) / SubblockChecksums.CHUNK_BYTES;
      int inChunk = (offset + done) % SubblockChecksums.CHUNK_BYTES;
      int step = Math.min(given.length() - done, SubblockChecksums.CHUNK_BYTES - inChunk);
      ofChunks[chunk] = crc.after(ofChunks[chunk], inChunk == 0, given.part(done, step));
      done += step;
    }
  }

  /** Reserves what all of it may take, if there is room now: better none than half of it. */
  synchronized boolean reserveAll() {
    long bytes = (long) parity.length * code.parityCount() * subblockBytes;
    boolean reserved = budget.tryReserve(bytes);
    aheadBytes += reserved ? bytes : 0;
    return reserved;
  }

  private boolean begin(int substripe) {
    long bytes = (long) code.parityCount() * subblockBytes;
    if (aheadBytes >= bytes) {
      aheadBytes -= bytes;
    } else if (!budget.tryReserve(bytes)) {
      return false;
    }
    takeBuffers(substripe, bytes);
    crcs[substripe] = new int[code.dataCount()][SubblockChecksums.chunksOf(subblockBytes)];
    lengths[substripe] = new int[code.dataCount()];
    return true;
  }

  /**
   * Where the heap is full, what is not taken is not reserved any more: nobody would give it back.
   */
  private void takeBuffers(int substripe, long reservedBytes) {
    long leftBytes = reservedBytes;
    try {
      parity[substripe] = new ByteBuffer[code.parityCount()];
      for (int p = 0; p < code.parityCount(); p++) {
        parity[substripe][p] = budget.take(subblockBytes);
        heldBytes += subblockBytes;
        leftBytes -= subblockBytes;
      }
    } finally {
      budget.release(leftBytes);
    }
  }

  /** What describes a subblock to which nothing more will be added; null when dropped. */
  synchronized Finished finish(int substripe) {
    if (dropped) {
      return null;
    }
    List<Integer> dataLengths = new ArrayList<>();
    int[][] checksums = new int[code.dataCount()][];
    for (int i = 0; i < checksums.length; i++) {
      int length = lengths[substripe][i];
      dataLengths.add(length);
      checksums[i] = Arrays.copyOf(crcs[substripe][i], SubblockChecksums.chunksOf(length));
    }
    crcs[substripe] = null;
    return new Finished(substripe, dataLengths, new SubblockChecksums(checksums));
  }

  /** The bytes of one parity of a finished subblock; null when dropped. */
  synchronized ByteBuffer payload(Finished finished, int p) {
    return dropped ? null : parity[finished.substripe()][p].slice(0, finished.parityLengthBytes());
  }

  /** One fragment is stored, its buffer is not needed any more. */
  synchronized void confirmed(int substripe, int p) {
    if (!dropped) {
      budget.give(parity[substripe][p]);
      heldBytes -= subblockBytes;
      parity[substripe][p] = null;
    }
  }

  /** What its buffers take; of no meaning once it is dropped. */
  synchronized long heldBytes() {
    return heldBytes;
  }

  /** Nothing more will be added. */
  synchronized void end() {
    budget.release(aheadBytes);
    aheadBytes = 0;
  }

  /** Gives all memory back; what was added is lost. Idempotent. */
  synchronized void drop() {
    if (dropped) {
      return;
    }
    dropped = true;
    for (ByteBuffer[] buffers : parity) {
      for (int p = 0; buffers != null && p < buffers.length; p++) {
        if (buffers[p] != null) {
          // A put that was under way may still read it, so it is not for another taker.
          budget.forget(subblockBytes);
        }
      }
    }
    end();
    Arrays.fill(parity, null);
    Arrays.fill(crcs, null);
  }

  /** Whether it was dropped because there was no room for more of it. */
  synchronized boolean isStarved() {
    return starved;
  }

  synchronized boolean isDropped() {
    return dropped;
  }
}
