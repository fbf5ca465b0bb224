package io.evenkeel.policy.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Section 2.2 of POCache: its figures to five digits, and formulas against enumeration. */
class StragglerProbabilityTest {
  private static final double P = 0.005;

  private static void assertDigits(double actual, String expected) {
    int digits = expected.replaceAll("E.*", "").replace(".", "").length();
    assertThat(String.format(Locale.ROOT, "%." + (digits - 1) + "E", actual))
        .isEqualTo(String.format(Locale.ROOT, "%." + (digits - 1) + "E", Double.valueOf(expected)));
  }

  private static void assertAll(CachedStripe s, String nc, String doc, String poc) {
    if (nc != null) {
      assertDigits(StragglerFormulas.noCaching(s), nc);
      assertDigits(StragglerEnumeration.noCaching(s), nc);
    }
    if (doc != null) {
      assertDigits(StragglerFormulas.dataOnlyCaching(s), doc);
      assertDigits(StragglerEnumeration.dataOnlyCaching(s), doc);
    }
    if (poc != null) {
      assertDigits(StragglerFormulas.parityOnlyCaching(s), poc);
      assertDigits(StragglerEnumeration.parityOnlyCaching(s), poc);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "2, 9.9750E-3, 5.0249E-3, 7.4750E-5",
    "4, 1.9850E-2, 1.4950E-2, 2.4751E-4",
    "6, 2.9627E-2, 2.4776E-2, 5.1632E-4",
    "8, 3.9307E-2, 3.4503E-2, 8.7923E-4",
    "10, 4.8890E-2, 4.4134E-2, 1.3344E-3",
    "12, 5.8377E-2, 5.3669E-2, 1.8798E-3"
  })
  void fig3a_byK(int k, String nc, String doc, String poc) {
    assertAll(new CachedStripe(k, 1, 1, P, P, 0), nc, doc, poc);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1.9850E-2, 1.9850E-2",
    "1, 1.4950E-2, 2.4751E-4",
    "2, 1.0025E-2, 2.4720E-6",
    "3, 5.0746E-3, 2.1614E-8",
    "4, 9.9996E-5, 1.7282E-10"
  })
  void fig3b_byC(int c, String doc, String poc) {
    assertAll(new CachedStripe(4, c, 1, P, P, 0), "1.9850E-2", doc, poc);
  }

  @ParameterizedTest
  @CsvSource({
    "0.001, 3.0020E-3, 2.5932E-5",
    "0.0025, 7.4937E-3, 8.7001E-5",
    "0.005, 1.4950E-2, 2.4751E-4",
    "0.0075, 2.2368E-2, 4.8078E-4",
    "0.01, 2.9750E-2, 7.8609E-4"
  })
  void fig3c_byPs(double ps, String doc, String poc) {
    assertAll(new CachedStripe(4, 1, 1, ps, P, 0), null, doc, poc);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1.4925E-2, 1.4900E-4",
    "0.0025, 1.4937E-2, 1.9826E-4",
    "0.005, 1.4950E-2, 2.4751E-4",
    "0.0075, 1.4962E-2, 2.9676E-4",
    "0.01, 1.4974E-2, 3.4602E-4"
  })
  void fig3d_byPc(double pc, String doc, String poc) {
    assertAll(new CachedStripe(4, 1, 1, P, pc, 0), null, doc, poc);
  }

  @ParameterizedTest
  @CsvSource({
    "2, 1.1954E-2, 6.0307E-3, 1.0739E-4",
    "4, 2.3765E-2, 1.7913E-2, 3.5511E-4",
    "6, 3.5435E-2, 2.9653E-2, 7.3979E-4",
    "8, 4.6966E-2, 4.1252E-2, 1.2581E-3",
    "10, 5.8358E-2, 5.2713E-2, 1.9069E-3",
    "12, 6.9615E-2, 6.4037E-2, 2.6828E-3"
  })
  void fig4a_flatPlacement(int k, String nc, String doc, String poc) {
    assertAll(new CachedStripe(k, 1, 1, P, P, 0.001), nc, doc, poc);
  }

  @ParameterizedTest
  @CsvSource({
    "2, 1.0965E-2, 7.0829E-5, 2.1427E-5",
    "4, 2.1810E-2, 1.1035E-2, 6.4895E-5",
    "6, 3.2536E-2, 2.1879E-2, 1.3099E-4",
    "8, 4.3144E-2, 3.2604E-2, 2.2027E-4",
    "10, 5.3636E-2, 4.3212E-2, 3.3326E-4",
    "12, 6.4013E-2, 5.3703E-2, 4.7048E-4"
  })
  void fig4b_hierarchicalPlacement(int k, String nc, String doc, String poc) {
    assertAll(new CachedStripe(k, 2, 2, P, P, 0.001), nc, doc, poc);
  }

  @Test
  void smallProbabilities_keepTheirDigits() {
    // Exactly, in fractions; 1 minus the sum of the good states is off in the fifth digit.
    assertThat(StragglerFormulas.parityOnlyCaching(new CachedStripe(4, 4, 1, P, P, 0)))
        .isCloseTo(1.72821861328125E-10, within(1e-22));
  }

  @Test
  void morePerStripeThanOneRack() {
    assertAll(new CachedStripe(10, 2, 1, P, P, 0.001), null, null, "4.5520E-5");
    CachedStripe s = new CachedStripe(12, 4, 2, P, P, 0.001);
    assertDigits(StragglerFormulas.dataOnlyCaching(s), "4.3279E-2");
    assertDigits(StragglerEnumeration.dataOnlyCaching(s), "4.3280E-2");
    assertAll(new CachedStripe(10, 4, 2, P, P, 0.001), null, null, "1.2474E-6");
  }

  @Test
  void formulas_areWhatEnumerationFinds() {
    Random random = new Random(1);
    for (int i = 0; i < 300; i++) {
      int a = 1 + random.nextInt(3);
      int c = a * random.nextInt(3);
      int k = Math.max(a, c) + a * random.nextInt(3);
      double pr = random.nextBoolean() ? 0 : random.nextDouble();
      CachedStripe s = new CachedStripe(k, c, a, random.nextDouble(), random.nextDouble(), pr);
      assertThat(StragglerFormulas.noCaching(s))
          .as("%s", s)
          .isCloseTo(StragglerEnumeration.noCaching(s), within(1e-12));
      assertThat(StragglerFormulas.parityOnlyCaching(s))
          .as("%s", s)
          .isCloseTo(StragglerEnumeration.parityOnlyCaching(s), within(1e-12));
      double exact = StragglerEnumeration.dataOnlyCaching(s);
      if (c <= a || pr == 0) {
        assertThat(StragglerFormulas.dataOnlyCaching(s))
            .as("%s", s)
            .isCloseTo(exact, within(1e-12));
      } else {
        assertThat(StragglerFormulas.dataOnlyCaching(s)).as("%s", s).isLessThan(exact + 1e-12);
      }
    }
  }

  @Test
  void impossibleStripes_areRefused() {
    assertThatThrownBy(() -> new CachedStripe(4, 1, 2, P, P, P))
        .hasMessage("a must divide k and c, got k = 4, c = 1, a = 2");
    assertThatThrownBy(() -> new CachedStripe(4, 5, 1, P, P, P)).hasMessageContaining("c = 5");
    assertThatThrownBy(() -> new CachedStripe(4, 1, 1, P, 1.5, P))
        .hasMessage("pc must be 0 to 1, got 1.5");
    assertThatThrownBy(() -> StragglerEnumeration.noCaching(new CachedStripe(24, 1, 1, P, P, 0)))
        .hasMessage("enumerates the states of at most 24 nodes, got k + c = 25");
  }
}
