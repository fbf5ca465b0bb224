package io.evenkeel.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.evenkeel.cli.report.Spread;
import org.junit.jupiter.api.Test;

class SimulateResultTest {
  @Test
  void figures_areOfTheRunsThatHaveThem() {
    SimulatedRuns runs = SampleRuns.stock(4, Double.NaN, 1, 2);
    assertThat(runs.spread("mean.ms")).isEqualTo(Spread.of(1, 2, 4));
    assertThat(SampleRuns.stock(Double.NaN).spread("mean.ms")).isEqualTo(Spread.NONE);
  }

  /** The median of 1/2, 4/4 and 9/3 is 1; that of the one by that of the other is 4/3. */
  @Test
  void ratios_areSeedBySeed_whereBothHaveAFigure() {
    SimulatedRuns here = SampleRuns.stock(1, 4, 9, Double.NaN, 7);
    SimulatedRuns there = SampleRuns.stock(2, 4, 3, 5, Double.NaN);
    assertThat(here.ratio(there, "mean.ms")).isEqualTo(Spread.of(.5, 1, 3));
    assertThat(here.ratio(there, "plain.bytes")).as("0 by 0").isEqualTo(Spread.NONE);
    SimulatedRuns unlimited = SampleRuns.stock(Double.POSITIVE_INFINITY, 2, 3, 5, 7);
    assertThat(here.ratio(unlimited, "mean.ms")).isEqualTo(Spread.of(2, 3, 1));
    assertThat(here.ratio(there, "reads")).isEqualTo(Spread.of(1, 1, 1, 1, 1));
  }

  @Test
  void names_sayWhatDiffers() {
    SimulateResult compared = SampleRuns.compared(SampleRuns.stock(2, 4), 1, 4);
    assertThat(compared.title()).isEqualTo("scenario, seeds 1 to 2");
    assertThat(compared.name()).isEqualTo("this run: scheme=adaptive");
    assertThat(compared.besideName()).contains("beside: scheme=stock");
    assertThat(SampleRuns.alone(1).title()).isEqualTo("scenario, seed 1");
    assertThat(SampleRuns.alone(1).name()).isEqualTo("this run");
    assertThat(SampleRuns.alone(1).besideName()).isEmpty();
  }

  @Test
  void json_saysOfTwoWhichARunIsOf() throws Exception {
    JsonNode runs = json(SampleRuns.compared(SampleRuns.stock(2, 4), 1, 4));
    assertThat(runs).hasSize(4);
    for (int i = 0; i < 4; i++) {
      assertThat(runs.get(i).get("beside").isBoolean()).isTrue();
      assertThat(runs.get(i).get("beside").asBoolean()).isEqualTo(i >= 2);
      assertThat(runs.get(i).get("seed").asInt()).isEqualTo(1 + i % 2);
    }
    assertThat(runs.get(2).get("mean.ms").asDouble()).isEqualTo(2);
    assertThat(runs.get(0).get("keys").has("scheme")).isFalse();
    assertThat(runs.get(2).get("keys").get("scheme").asText()).isEqualTo("stock");
    JsonNode alone = json(SampleRuns.alone(1, 4));
    assertThat(alone).hasSize(2);
    assertThat(alone.get(0).has("beside")).isFalse();
  }

  private static JsonNode json(SimulateResult result) throws Exception {
    return new ObjectMapper().readTree(result.json());
  }
}
