package io.evenkeel.cli.bench;

import io.evenkeel.cli.inspect.ManagerOption;
import io.evenkeel.cluster.LocalCluster;
import io.evenkeel.core.model.ContentVersion;
import io.evenkeel.core.model.Stripe;
import io.evenkeel.core.port.ManagerApi.ManagerStatus;
import io.evenkeel.core.port.ManagerApi.NodeLoad;
import io.evenkeel.core.port.ManagerApi.StripeExplanation;
import io.evenkeel.http.HttpClientSettings;
import io.evenkeel.http.HttpManagerClient;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;

/** What a cluster's manager says of itself. */
public final class ManagerWatch implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private final HttpManagerClient client;

  public ManagerWatch(LocalCluster cluster) {
    client =
        new HttpManagerClient(
            HttpClientSettings.of(URI.create(cluster.managerUri().orElseThrow()))
                .withTimes(TIMEOUT, Duration.ofMillis(1)));
  }

  ManagerStatus status() throws IOException {
    return ManagerOption.await(client::status);
  }

  /** The nodes that it calls slow at this moment, with its reasons. */
  public List<NodeLoad> stragglers() throws IOException {
    return status().load().nodes().stream().filter(NodeLoad::straggler).toList();
  }

  /** The stripes of which parity is cached. */
  public int publishedStripes() throws IOException {
    return status().publishedStripes();
  }

  boolean isCached(List<Stripe> stripes) throws IOException {
    List<ContentVersion> asked = stripes.stream().map(Stripe::version).toList();
    return ManagerOption.<List<StripeExplanation>>await(then -> client.explain(asked, then))
        .stream()
        .allMatch(StripeExplanation::isCached);
  }

  @Override
  public void close() {
    client.close();
  }
}
