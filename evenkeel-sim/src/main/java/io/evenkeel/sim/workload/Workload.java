package io.evenkeel.sim.workload;

import java.util.List;

/** The files that there are, and who reads what of them when. Open loop: nobody waits. */
public interface Workload {
  /** How long each file is, in the bytes of the scenario. */
  List<Long> fileBytes();

  /** How many reads there are in a second, in the mean. */
  double perSecond();

  /** How many there are in a second at most, where that lasts and this workload comes to it. */
  double mostPerSecond();

  /** How long a read is in the mean, in the bytes of the scenario. */
  double meanBytes();

  /** Whether some reads are shorter than their file. */
  boolean isOfParts();

  /** Whether there is another read. */
  boolean hasNext();

  /** The next read; times never go back. */
  ReadArrival next();
}
