package io.evenkeel.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.bench.CodingBench.Ratios;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is measured, in this JVM and hardly so; never how fast. */
class CodingBenchTest {
  private static final int ITERATIONS = 2;

  @Test
  void everyCode_isComparedInEveryWay_inEveryIteration() throws Exception {
    List<String> said = new ArrayList<>();
    Ratios ratios = new CodingBench(0, 0, ITERATIONS, said::add).run();
    assertThat(said).hasSize(1);
    assertThat(ratios.byCode()).containsOnlyKeys("xor-4-1", "rs-10-4");
    for (Map<String, List<Double>> ofCode : ratios.byCode().values()) {
      assertThat(ofCode)
          .containsOnlyKeys(
              "encode / copy", "accumulate / copy", "decode / copy", "encode / Hadoop");
      assertThat(ofCode.values())
          .allSatisfy(each -> assertThat(each).hasSize(ITERATIONS).allMatch(r -> r > 0 && r < 1e9));
    }
    assertThat(ratios.text()).contains("encode / Hadoop").contains("\nxor-4-1 ", "\nrs-10-4 ");
  }
}
