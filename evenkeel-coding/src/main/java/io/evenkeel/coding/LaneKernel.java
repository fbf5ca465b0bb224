package io.evenkeel.coding;

/**
 * Loops over blocks of 64-bit lanes, eight field elements each.
 *
 * <p>The loops are kept small on purpose: the compiler of Java 17 vectorises one doubling with up
 * to four terms, but leaves a loop with two doublings and their terms scalar, ten times slower.
 */
final class LaneKernel {
  /** The most terms that one pass takes. */
  private static final int TERMS_MAX = 4;

  private static final long LOW_BITS = 0x7f7f7f7f7f7f7f7fL;
  private static final long ONES = 0x0101010101010101L;
  private static final long REDUCTION = 0x1d1d1d1d1d1d1d1dL;

  private LaneKernel() {}

  /** out = the sum of the terms, of which there is at least one; out is none of them. */
  static void sum(long[] out, long[][] terms, int lanes) {
    switch (terms.length) {
      case 1 -> System.arraycopy(terms[0], 0, out, 0, lanes);
      case 2 -> sum2(out, terms[0], terms[1], lanes);
      default -> {
        sum3(out, terms[0], terms[1], terms[2], lanes);
        add(out, terms, 3, lanes);
      }
    }
  }

  /** out += the terms. */
  static void add(long[] out, long[][] terms, int lanes) {
    add(out, terms, 0, lanes);
  }

  /** out = 2 out + the terms: one step of Horner's rule. */
  static void twiceAdd(long[] out, long[][] terms, int lanes) {
    switch (terms.length) {
      case 0 -> twice(out, out, lanes);
      case 1 -> twiceAdd1(out, terms[0], lanes);
      case 2 -> twiceAdd2(out, terms[0], terms[1], lanes);
      case 3 -> twiceAdd3(out, terms[0], terms[1], terms[2], lanes);
      default -> {
        twiceAdd4(out, terms[0], terms[1], terms[2], terms[3], lanes);
        add(out, terms, TERMS_MAX, lanes);
      }
    }
  }

  /** out = 2 in. */
  static void twice(long[] out, long[] in, int lanes) {
    for (int i = 0; i < lanes; i++) {
      out[i] = twice(in[i]);
    }
  }

  /**
   * Doubles eight elements: shift, and where a bit is shifted out, (h << 8) - h is 0xff, reduce.
   */
  private static long twice(long x) {
    long h = (x >>> 7) & ONES;
    return ((x & LOW_BITS) << 1) ^ (((h << 8) - h) & REDUCTION);
  }

  private static void add(long[] out, long[][] terms, int from, int lanes) {
    int at = from;
    for (; at + TERMS_MAX <= terms.length; at += TERMS_MAX) {
      add4(out, terms[at], terms[at + 1], terms[at + 2], terms[at + 3], lanes);
    }
    switch (terms.length - at) {
      case 1 -> sum2(out, out, terms[at], lanes);
      case 2 -> sum3(out, out, terms[at], terms[at + 1], lanes);
      case 3 -> add3(out, terms[at], terms[at + 1], terms[at + 2], lanes);
      default -> {}
    }
  }

  private static void sum2(long[] out, long[] a, long[] b, int lanes) {
    for (int i = 0; i < lanes; i++) {
      out[i] = a[i] ^ b[i];
    }
  }

  private static void sum3(long[] out, long[] a, long[] b, long[] c, int lanes) {
    for (int i = 0; i < lanes; i++) {
      out[i] = a[i] ^ b[i] ^ c[i];
    }
  }

  private static void add3(long[] out, long[] a, long[] b, long[] c, int lanes) {
    for (int i = 0; i < lanes; i++) {
      out[i] ^= a[i] ^ b[i] ^ c[i];
    }
  }

  private static void add4(long[] out, long[] a, long[] b, long[] c, long[] d, int lanes) {
    for (int i = 0; i < lanes; i++) {
      out[i] ^= a[i] ^ b[i] ^ c[i] ^ d[i];
    }
  }

  private static void twiceAdd1(long[] out, long[] a, int lanes) {
    for (int i = 0; i < lanes; i++) {
      out[i] = twice(out[i]) ^ a[i];
    }
  }

  private static void twiceAdd2(long[] out, long[] a, long[] b, int lanes) {
    for (int i = 0; i < lanes; i++) {
      out[i] = twice(out[i]) ^ a[i] ^ b[i];
    }
  }

  private static void twiceAdd3(long[] out, long[] a, long[] b, long[] c, int lanes) {
    for (int i = 0; i < lanes; i++) {
      out[i] = twice(out[i]) ^ a[i] ^ b[i] ^ c[i];
    }
  }

  private static void twiceAdd4(long[] out, long[] a, long[] b, long[] c, long[] d, int lanes) {
    for (int i = 0; i < lanes; i++) {
      out[i] = twice(out[i]) ^ a[i] ^ b[i] ^ c[i] ^ d[i];
    }
  }
}
