package io.evenkeel.cli.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.port.ManagerApi.LoadStatus;
import io.evenkeel.core.port.ManagerApi.ManagerStatus;
import io.evenkeel.core.port.ManagerApi.PolicyStatus;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;

class StatusTextTest {
  private static String text(long requests, long hits, long touched, long touchedHits) {
    PolicyStatus policy = new PolicyStatus("csac", 5, touched, touchedHits, 0, 0, 0, 0, 0);
    LoadStatus load = new LoadStatus("ratio-to-median", "", List.of());
    ManagerStatus status =
        new ManagerStatus("1", 100, 50, 0, 5, 0, 0, 0, requests, hits, List.of(), policy, load);
    return StatusText.of(URI.create("http://m:1"), status);
  }

  @Test
  void stragglerHitRatio_isThePapers_ofAllReads() {
    // 40 of 200 reads need a straggler, 30 of them have parity: 10 of 200 hit it.
    assertThat(text(200, 150, 40, 30))
        .contains("hits      75.0 % of 200; of those that a straggler touches 75.0 % of 40;")
        .contains("straggler hit ratio 5.00 %");
    assertThat(text(0, 0, 0, 0)).contains("straggler hit ratio unknown");
  }
}
