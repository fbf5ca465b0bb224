package io.evenkeel.policy.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class LruTest {
  @Property(tries = 50)
  void order_isThatOfAPlainList(@ForAll long seed) {
    Random random = new Random(seed);
    Lru<Integer> lru = new Lru<>();
    List<Integer> reference = new ArrayList<>();
    for (int step = 0; step < 300; step++) {
      Integer key = random.nextInt(12);
      boolean known = reference.remove(key);
      switch (random.nextInt(3)) {
        case 0 -> {
          lru.removed(key);
          lru.added(key, 1);
          reference.add(key);
        }
        case 1 -> {
          lru.accessed(key);
          if (known) {
            reference.add(key);
          }
        }
        default -> lru.removed(key);
      }
      assertThat(lru.victims(0))
          .as("seed %d, step %d", seed, step)
          .containsExactlyElementsOf(reference);
    }
  }
}
