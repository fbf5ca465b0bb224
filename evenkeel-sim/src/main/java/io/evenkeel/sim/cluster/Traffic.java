package io.evenkeel.sim.cluster;

/** Bytes asked of nodes and what became of them, in the bytes that are moved here. */
public final class Traffic {
  private long slices;
  private long askedBytes;
  private long arrivedBytes;
  private long abandonedBytes;
  private long vainBytes;

  void asked(int bytes) {
    slices++;
    askedBytes += bytes;
  }

  void arrived(int bytes) {
    arrivedBytes += bytes;
  }

  /** So many bytes that were asked for will not come: their lane has ended. */
  void abandoned(int bytes) {
    abandonedBytes += bytes;
  }

  /** A disk has so many bytes in hand that nobody wants any more, or less if negative. */
  void vain(int bytes) {
    vainBytes += bytes;
  }

  /** How many slices were asked for. */
  public long slices() {
    return slices;
  }

  public long askedBytes() {
    return askedBytes;
  }

  public long arrivedBytes() {
    return arrivedBytes;
  }

  /** What disks have in hand of lanes that have ended. */
  public long vainBytes() {
    return vainBytes;
  }

  /**
   * Throws unless all that was asked for has come, is abandoned or is owed.
   *
   * @param owedByLanes what the lanes that are open owe
   */
  void check(long owedByLanes) {
    if (askedBytes != arrivedBytes + abandonedBytes + owedByLanes) {
      throw new IllegalStateException(
          "asked %d bytes, of which %d have come, %d are abandoned and %d are owed"
              .formatted(askedBytes, arrivedBytes, abandonedBytes, owedByLanes));
    }
  }
}
