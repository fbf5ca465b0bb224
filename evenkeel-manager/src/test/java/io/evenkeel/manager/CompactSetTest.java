package io.evenkeel.manager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class CompactSetTest {
  /** Many share a hash, so that searches run into each other. */
  private record Name(int number) {
    @Override
    public int hashCode() {
      return number / 4;
    }
  }

  @Property(tries = 100)
  void holdsWhatASetHolds(@ForAll long seed) {
    Random random = new Random(seed);
    CompactSet<Name> set = new CompactSet<>();
    Set<Name> model = new HashSet<>();
    for (int step = 0; step < 500; step++) {
      Name name = new Name(random.nextInt(120));
      if (model.add(name)) {
        set.add(name);
      } else if (random.nextBoolean()) {
        set.remove(name);
        model.remove(name);
      }
      assertThat(set.size()).isEqualTo(model.size());
    }
    for (int number = 0; number < 120; number++) {
      Name name = new Name(number);
      assertThat(set.find(name) != null)
          .as("seed %d, %s", seed, name)
          .isEqualTo(model.contains(name));
    }
  }

  @Test
  void givesOutTheElementItHolds_andSaysWhatIsWrong() {
    CompactSet<Name> set = new CompactSet<>();
    Name held = new Name(1);
    set.add(held);
    assertThat(set.find(new Name(1))).isSameAs(held);
    assertThatThrownBy(() -> set.add(new Name(1))).hasMessageContaining("here already");
    assertThatThrownBy(() -> set.remove(new Name(2))).hasMessageContaining("is not here");
  }

  /** An element of a chain. */
  private static final class Link extends Linked<Link> {}

  @Test
  void chain_keepsTheOrder_andTakesWhatWasInAnother() {
    Chain<Link> first = new Chain<>();
    Chain<Link> second = new Chain<>();
    Link a = new Link();
    Link b = new Link();
    Link c = new Link();
    first.append(a);
    first.append(b);
    first.append(c);
    first.append(a);
    assertThat(first.first()).isSameAs(b);
    second.append(c);
    assertThat(b.after).isSameAs(a);
    assertThat(first.size()).isEqualTo(2);
    assertThat(second.first()).isSameAs(c);
    first.remove(b);
    first.remove(a);
    assertThat(first.first()).isNull();
    assertThatThrownBy(() -> first.remove(c)).hasMessageContaining("not in this chain");
  }
}
