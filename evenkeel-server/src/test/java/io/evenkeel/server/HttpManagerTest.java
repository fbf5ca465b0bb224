package io.evenkeel.server;

import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.Witness;
import io.evenkeel.core.port.ManagerApi;
import io.evenkeel.core.port.NodeStore;
import io.evenkeel.http.HttpClientSettings;
import io.evenkeel.http.HttpManagerClient;
import io.evenkeel.http.HttpServerSettings;
import io.evenkeel.manager.ManagerSettings;
import io.evenkeel.testing.manager.ManagerApiContract;
import io.evenkeel.testing.store.Answer;
import io.evenkeel.testing.store.ClockScheduler;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** The contract, over HTTP. */
class HttpManagerTest extends ManagerApiContract {
  private ManagerServer server;

  @Override
  protected ManagerApi start(NodeStore over, ClockScheduler time) throws IOException {
    ManagerSettings settings =
        ManagerSettings.of(CAPACITY_BYTES, TIME_TO_LIVE)
            .withLimits(100, Duration.ofMillis(20))
            .withDetector("ratio-to-median", Duration.ofSeconds(60), Duration.ofMillis(20))
            .withFills(Duration.ofMillis(50), 64L << 20, TIME_TO_LIVE);
    server = new ManagerServer(over, settings, HttpServerSettings.loopback(0));
    return new HttpManagerClient(
        HttpClientSettings.of(server.uri())
            .withTimes(Duration.ofSeconds(20), Duration.ofMillis(50)));
  }

  @Override
  protected void observeElsewhere(List<NodeSample> samples) {
    Answer.<ManagerApi.Answer>of(
            then -> server.manager().observe(new Witness("10.0.0.2"), samples, List.of(), then))
        .value();
  }

  @Override
  protected void stop() {
    server.close();
  }
}
