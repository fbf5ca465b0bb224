package io.evenkeel.hadoop.placement;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RecentTargetsTest {
  @Test
  void targets_areNewestFirstAndBounded() {
    RecentTargets<String> recent = new RecentTargets<>(3, 10);
    for (String node : new String[] {"a", "b", "c", "d"}) {
      recent.remember("/f", node);
    }
    assertThat(recent.of("/f")).containsExactly("d", "c", "b");
    assertThat(recent.of("/other")).isEmpty();
  }

  @Test
  void pathUnusedForLongest_isForgottenFirst() {
    RecentTargets<String> recent = new RecentTargets<>(3, 2);
    recent.remember("/one", "a");
    recent.remember("/two", "b");
    assertThat(recent.of("/one")).containsExactly("a");
    recent.remember("/three", "c");
    assertThat(recent.paths()).isEqualTo(2);
    assertThat(recent.of("/two")).isEmpty();
    assertThat(recent.of("/one")).containsExactly("a");
  }

  @Test
  void widthOne_remembersNothing() {
    RecentTargets<String> recent = new RecentTargets<>(0, 2);
    recent.remember("/one", "a");
    assertThat(recent.paths()).isZero();
  }
}
