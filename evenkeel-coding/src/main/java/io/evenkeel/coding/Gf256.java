package io.evenkeel.coding;

/**
 * The field GF(2^8) with the polynomial x^8 + x^4 + x^3 + x^2 + 1 (0x11d), the one of ISA-L and
 * Hadoop. Elements are ints in [0, 255]; addition is XOR.
 */
final class Gf256 {
  static final int POLYNOMIAL = 0x11d;
  private static final int[] EXP = new int[510];
  private static final int[] LOG = new int[256];

  static {
    int x = 1;
    for (int i = 0; i < 255; i++) {
      EXP[i] = x;
      EXP[i + 255] = x;
      LOG[x] = i;
      x <<= 1;
      if (x > 255) {
        x ^= POLYNOMIAL;
      }
    }
  }

  private Gf256() {}

  static int multiply(int a, int b) {
    return a == 0 || b == 0 ? 0 : EXP[LOG[a] + LOG[b]];
  }

  static int inverse(int a) {
    if (a == 0) {
      throw new ArithmeticException("0 has no inverse");
    }
    return EXP[255 - LOG[a]];
  }
}
