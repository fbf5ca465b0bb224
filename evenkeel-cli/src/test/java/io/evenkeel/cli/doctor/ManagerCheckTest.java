package io.evenkeel.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.port.ManagerApi.LoadStatus;
import io.evenkeel.core.port.ManagerApi.ManagerStatus;
import io.evenkeel.core.port.ManagerApi.PolicyStatus;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ManagerCheckTest {
  private static String found(String caveat) {
    return ManagerCheck.found(
        "http://m:8460",
        3,
        new ManagerStatus(
            "incarnation",
            1,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            Optional.of(0L),
            Optional.of(0L),
            0,
            0,
            List.of(),
            new PolicyStatus("csac", 0, 0, 0, 0, 0, 0, 0, 0),
            new LoadStatus("ratio-to-median", caveat, List.of())));
  }

  @Test
  void whatKeepsStragglersUnseen_isSaid() {
    assertThat(found("two witnesses")).endsWith("\nstragglers may go unseen: two witnesses");
    assertThat(found("")).startsWith("http://m:8460 answered in 3 ms").hasLineCount(1);
  }
}
