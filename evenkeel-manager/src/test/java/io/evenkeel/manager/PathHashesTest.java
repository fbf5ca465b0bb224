package io.evenkeel.manager;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PathHashesTest {
  private final PathHashes told = new PathHashes();

  @Test
  void aPathItself_andWhatIsBeneathIt_areFound() {
    assertThat(told.mayHaveOneOf("/a/b")).isFalse();
    told.add("/a/b");
    told.add("/\u00e4/\u6f22");
    assertThat(told.mayHaveOneOf("/a/b")).isTrue();
    assertThat(told.mayHaveOneOf("/a/b/c/d")).isTrue();
    assertThat(told.mayHaveOneOf("/\u00e4/\u6f22/x")).isTrue();
    assertThat(told.mayHaveOneOf("/a/bc")).isFalse();
    assertThat(told.mayHaveOneOf("/a")).isFalse();
  }

  @Test
  void ofAsManyAsMayWait_fewOthersAreLookedUpInVain() {
    for (int i = 0; i < ChangedPaths.WAITING_MAX; i++) {
      told.add("/user/hive/warehouse/sales.db/_temporary/attempt-" + i);
    }
    long inVain =
        IntStream.range(0, 10_000)
            .filter(i -> told.mayHaveOneOf("/user/hive/warehouse/sales.db/day=" + i + "/part-" + i))
            .count();
    assertThat(inVain).isLessThan(500);
  }
}
