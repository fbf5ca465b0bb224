package io.evenkeel.coding;

import java.nio.ByteBuffer;

/** Encoding from its definition, a byte at a time: what the kernels are compared with. */
final class Reference {
  private Reference() {}

  static void encode(ErasureCode code, ByteBuffer[] data, ByteBuffer[] parity) {
    int[][] rows = Generators.of(code.spec());
    for (int p = 0; p < parity.length; p++) {
      for (int at = 0; at < parity[p].remaining(); at++) {
        int sum = 0;
        for (int i = 0; i < data.length; i++) {
          sum ^= Gf256.multiply(rows[data.length + p][i], data[i].get(at) & 0xff);
        }
        parity[p].put(at, (byte) sum);
      }
    }
  }
}
