package io.evenkeel.cli.bench;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.coding.ErasureCode;
import io.evenkeel.sim.chance.Quantiles;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * What XOR alone takes of a writer's thread: its bytes in steps, in the order in which a file of
 * one stripe brings them, into parity that is gone over once for each block.
 */
final class XorCost {
  private static final ErasureCode CODE = ErasureCode.of(CodeSpec.xor(4));
  private static final int ROUNDS = 60;
  private static final int STEP_BYTES = 63 << 10;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private XorCost() {}

  /**
   * CPU of this thread, the median of the later half of some rounds.
   *
   * @param pieces of the file, as many of each block, each of a subblock
   */
  static double nanos(List<byte[]> pieces) {
    int substripes = pieces.size() / CODE.dataCount();
    List<ByteBuffer> parity = new ArrayList<>();
    for (int i = 0; i < substripes; i++) {
      parity.add(ByteBuffer.allocate(pieces.get(i).length));
    }
    double[] nanos = new double[ROUNDS / 2];
    for (int round = 0; round < ROUNDS; round++) {
      long start = THREADS.getCurrentThreadCpuTime();
      for (int piece = 0; piece < pieces.size(); piece++) {
        add(piece / substripes, pieces.get(piece), parity.get(piece % substripes));
      }
      nanos[round % nanos.length] = THREADS.getCurrentThreadCpuTime() - start;
    }
    return Quantiles.median(nanos);
  }

  private static void add(int index, byte[] piece, ByteBuffer parity) {
    for (int at = 0; at < piece.length; at += STEP_BYTES) {
      int step = Math.min(STEP_BYTES, piece.length - at);
      ByteBuffer data = ByteBuffer.wrap(piece, at, step);
      ByteBuffer[] into = {parity.slice(at, step)};
      if (index == 0) {
        CODE.begin(index, data, into);
      } else {
        CODE.accumulate(index, data, into);
      }
    }
  }
}
