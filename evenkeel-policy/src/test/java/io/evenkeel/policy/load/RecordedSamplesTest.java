package io.evenkeel.policy.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.ReadReport.LaneReport.Outcome;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * What clients saw of a real cluster of six DataNodes at 64 MiB/s that held a file of four blocks
 * of 16 MiB: healthy, read by a slow reader, with the first block's node eight times slower, and
 * with it stopped. The clients knew the straggler and soon asked little of it.
 */
class RecordedSamplesTest {
  private static final long STEP_NANOS = 5_000_000_000L;
  private static final int REPLAYS = 4;

  private static Map<String, List<NodeSample>> phases() throws IOException {
    Map<String, List<NodeSample>> phases = new LinkedHashMap<>();
    List<NodeSample> phase = new ArrayList<>();
    for (String line : recorded().lines().skip(1).toList()) {
      if (line.startsWith("## ")) {
        phase = new ArrayList<>();
        phases.put(line.substring(3), phase);
      } else {
        List<String> words = List.of(line.split(" ", -1));
        phase.add(
            new NodeSample(
                new NodeId(words.get(0)),
                Long.parseLong(words.get(1)),
                Long.parseLong(words.get(2)),
                Long.parseLong(words.get(3)),
                Outcome.valueOf(words.get(4))));
      }
    }
    return phases;
  }

  private static String recorded() throws IOException {
    try (InputStream in = RecordedSamplesTest.class.getResourceAsStream("recorded-samples.txt")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void stragglerAndNobodyElse_isNamed() throws IOException {
    Map<String, List<NodeSample>> phases = phases();
    assertThat(phases).hasSize(8);
    phases.forEach(
        (name, samples) -> {
          List<String> words = List.of(name.split(" ", -1));
          List<NodeId> expected = words.stream().skip(2).map(NodeId::new).toList();
          StragglerView view = replay(samples);
          assertThat(view.stragglers().keySet())
              .as("%s: %s", name, view)
              .containsExactlyElementsOf(expected);
          assertThat(view.judgedNodes()).as(name).isEqualTo(4);
        });
  }

  private static StragglerView replay(List<NodeSample> samples) {
    ServiceRateEstimator estimator = new ServiceRateEstimator(RateSettings.defaults());
    StragglerWatch watch =
        new StragglerWatch(
            estimator, StragglerDetectors.defaultDetector(), WatchSettings.defaults());
    StragglerView view = watch.evaluate(0);
    for (int i = 1; i <= REPLAYS; i++) {
      for (NodeSample sample : samples) {
        estimator.observe(i * STEP_NANOS, Rates.A, sample);
        estimator.observe(i * STEP_NANOS, Rates.B, sample);
      }
      view = watch.evaluate(i * STEP_NANOS);
    }
    return view;
  }
}
