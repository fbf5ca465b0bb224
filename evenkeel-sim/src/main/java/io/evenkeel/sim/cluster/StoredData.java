package io.evenkeel.sim.cluster;

import java.nio.ByteBuffer;

/** One file as the nodes hold it. */
public abstract sealed class StoredData implements Content permits StripedData, ReplicatedData {
  /** Block ids of a file: so many low bits say which block of it. */
  static final int BLOCK_BITS = 24;

  static final String POOL = "sim";
  private final int number;
  private final long seed;
  private final long lengthBytes;

  StoredData(int number, long seed, long lengthBytes) {
    this.number = number;
    this.seed = seed;
    this.lengthBytes = lengthBytes;
  }

  /** Which one of the files it is. */
  public final int number() {
    return number;
  }

  /** How many bytes it has here. */
  public final long lengthBytes() {
    return lengthBytes;
  }

  /** Whether these are its bytes from a place on. */
  public final boolean holds(long from, ByteBuffer bytes) {
    return PseudoRandomBytes.areAt(seed, from, bytes);
  }

  /** Puts so many of its bytes from a place on into a buffer. */
  public final void put(long from, int length, ByteBuffer into) {
    PseudoRandomBytes.put(seed, from, length, into);
  }

  final long blockId(int block) {
    return ((long) number << BLOCK_BITS) + block;
  }

  /** Which block of its file has this id. */
  static int blockOf(long blockId) {
    return (int) (blockId & ((1L << BLOCK_BITS) - 1));
  }

  /** Which file has a block of this id. */
  static int fileOf(long blockId) {
    return (int) (blockId >>> BLOCK_BITS);
  }
}
