package io.evenkeel.policy.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.seeds.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class KeyListsTest {
  /** Keys whose hashes collide, so that holes in the table have to be closed. */
  private record Colliding(int number) {
    @Override
    public int hashCode() {
      return number / 7;
    }
  }

  @Test
  void lists_areThoseOfPlainLists() {
    Seeds.run(
        KeyListsTest.class,
        30,
        seed -> {
          Random random = new Random(seed);
          KeyLists<Colliding> lists = new KeyLists<>(2);
          List<List<Colliding>> reference = List.of(new ArrayList<>(), new ArrayList<>());
          for (int step = 0; step < 2000; step++) {
            Colliding key = new Colliding(random.nextInt(200));
            int list = random.nextInt(2);
            int slot = lists.find(key);
            boolean known = reference.get(0).remove(key) || reference.get(1).remove(key);
            assertThat(slot != KeyLists.NONE).as("seed %d, step %d", seed, step).isEqualTo(known);
            if (!known) {
              lists.add(key, key.number(), list);
              reference.get(list).add(key);
            } else if (random.nextBoolean()) {
              lists.move(slot, list);
              reference.get(list).add(key);
            } else {
              lists.remove(slot);
            }
          }
          lists.check();
          for (int list = 0; list < 2; list++) {
            List<Colliding> keys = new ArrayList<>();
            lists.keys(list).forEachRemaining(keys::add);
            assertThat(keys).as("seed %d, list %d", seed, list).isEqualTo(reference.get(list));
            assertThat(lists.bytes(list))
                .isEqualTo(reference.get(list).stream().mapToLong(Colliding::number).sum());
          }
        });
  }

  @Test
  void addingTwice_isRefused() {
    KeyLists<String> lists = new KeyLists<>(1);
    lists.add("a", 1, 0);
    assertThatThrownBy(() -> lists.add("a", 1, 0))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("a is in the table already");
    assertThatThrownBy(() -> lists.add("b", -1, 0)).hasMessageContaining("b must be >= 0, got -1");
  }
}
