package io.evenkeel.coding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** The field axioms, over every pair and triple. */
class Gf256Test {
  /** Multiplication from its definition: polynomials over GF(2), reduced. */
  private static int slow(int a, int b) {
    int product = 0;
    for (int bit = 0; bit < 8; bit++) {
      product ^= ((b >> bit) & 1) * (a << bit);
    }
    for (int bit = 15; bit >= 8; bit--) {
      product ^= ((product >> bit) & 1) * (Gf256.POLYNOMIAL << (bit - 8));
    }
    return product;
  }

  @Test
  void multiply_isThatOfTheDefinition_andCommutes() {
    for (int a = 0; a < 256; a++) {
      for (int b = 0; b < 256; b++) {
        assertThat(Gf256.multiply(a, b)).isEqualTo(slow(a, b)).isEqualTo(Gf256.multiply(b, a));
      }
    }
  }

  @Test
  void multiply_isAssociativeAndDistributes() {
    for (int a = 0; a < 256; a++) {
      for (int b = 0; b < 256; b++) {
        int ab = Gf256.multiply(a, b);
        for (int c = 0; c < 256; c++) {
          int bc = Gf256.multiply(b, c);
          if (Gf256.multiply(ab, c) != Gf256.multiply(a, bc)
              || Gf256.multiply(a, b ^ c) != (ab ^ Gf256.multiply(a, c))) {
            throw new AssertionError("axioms fail for " + a + ", " + b + ", " + c);
          }
        }
      }
    }
  }

  @Test
  void inverse_isOne_andZeroHasNone() {
    for (int a = 1; a < 256; a++) {
      assertThat(Gf256.multiply(a, Gf256.inverse(a))).isEqualTo(1);
    }
    assertThatThrownBy(() -> Gf256.inverse(0)).isInstanceOf(ArithmeticException.class);
  }
}
