package io.evenkeel.manager;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SecretHashTest {
  private static final int PAIRS = 14;

  private final SecretHash hash = new SecretHash(new Random(1)::nextLong);

  /** "Aa" and "BB" have one hash by what Java makes of characters, as have all of such pairs. */
  @Test
  void whatIsChosenToCollide_doesNot() {
    Set<Integer> hashes = new HashSet<>();
    for (int number = 0; number < 1 << PAIRS; number++) {
      StringBuilder id = new StringBuilder();
      for (int pair = 0; pair < PAIRS; pair++) {
        id.append((number >> pair & 1) == 0 ? "Aa" : "BB");
      }
      hashes.add(hash.of(id.toString().getBytes(UTF_8)));
    }
    // By chance 2^14 of 2^32 hashes have one that is another's in one case of thirty.
    assertThat(hashes).hasSizeGreaterThan((1 << PAIRS) - 10);
  }

  /** Ids that differ only in bits that a product by any factor keeps to itself. */
  @Test
  void highBits_doNotCollide() {
    Set<Integer> hashes = new HashSet<>();
    for (long i = 0; i < 256; i++) {
      for (long j = 0; j < 256; j++) {
        hashes.add(hash.of(i << 56, j << 56 ^ j << 24, 0));
      }
    }
    assertThat(hashes).hasSizeGreaterThan(65_000);
  }

  /** As tests have it. */
  @Test
  void sourceThatIsNotRandom_spreadsThemToo() {
    SecretHash constant = new SecretHash(() -> 42);
    Set<Integer> hashes = new HashSet<>();
    for (int i = 0; i < 10_000; i++) {
      hashes.add(constant.of(0, 0, i));
    }
    assertThat(hashes).hasSizeGreaterThan(9_990);
  }

  @Test
  void sameBytes_haveTheSameHash() {
    byte[] content = "content".getBytes(UTF_8);
    assertThat(hash.of(content)).isEqualTo(hash.of(content.clone()));
    assertThat(hash.of(1, 2, 3)).isEqualTo(hash.of(1, 2, 3)).isNotEqualTo(hash.of(2, 1, 3));
  }

  @Test
  void anotherManager_hasOthers() {
    SecretHash other = new SecretHash(new Random(2)::nextLong);
    assertThat(hash.of(1, 2, 3)).isNotEqualTo(other.of(1, 2, 3));
  }
}
