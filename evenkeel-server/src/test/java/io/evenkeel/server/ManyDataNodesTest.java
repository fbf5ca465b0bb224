package io.evenkeel.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.ReadReport.LaneReport.Outcome;
import io.evenkeel.core.model.Witness;
import io.evenkeel.core.port.ManagerApi;
import io.evenkeel.core.port.ManagerApi.LoadStatus;
import io.evenkeel.core.port.ManagerApi.ManagerStatus;
import io.evenkeel.core.port.ManagerApi.NodeLoad;
import io.evenkeel.http.HttpClientSettings;
import io.evenkeel.http.HttpManagerClient;
import io.evenkeel.http.HttpServerSettings;
import io.evenkeel.manager.ManagerSettings;
import io.evenkeel.testing.store.Answer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A manager whose NameNode lists more DataNodes than it remembers otherwise. None of them answers.
 */
class ManyDataNodesTest {
  private static final int NODES = 4600;
  private static final long MIB = 1 << 20;
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final OneCacheNode cache = new OneCacheNode();
  private HttpServer nameNode;
  private ManagerServer server;
  private HttpManagerClient client;

  @BeforeEach
  void start() throws IOException {
    byte[] answer = answer().getBytes(UTF_8);
    nameNode = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    nameNode.createContext(
        "/jmx",
        exchange -> {
          exchange.sendResponseHeaders(200, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    nameNode.start();
    server =
        new ManagerServer(
            cache.store,
            ManagerSettings.of(OneCacheNode.CAPACITY_BYTES, Duration.ofMinutes(1)),
            HttpServerSettings.loopback(0));
    server.watchDataNodesOf(URI.create("http://127.0.0.1:" + nameNode.getAddress().getPort()));
    client =
        new HttpManagerClient(
            HttpClientSettings.of(server.uri()).withTimes(PATIENCE, Duration.ofMillis(50)));
  }

  @AfterEach
  void stop() {
    client.close();
    server.close();
    nameNode.stop(0);
    cache.close();
  }

  /** Each at an address of its own, where nothing listens. */
  private static String address(int node) {
    return "127.1.%d.%d".formatted(node / 250, 1 + node % 250);
  }

  private static NodeId node(int number) {
    return new NodeId(address(number) + ":9866");
  }

  private static String answer() {
    String nodes =
        IntStream.range(0, NODES).mapToObj(n -> entry(n)).collect(Collectors.joining(","));
    return "{\"beans\":[{\"LiveNodes\":\"{%s}\"}]}".formatted(nodes.replace("\"", "\\\""));
  }

  private static String entry(int node) {
    return "\"dn-%d:9866\":{\"infoAddr\":\"0.0.0.0:1\",\"xferaddr\":\"%s\"}"
        .formatted(node, node(node).address());
  }

  /** Clients of two machines tell of these DataNodes. */
  private void tellOf(int first, int end) {
    for (String machine : List.of("10.1.0.1", "10.1.0.2")) {
      List<NodeSample> samples = new ArrayList<>();
      for (int n = first; n < end; n++) {
        samples.add(new NodeSample(node(n), 8 * MIB, 8 * MIB, 100_000_000, Outcome.FINISHED));
        if (samples.size() == ManagerApi.SAMPLES_PER_REQUEST_MAX || n == end - 1) {
          List<NodeSample> some = List.copyOf(samples);
          samples.clear();
          Answer.<ManagerApi.Answer>of(
                  then -> server.manager().observe(new Witness(machine), some, List.of(), then))
              .value();
        }
      }
    }
  }

  private LoadStatus load() {
    return Answer.<ManagerStatus>of(client::status).value().load();
  }

  @Test
  void allOfThem_areJudged_andTheStatusHasThem() {
    // Until the list has come not all have room.
    Answer.until(
        "all are judged",
        () -> {
          tellOf(0, NODES);
          return load().nodes().size() >= NODES;
        });
    assertThat(load().nodes())
        .hasSize(NODES)
        .allMatch(n -> n.bytesPerSecond() > 0)
        .noneMatch(NodeLoad::straggler);

    tellOf(NODES, NODES + 1);
    Answer.until(
        "it says that there are others",
        () -> load().caveat().contains("the NameNode does not list them"));
    assertThat(load().nodes()).extracting(NodeLoad::node).doesNotContain(node(NODES));
  }
}
